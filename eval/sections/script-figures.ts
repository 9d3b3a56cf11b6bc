// Counts over scripts that were checked, and the bars that they are held to.
import type { TextKind } from '../script-texts.js'
import { percent, table } from '../table.js'
import type { PlantResult } from './script-trials.js'

/** What must be flagged, and how often. */
export const FOUND_BARS: Record<string, number> = {
  'spoken tag': 0.98,
  'skipped word': 0.9,
  'changed word': 0.9,
  'skipped sentence': 0.98,
  'repeated phrase': 0.98,
  truncation: 0.98,
  'run-on': 0.98,
}
export const FALSE_BARS: Partial<Record<TextKind | 'all', number>> = { all: 0.01, prompt: 0.03, names: 0.03 }

interface Share {
  name: string
  files: number
  flagged: number
  bar?: number | undefined
}

export interface TagFigures {
  planted: number
  found: number
  /** Tags reported where none was spoken. */
  false: number
  medianErrorSec: number | null
}

export interface ScriptFigures {
  found: Share[]
  clean: Share[]
  tags: { withScript: TagFigures; withoutScript: TagFigures }
}

const isClean = ({ plant }: PlantResult) => plant.kind.startsWith('clean')

export function figuresOf(results: PlantResult[]): ScriptFigures {
  const kinds = [...new Set(results.filter((one) => !isClean(one)).map(({ plant }) => plant.kind))]
  const clean = results.filter(isClean)
  const textKinds = [...new Set(clean.map(({ plant }) => plant.textKind))]
  return {
    found: kinds.map((kind) =>
      share(
        kind,
        results.filter(({ plant }) => plant.kind === kind),
        FOUND_BARS[kind],
      ),
    ),
    clean: [
      ...textKinds.map((kind) =>
        share(
          kind,
          clean.filter(({ plant }) => plant.textKind === kind),
          FALSE_BARS[kind],
        ),
      ),
      share('all', clean, FALSE_BARS.all),
    ],
    tags: {
      withScript: tagFigures(results, ({ withScript }) => withScript),
      // A tag that runs on into the sentence without a pause is not known for one without its script.
      withoutScript: tagFigures(
        results.filter(({ plant }) => plant.kind !== 'spoken tag' || !plant.detail.endsWith(' ')),
        ({ withoutScript }) => withoutScript,
      ),
    },
  }
}

function share(name: string, results: PlantResult[], bar?: number): Share {
  return {
    name,
    files: results.length,
    flagged: results.filter(({ withScript }) => withScript.flagged).length,
    bar,
  }
}

function tagFigures(results: PlantResult[], of: (one: PlantResult) => PlantResult['withScript']): TagFigures {
  const planted = results.filter(({ plant }) => plant.kind === 'spoken tag')
  const found = planted.filter((one) => of(one).tags.spoken.length > 0)
  const extra = planted.reduce((sum, one) => sum + Math.max(0, of(one).tags.spoken.length - 1), 0)
  const elsewhere = results
    .filter(({ plant }) => plant.kind !== 'spoken tag')
    .reduce((sum, one) => sum + of(one).tags.spoken.length, 0)
  const errorsSec = found
    .filter(({ tagSec }) => tagSec !== undefined)
    .map((one) => Math.abs(of(one).tags.spoken[0].timeSec - one.tagSec!))
    .sort((one, other) => one - other)
  return {
    planted: planted.length,
    found: found.length,
    false: extra + elsewhere,
    medianErrorSec: errorsSec[errorsSec.length >> 1] ?? null,
  }
}

export function figuresText({ found, clean, tags }: ScriptFigures): string {
  const shares = (title: string, rows: Share[]) =>
    table<Share>(
      [
        { title, value: ({ name }) => name, align: 'left' },
        { title: 'files', value: ({ files }) => files },
        { title: 'flagged', value: ({ flagged, files }) => percent(flagged / files) },
        { title: 'bar', value: ({ bar }) => (bar === undefined ? null : percent(bar, 0)) },
      ],
      rows,
    )
  return [
    'Planted faults that are flagged, with the script (at least the bar)',
    shares('fault', found),
    '',
    'Clean speech that is flagged, by kind of text (at most the bar)',
    shares('text', clean),
    '',
    'Spoken tags (bars: with script 98 % and 0.15 s; without 80 %, and 95 % of those reported)',
    table<[string, TagFigures]>(
      [
        { title: '', value: ([name]) => name, align: 'left' },
        { title: 'spoken', value: ([, { planted }]) => planted },
        { title: 'found', value: ([, { planted, found: hits }]) => percent(hits / planted) },
        { title: 'right', value: ([, figures]) => percent(figures.found / (figures.found + figures.false)) },
        { title: 'median error', value: ([, { medianErrorSec }]) => medianErrorSec?.toFixed(3) ?? null },
      ],
      [
        ['with script', tags.withScript],
        ['without', tags.withoutScript],
      ],
    ),
  ].join('\n')
}
