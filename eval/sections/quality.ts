// How many defects are found, and how often one is reported where there is none.

import { atRate, type Clip, cleanEntries, openClip, openEffects } from '../../lab/quality-clips.js'
import { type IssueType, issueTypes } from '../../src/checks/quality/issue.js'
import { OpenModels } from '../../src/speech/open-models.js'
import { type Strength, strengths } from '../plant/planter.js'
import type { Section, SectionContext } from '../section.js'
import { percent, table } from '../table.js'
import { type Figure, figureRows, figureTable, measureFigures } from './quality-figures.js'
import { compareWithListeners, type ListenerRow, listenerTable } from './quality-listeners.js'
import {
  checkPlanted,
  type PlantedResult,
  PlantingPlan,
  plantedRows,
  plantedTable,
} from './quality-planted.js'
import {
  checkUntouched,
  conditions,
  type UntouchedResult,
  untouchedRows,
  untouchedTable,
} from './quality-untouched.js'

const THRESHOLDS = [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5]
const PLANTED_PER_CLIP = 6
const PROGRESS_EVERY = 50
/** Each clip in one condition, and figures from one clip in so many: checking every clip in each of them would take hours. */
const FIGURES_EVERY = 2

/** What --kinds may name beside the types of issues. */
const OTHER_PARTS = ['untouched', 'conditions', 'figures', 'listeners'] as const

interface Parts {
  kinds: IssueType[]
  untouched: boolean
  conditions: boolean
  figures: boolean
  listeners: boolean
}

export const quality: Section = {
  name: 'quality',
  purpose: 'planted defects found, false alarms in untouched speech (--kinds: garble only when named)',
  async run(context) {
    const parts = partsOf(context.options.kinds)
    const results = await checkClips(context, parts)
    const plain = results.planted.filter(({ isMp3 }) => !isMp3)
    const sentAsMp3 = results.planted.filter(({ isMp3 }) => isMp3)
    const rows = {
      planted: plantedRows(plain, true),
      plantedMp3: plantedRows(sentAsMp3, false),
      untouched: untouchedRows(results.untouched),
      conditions: untouchedRows(results.conditions),
      figures: figureRows(results.figures),
    }
    const curve = curveRows(plain, results.untouched)
    const text = [
      results.planted.length > 0 && ['Planted defects', plantedTable(rows.planted)],
      results.planted.length > 0 && ['The same, sent as mp3 at 64 kbit/s', plantedTable(rows.plantedMp3)],
      results.untouched.length > 0 && ['Untouched speech: false alarms', untouchedTable(rows.untouched)],
      results.conditions.length > 0 && [
        'Unusual speech: false alarms (an effect under the speech is expected to fail)',
        untouchedTable(rows.conditions),
      ],
      curve.length > 0 && ['Files flagged, by threshold', curveTable(curve)],
      results.figures.length > 0 && ['Figures against the truth', figureTable(rows.figures)],
      results.listeners.length > 0 && ['The score against listeners', listenerTable(results.listeners)],
      context.options.worst > 0 && [
        'Untouched files with false alarms, the worst first',
        worstTable(results.untouched, context.options.worst),
      ],
    ].filter((part) => part !== false)
    return {
      text: text.map((part) => part.join('\n')).join('\n\n'),
      data: { ...rows, thresholds: THRESHOLDS, curve, listeners: results.listeners },
    }
  },
}

export function partsOf(names: string[] | undefined): Parts {
  const known: string[] = [...issueTypes, ...OTHER_PARTS]
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new RangeError(`--kinds knows ${known.join(', ')}, not "${unknown}"`)
  if (!names)
    return {
      kinds: issueTypes.filter((type) => type !== 'garble'),
      untouched: true,
      conditions: true,
      figures: true,
      listeners: true,
    }
  const kinds = issueTypes.filter((type) => names.includes(type))
  return {
    kinds,
    // False alarms are the other half of every sub-check.
    untouched: kinds.length > 0 || names.includes('untouched'),
    conditions: names.includes('conditions'),
    figures: names.includes('figures'),
    listeners: names.includes('listeners'),
  }
}

interface Results {
  planted: PlantedResult[]
  untouched: UntouchedResult[]
  conditions: UntouchedResult[]
  figures: Figure[]
  listeners: ListenerRow[]
}

async function checkClips({ corpus, options, progress }: SectionContext, parts: Parts): Promise<Results> {
  const models = new OpenModels({ model: options.models[0] ?? 'base' })
  const effects = parts.conditions ? await openEffects(corpus, models) : []
  const garble = parts.kinds.includes('garble')
  const plan = new PlantingPlan(parts.kinds, PLANTED_PER_CLIP)
  const results: Results = { planted: [], untouched: [], conditions: [], figures: [], listeners: [] }
  if (parts.listeners)
    results.listeners = await compareWithListeners(
      corpus,
      { split: options.split, sets: options.sets },
      models,
      garble,
    )
  if (parts.kinds.length === 0 && !parts.untouched && !parts.conditions && !parts.figures) return results
  let before: Clip | undefined
  const order = cleanEntries(corpus, options)
  for (const [turn, entry] of order.entries()) {
    const clip = await openClip(corpus, entry, models)
    const otherVoice = before?.sampleRateHz === clip.sampleRateHz ? before.samples : undefined
    for (const planned of plan.next()) {
      const result = await checkPlanted(clip, planned, { models, kinds: parts.kinds, otherVoice })
      if (result) results.planted.push(result)
    }
    if (parts.untouched) results.untouched.push(await checkUntouched(clip, null, { models, garble }))
    if (parts.conditions) {
      const condition = conditions[turn % conditions.length]
      const effect =
        condition === 'effect' ? atRate(effects[turn % effects.length], clip.sampleRateHz) : undefined
      results.conditions.push(await checkUntouched(clip, condition, { models, garble, effect }))
    }
    if (parts.figures && turn % FIGURES_EVERY === 0)
      results.figures.push(...(await measureFigures(clip, turn / FIGURES_EVERY, models)))
    before = clip
    if ((turn + 1) % PROGRESS_EVERY === 0) progress(`quality: ${turn + 1} of ${order.length} clips`)
  }
  return results
}

interface CurveRow {
  name: string
  files: number
  /** Share flagged at each threshold. */
  flagged: number[]
}

function curveRows(planted: PlantedResult[], untouched: UntouchedResult[]): CurveRow[] {
  const row = (name: string, files: { deviation: number }[]): CurveRow => ({
    name,
    files: files.length,
    flagged: THRESHOLDS.map(
      (threshold) => files.filter(({ deviation }) => deviation > threshold + 1e-9).length / files.length,
    ),
  })
  const kinds = [...new Set(planted.map(({ kind }) => kind))]
  const of = (kind: string, strength: Strength) =>
    planted.filter((each) => each.kind === kind && each.strength === strength)
  return [
    ...['human', 'neural'].map((group) =>
      row(
        `untouched, ${group}`,
        untouched.filter((each) => each.group === group),
      ),
    ),
    ...kinds.flatMap((kind) => strengths.map((strength) => row(`${kind} ${strength}`, of(kind, strength)))),
  ].filter(({ files }) => files > 0)
}

function curveTable(rows: CurveRow[]): string {
  return table<CurveRow>(
    [
      { title: '', value: ({ name }) => name, align: 'left' },
      { title: 'files', value: ({ files }) => files },
      ...THRESHOLDS.map((threshold, index) => ({
        title: String(threshold),
        value: ({ flagged }: CurveRow) => percent(flagged[index]),
      })),
    ],
    rows,
  )
}

function worstTable(untouched: UntouchedResult[], count: number): string {
  const worst = untouched
    .filter(({ issues, flagged }) => flagged || issues.length > 0)
    .sort((one, other) => other.deviation - one.deviation)
    .slice(0, count)
  return table<UntouchedResult>(
    [
      { title: 'clip', value: ({ clip }) => clip, align: 'left' },
      { title: 'score', value: ({ deviation }) => (100 * (1 - deviation)).toFixed(1) },
      {
        title: 'issues',
        value: ({ issues }) =>
          issues
            .map(({ type, timeSec, endSec, audibility }) => `${type} ${timeSec}-${endSec} (${audibility})`)
            .join(', '),
        align: 'left',
      },
      { title: 'reasons', value: ({ reasons }) => reasons.join('; '), align: 'left' },
    ],
    worst,
  )
}
