import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TranscriberModel } from '../../src/speech/speech-data.js'
import { alignWords } from '../../src/text/word-errors.js'
import { cached } from '../../voices/cache.js'
import { voice } from '../../voices/voice.js'
import { writeWav } from '../../voices/wav.js'
import type { Section, SectionContext } from '../section.js'
import { fixed, percent, table } from '../table.js'
import { WORD_TIMES_TEXTS } from '../word-times-texts.js'

/** The voices whose own word times can be trusted (voices/README.md says how far), and were not tuned on. */
const VOICES = [
  'flite:slt',
  'flite:rms',
  'flite:awb',
  'kokoro:af_heart',
  'kokoro:am_michael',
  'kokoro:bf_emma',
]

/** The bars of the product: half of the word starts within the first, 95 % within the second. */
const MEDIAN_BAR_SEC = 0.04
const P95_BAR_SEC = 0.12

export interface VoiceTimes {
  voice: string
  words: number
  /** Words recognised as written; only these have a time to compare. */
  matched: number
  medianSec: number
  p90Sec: number
  p95Sec: number
  withinBar: number
}

export const wordTimes: Section = {
  name: 'word-times',
  purpose: 'word starts against speech whose word times are known (synthesised; needs no corpus)',
  async run(context) {
    const folder = await mkdtemp(join(tmpdir(), 'audio-audit-eval-'))
    try {
      const models = []
      for (const model of context.options.models) models.push(await measureModel(model, folder, context))
      return {
        text: models.map(({ model, voices }) => modelText(model, voices)).join('\n\n'),
        data: { models },
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function measureModel(
  model: TranscriberModel,
  folder: string,
  { transcriber, progress, options }: SectionContext,
) {
  const voices: VoiceTimes[] = []
  const all: { errorsSec: number[]; words: number } = { errorsSec: [], words: 0 }
  const texts = WORD_TIMES_TEXTS.slice(0, options.limit)
  for (const name of VOICES) {
    const errorsSec: number[] = []
    let words = 0
    for (const [index, text] of texts.entries()) {
      const { samples, sampleRateHz, words: said } = await cached(voice(name)).speak(text)
      if (!said) throw new Error(`${name} gave no word times for: ${text}`)
      const file = join(folder, `${name.replace(':', '-')}-${index}.wav`)
      await writeWav(file, [samples], sampleRateHz, 'pcm16')
      const { words: recognised } = await transcriber.transcribe(file, model)
      words += said.length
      errorsSec.push(...startErrors(said, recognised))
    }
    progress(`${model} ${name}: ${texts.length} sentences`)
    voices.push(summary(name, errorsSec, words))
    all.errorsSec.push(...errorsSec)
    all.words += words
  }
  voices.push(summary('all', all.errorsSec, all.words))
  return { model, voices }
}

interface TimedWord {
  text: string
  startSec: number
}

/** How far the start of each word that was recognised rightly lies from where it was said. */
export function startErrors(said: TimedWord[], recognised: TimedWord[]): number[] {
  const bare = ({ text }: TimedWord) => text.toLowerCase().replace(/[^\p{L}\p{N}']/gu, '')
  return alignWords(said.map(bare), recognised.map(bare))
    .pairs.filter(({ ref, recognised: other }) => ref !== undefined && ref === other)
    .map(({ refIndex, recognisedIndex }) =>
      Math.abs(recognised[recognisedIndex].startSec - said[refIndex].startSec),
    )
}

export function summary(voiceName: string, errorsSec: number[], words: number): VoiceTimes {
  const sorted = errorsSec.toSorted((a, b) => a - b)
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    voice: voiceName,
    words,
    matched: sorted.length,
    medianSec: quantile(0.5),
    p90Sec: quantile(0.9),
    p95Sec: quantile(0.95),
    withinBar: sorted.filter((error) => error <= P95_BAR_SEC).length / Math.max(1, sorted.length),
  }
}

function modelText(model: TranscriberModel, voices: VoiceTimes[]): string {
  const milliseconds = (sec: number) => fixed(sec * 1000, 0)
  return [
    `Word starts, ${model} (bars: median ${milliseconds(MEDIAN_BAR_SEC)} ms, 95 % within ${milliseconds(P95_BAR_SEC)} ms)`,
    table(
      [
        { title: 'voice', value: (row) => row.voice, align: 'left' },
        { title: 'words', value: (row) => row.words },
        { title: 'matched', value: (row) => row.matched },
        { title: 'median ms', value: (row) => milliseconds(row.medianSec) },
        { title: '90 % ms', value: (row) => milliseconds(row.p90Sec) },
        { title: '95 % ms', value: (row) => milliseconds(row.p95Sec) },
        { title: 'within 120 ms', value: (row) => percent(row.withinBar) },
      ],
      voices,
    ),
  ].join('\n')
}
