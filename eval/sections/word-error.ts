import { join } from 'node:path'
import { bySet, type CorpusEntry, isEnglish, select } from '../../lab/corpus.js'
import type { TranscriberModel } from '../../src/speech/speech-data.js'
import { normaliseWords } from '../../src/text/normalise.js'
import { compareTexts, type WordErrors, wordErrorRate } from '../../src/text/word-errors.js'
import { hasRunawayLoop } from '../runaway.js'
import type { Section, SectionContext, SectionReport } from '../section.js'
import { fixed, percent, table } from '../table.js'

/** How many of a clip's words differ, and what was said and recognised. */
export interface ClipResult {
  file: string
  group: string
  reference: string
  recognised: string
  durationSec: number
  substitutions: number
  deletions: number
  insertions: number
  referenceWords: number
  wordErrorRate: number
  loop: boolean
  /** Why it could not be transcribed; all its words then count as left out. */
  failure?: string
}

export interface GroupResult {
  group: string
  /** False where the text is known not to be what is said. */
  inTotals: boolean
  clips: number
  failed: number
  referenceWords: number
  substitutions: number
  deletions: number
  insertions: number
  wordErrorRate: number
  loopShare: number
  audioSec: number
  wallSec: number
  cpuSec: number
}

export interface ModelResult {
  model: TranscriberModel
  groups: GroupResult[]
  total: GroupResult
  /** Mean of the groups' rates: a small set counts as much as a large one. */
  meanOfGroups: number
  clips: ClipResult[]
}

/** From this published word error rate on, a ttsbench clip is taken not to say its text: some are garbled, skip or run on. */
const GARBLED_PUBLISHED_RATE = 0.3
const GARBLED_GROUP = 'ttsbench, garbled'
/** Attention failures: run-ons, skips and early stops are what this set is for. */
const NOT_WHAT_IS_SAID = new Set(['tacotron-lra', GARBLED_GROUP])

export function groupOf(entry: CorpusEntry): string {
  const garbled = entry.set === 'ttsbench' && (entry.published?.wer ?? 0) >= GARBLED_PUBLISHED_RATE
  return garbled ? GARBLED_GROUP : entry.set
}

export function hasEnglishText(entry: CorpusEntry): boolean {
  return isEnglish(entry) && Boolean(entry.transcript?.trim())
}

export const wordError: Section = {
  name: 'word-error',
  purpose: 'word error rate per set (substitutions, deletions, insertions, loops) and speed',
  async run(context) {
    const entries = select(context.corpus.entries.filter(hasEnglishText), context.options)
    const models: ModelResult[] = []
    for (const model of context.options.models) models.push(await measureModel(model, entries, context))
    return report(models, context)
  },
}

async function measureModel(
  model: TranscriberModel,
  entries: CorpusEntry[],
  context: SectionContext,
): Promise<ModelResult> {
  const { corpus, transcriber, progress } = context
  const path = (entry: CorpusEntry) => join(corpus.folder, entry.file)
  const groups: GroupResult[] = []
  const clips: ClipResult[] = []
  // A clip that cannot be transcribed fails again below, where it is counted.
  if (entries[0]) await transcriber.warmUp(path(entries[0]), model).catch(() => {})
  for (const [set, members] of bySet(entries)) {
    const wallBefore = performance.now()
    const cpuBefore = transcriber.cpuSec()
    const results = await measureAll(members, `${model} ${set}`, progress, (entry) =>
      measureClip(entry, () => transcriber.transcribe(path(entry), model)),
    )
    const wallSec = (performance.now() - wallBefore) / 1000
    const cpuSec = transcriber.cpuSec() - cpuBefore
    clips.push(...results)
    // Groups of one set are transcribed together: each is charged for its share of the audio.
    const setSec = sum(results, (clip) => clip.durationSec)
    for (const group of new Set(results.map((clip) => clip.group))) {
      const own = results.filter((clip) => clip.group === group)
      const share = setSec > 0 ? sum(own, (clip) => clip.durationSec) / setSec : 0
      groups.push(summarise(group, own, wallSec * share, cpuSec * share))
    }
  }
  const counted = groups.filter((group) => group.inTotals)
  return {
    model,
    groups,
    total: totalOf(counted, clips),
    meanOfGroups: counted.length > 0 ? sum(counted, (group) => group.wordErrorRate) / counted.length : 0,
    clips,
  }
}

/** Lines of progress a set. */
const STEPS_SHOWN = 10

async function measureAll(
  entries: CorpusEntry[],
  title: string,
  progress: (line: string) => void,
  measure: (entry: CorpusEntry) => Promise<ClipResult>,
): Promise<ClipResult[]> {
  const step = Math.ceil(entries.length / STEPS_SHOWN)
  let done = 0
  return Promise.all(
    entries.map(async (entry) => {
      const result = await measure(entry)
      done++
      if (result.failure) progress(`${entry.file}: ${result.failure}`)
      if (done % step === 0 || done === entries.length)
        progress(`${title}: ${done} of ${entries.length} clips`)
      return result
    }),
  )
}

export async function measureClip(
  entry: CorpusEntry,
  transcribe: () => Promise<{ text: string; durationSec: number }>,
): Promise<ClipResult> {
  const reference = entry.transcript ?? ''
  let recognised = ''
  let durationSec = entry.duration
  let failure: string | undefined
  try {
    ;({ text: recognised, durationSec } = await transcribe())
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error)
  }
  const { pairs: _, ...errors }: WordErrors = compareTexts(reference, recognised)
  return {
    file: entry.file,
    group: groupOf(entry),
    reference,
    recognised,
    durationSec,
    ...errors,
    wordErrorRate: wordErrorRate(errors),
    loop: hasRunawayLoop(normaliseWords(reference), normaliseWords(recognised)),
    ...(failure === undefined ? {} : { failure }),
  }
}

function summarise(group: string, clips: ClipResult[], wallSec: number, cpuSec: number): GroupResult {
  const counts = {
    substitutions: sum(clips, (clip) => clip.substitutions),
    deletions: sum(clips, (clip) => clip.deletions),
    insertions: sum(clips, (clip) => clip.insertions),
    referenceWords: sum(clips, (clip) => clip.referenceWords),
  }
  return {
    group,
    inTotals: !NOT_WHAT_IS_SAID.has(group),
    clips: clips.length,
    failed: clips.filter((clip) => clip.failure !== undefined).length,
    ...counts,
    wordErrorRate: wordErrorRate(counts),
    loopShare: clips.filter((clip) => clip.loop).length / Math.max(1, clips.length),
    audioSec: sum(clips, (clip) => clip.durationSec),
    wallSec,
    cpuSec,
  }
}

function totalOf(groups: GroupResult[], clips: ClipResult[]): GroupResult {
  const names = new Set(groups.map((group) => group.group))
  return summarise(
    'total',
    clips.filter((clip) => names.has(clip.group)),
    sum(groups, (group) => group.wallSec),
    sum(groups, (group) => group.cpuSec),
  )
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}

function report(models: ModelResult[], { options, transcriber }: SectionContext): SectionReport {
  const parts = models.map((result) => modelText(result, options.worst, transcriber.workers))
  return {
    text: parts.join('\n\n'),
    data: { workers: transcriber.workers, models },
  }
}

function modelText(result: ModelResult, worst: number, workers: number): string {
  const rows = [...result.groups, result.total]
  const perAudioSec = (sec: number, row: GroupResult) => fixed(row.audioSec > 0 ? sec / row.audioSec : null)
  const lines = [
    `Word errors, ${result.model}, ${workers} worker${workers === 1 ? '' : 's'} (* not in the total: the text is not what is said)`,
    table<GroupResult>(
      [
        { title: 'set', value: (row) => row.group + (row.inTotals ? '' : ' *'), align: 'left' },
        { title: 'clips', value: (row) => row.clips },
        { title: 'failed', value: (row) => row.failed },
        { title: 'words', value: (row) => row.referenceWords },
        { title: 'subst', value: (row) => row.substitutions },
        { title: 'left out', value: (row) => row.deletions },
        { title: 'put in', value: (row) => row.insertions },
        { title: 'word error', value: (row) => percent(row.wordErrorRate, 2) },
        { title: 'loops', value: (row) => percent(row.loopShare) },
        { title: 'audio s', value: (row) => fixed(row.audioSec, 0) },
        { title: 'wall/audio', value: (row) => perAudioSec(row.wallSec, row) },
        { title: 'cpu/audio', value: (row) => perAudioSec(row.cpuSec, row) },
      ],
      rows,
    ),
    `mean of the sets: ${percent(result.meanOfGroups, 2)}`,
  ]
  if (worst > 0) lines.push('', ...worstClips(result.clips, worst))
  return lines.join('\n')
}

function worstClips(clips: ClipResult[], count: number): string[] {
  const errors = (clip: ClipResult) => clip.substitutions + clip.deletions + clip.insertions
  return [...clips]
    .filter((clip) => errors(clip) > 0)
    .sort(
      (a, b) => errors(b) - errors(a) || b.wordErrorRate - a.wordErrorRate || a.file.localeCompare(b.file),
    )
    .slice(0, count)
    .flatMap((clip) => [
      `${clip.file}: ${errors(clip)} of ${clip.referenceWords} (${percent(clip.wordErrorRate)})${clip.loop ? ', loop' : ''}${clip.failure ? `, ${clip.failure}` : ''}`,
      `  said        ${clip.reference}`,
      `  recognised  ${clip.recognised}`,
    ])
}
