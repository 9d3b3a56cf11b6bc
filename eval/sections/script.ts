import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bySet, type CorpusEntry, isEnglish, select } from '../../lab/corpus.js'
import { createPool } from '../../src/audit/pool.js'
import { defaultOptions } from '../../src/checks/check.js'
import { judgeScripts } from '../../src/checks/script-accuracy/judge.js'
import { ALIKE_CHANGES } from '../script-texts.js'
import type { Section, SectionContext } from '../section.js'
import { fixed, percent, table } from '../table.js'
import { checkDirections, directionsText } from './script-directions.js'
import { figuresOf, figuresText } from './script-figures.js'
import { checkLongFile, longFileText } from './script-long.js'
import {
  checkAlikeChange,
  checkText,
  judged,
  type Listen,
  listener,
  type PlantResult,
  type TextResult,
  textsOf,
} from './script-trials.js'

const CORPUS_SETS = [
  'ttsbench',
  'larynx',
  'ljspeech-coqui',
  'yourtts-gt',
  'resemblyzer-librispeech',
  'tacotron-nat',
]
/** Published word errors from which on a clip is bad, and below which it is good. */
const BAD_FROM = 0.5
const GOOD_BELOW = 0.1

export const script: Section = {
  name: 'script',
  purpose:
    'planted faults of speech against its script, spoken tags, swapped scripts; false flags on good clips',
  async run(context) {
    const folder = await mkdtemp(join(tmpdir(), 'audio-audit-eval-'))
    const pool = createPool({
      model: context.options.models[0],
      ...(context.transcriber.workers > 0 ? { workers: context.transcriber.workers } : {}),
    })
    try {
      const listen = listener(pool)
      const { plants, swapped } = await measureMade(listen, folder, context)
      const figures = figuresOf(plants)
      const directions =
        context.options.split === 'tune' ? null : await checkDirections(listen, folder, context.options.limit)
      const corpus = await measureCorpus(listen, context)
      const long = context.options.split === 'tune' ? null : await checkLongFile()
      const missed = plants.filter(isWrong).slice(0, context.options.worst)
      const text = [
        figuresText(figures),
        '',
        ...(directions ? [directionsText(directions), ''] : []),
        `Swapped scripts of two files: ${swapped.named} of ${swapped.files} named as such (bar: all)`,
        '',
        'Clips of the corpus against their texts (bars: human 3 %, bad clips 98 %, median word error of good clips 0.03)',
        corpusTable(corpus),
        ...(long ? ['', longFileText(long)] : []),
        ...missed.map(wrongText),
      ]
      return { text: text.join('\n'), data: { ...figures, directions, swapped, corpus, long, missed } }
    } finally {
      await pool.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

interface Made {
  plants: PlantResult[]
  swapped: { files: number; named: number }
}

async function measureMade(
  listen: Listen,
  folder: string,
  { options, progress }: SectionContext,
): Promise<Made> {
  const texts = textsOf(options.split ?? 'all').slice(0, options.limit)
  const results: TextResult[] = []
  for (const [index, toSay] of texts.entries()) {
    // Neighbours are swapped with each other: 0 with 1, 2 with 3.
    const other = texts[index ^ 1] ?? texts[0]
    results.push(await checkText(toSay, other.text.text, folder, listen))
    progress(`${index + 1} of ${texts.length} texts: ${toSay.voice}, ${toSay.text.kind}`)
  }
  const alike: PlantResult[] = []
  for (const index of ALIKE_CHANGES.slice(0, options.limit).keys())
    alike.push(await checkAlikeChange(index, folder, listen))
  return { plants: [...results.flatMap(({ plants }) => plants), ...alike], swapped: swappedScripts(results) }
}

function swappedScripts(results: TextResult[]): Made['swapped'] {
  let files = 0
  let named = 0
  for (let index = 0; index + 1 < results.length; index += 2) {
    const batch = [results[index], results[index + 1]].map(({ clean }, place) => ({
      file: `${place}.wav`,
      findings: clean.withOther,
      script: clean.otherScript,
    }))
    const { tracks } = judgeScripts(batch, defaultOptions).report
    files += 2
    named += tracks.filter(({ note }, place) => note === `The script is what ${1 - place}.wav says.`).length
  }
  return { files, named }
}

interface CorpusFigures {
  set: string
  files: number
  flagged: number
  medianWordErrorRate: number | null
  /** Flagged without a script. */
  flaggedWithout: number
  flaggedFiles: string[]
}

async function measureCorpus(
  listen: Listen,
  { corpus, options, progress }: SectionContext,
): Promise<CorpusFigures[]> {
  const entries = select(corpus.entries, options).filter(
    (entry) => CORPUS_SETS.includes(entry.set) && isEnglish(entry) && entry.transcript,
  )
  const rows: CorpusFigures[] = []
  for (const [set, clips] of bySet(entries)) {
    const results = await Promise.all(
      clips.map(async (entry) => {
        const [own, without] = await listen(join(corpus.folder, entry.file), [entry.transcript!, null])
        return { entry, own: judged(own, entry.transcript!), without: judged(without, null) }
      }),
    )
    for (const [name, group] of groups(set, results)) {
      const flagged = group.filter(({ own }) => own.flagged)
      rows.push({
        set: name,
        files: group.length,
        flagged: flagged.length,
        medianWordErrorRate: median(group.map(({ own }) => own.wordErrorRate)),
        flaggedWithout: group.filter(({ without }) => without.flagged).length,
        flaggedFiles: flagged.map(({ entry }) => entry.file),
      })
    }
    progress(`${set}: ${clips.length} clips`)
  }
  return rows
}

function groups<T extends { entry: CorpusEntry }>(set: string, results: T[]): [string, T[]][] {
  const wordError = ({ entry }: T) => entry.published?.wer ?? null
  if (results.every((one) => wordError(one) === null)) return [[set, results]]
  const within = (from: number, to: number) =>
    results.filter((one) => (wordError(one) ?? 0) >= from && (wordError(one) ?? 0) < to)
  return [
    [`${set}, good`, within(0, GOOD_BELOW)] as [string, T[]],
    [`${set}, fair`, within(GOOD_BELOW, BAD_FROM)] as [string, T[]],
    [`${set}, bad`, within(BAD_FROM, Number.POSITIVE_INFINITY)] as [string, T[]],
  ].filter(([, group]) => group.length > 0)
}

function median(values: number[]): number | null {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? null
}

function corpusTable(rows: CorpusFigures[]): string {
  return table<CorpusFigures>(
    [
      { title: 'set', value: ({ set }) => set, align: 'left' },
      { title: 'files', value: ({ files }) => files },
      { title: 'flagged', value: ({ flagged, files }) => percent(flagged / files) },
      { title: 'without script', value: ({ flaggedWithout, files }) => percent(flaggedWithout / files) },
      { title: 'median word error', value: ({ medianWordErrorRate }) => fixed(medianWordErrorRate) },
    ],
    rows,
  )
}

function isWrong({ plant, withScript }: PlantResult): boolean {
  if (plant.kind === 'spoken tag') return withScript.tags.spoken.length !== 1
  return withScript.flagged === plant.kind.startsWith('clean')
}

function wrongText({ plant, voice, withScript }: PlantResult): string {
  return `  ${plant.kind} (${plant.detail}), ${voice}\n    said       ${plant.said}\n    transcript ${withScript.transcript}`
}
