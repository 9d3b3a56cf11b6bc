// Readings of one voice, half a minute to a minute long: recordings of the corpus, brought to one level and put one after the other, and
// those that are long by themselves, as they are.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bySet, type Corpus, type CorpusEntry, isEnglish, type Selection, select } from '../../lab/corpus.js'
import { sample, seededRandom, shuffled, stableHash } from '../../lab/random.js'
import { voiceFiles } from '../../lab/voice-model/clips.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { GrowingSamples } from '../../src/audio/growing-samples.js'
import type { OpenModels } from '../../src/speech/open-models.js'
import { SPEECH_RATE_HZ, Track } from '../../src/speech/track.js'

/** Of voices with several recordings, or with long ones. */
const SETS = [
  'vits-vctk-108',
  'resemblyzer-librispeech',
  'yourtts-gt',
  'ljspeech-coqui',
  'ttsbench',
  'larynx',
  'gemini-tts',
]
const SHORTEST_SEC = 25
const LONGEST_SEC = 60
/** Recordings that are long enough by themselves are not joined. */
const LONG_SEC = 20
const GAP_SEC = [0.3, 0.7] as const
const LEVEL_RMS = 0.06
/** Of the noise in the gaps, where no recording is. */
const QUIET_PEAK = 1e-4

export interface CleanReading {
  name: string
  set: string
  /** Of recordings, or one as it is. */
  isJoined: boolean
  samples: Float32Array
}

export async function* readingsOf(
  corpus: Corpus,
  options: Selection,
  models: OpenModels,
): AsyncGenerator<CleanReading> {
  const wanted = select(corpus.entries, { ...options, limit: undefined }).filter(
    (entry) => SETS.includes(entry.set) && isEnglish(entry) && entry.speaker_confidence !== 'low',
  )
  for (const [set, entries] of bySet(wanted)) {
    const plans = [
      ...entries.filter(({ duration }) => duration >= LONG_SEC).map((entry) => [entry]),
      ...joinedPlans(corpus, entries),
    ]
    for (const plan of sample(plans, options.limit ?? plans.length, stableHash(set)))
      yield {
        name: plan[0].file,
        set,
        isJoined: plan.length > 1,
        samples: await samplesOf(corpus, plan, models),
      }
  }
}

/** Of each voice as many readings as its short recordings make. */
function joinedPlans(corpus: Corpus, entries: CorpusEntry[]): CorpusEntry[][] {
  const chosen = new Set(entries)
  const voices = new Map<string, CorpusEntry[]>()
  for (const { voice, entry } of voiceFiles(corpus))
    if (chosen.has(entry) && entry.duration < LONG_SEC)
      voices.set(voice, [...(voices.get(voice) ?? []), entry])
  return [...voices].flatMap(([voice, own]) => {
    const plans: CorpusEntry[][] = []
    let open: CorpusEntry[] = []
    let lengthSec = 0
    for (const entry of shuffled(own, seededRandom(stableHash(voice)))) {
      open.push(entry)
      lengthSec += entry.duration
      if (lengthSec < LONGEST_SEC) continue
      plans.push(open)
      open = []
      lengthSec = 0
    }
    return lengthSec >= SHORTEST_SEC ? [...plans, open] : plans
  })
}

async function samplesOf(
  corpus: Corpus,
  entries: readonly CorpusEntry[],
  models: OpenModels,
): Promise<Float32Array> {
  const random = seededRandom(stableHash(entries[0].file))
  const whole = new GrowingSamples()
  for (const [index, { file }] of entries.entries()) {
    const track = new Track(bytesInMemory(await readFile(join(corpus.folder, file))), models)
    const { speechSamples } = await track.decoded()
    const samples = speechSamples.subarray(0, speechSamples.length)
    if (entries.length === 1) return samples
    const gapSec = GAP_SEC[0] + (GAP_SEC[1] - GAP_SEC[0]) * random()
    if (index > 0)
      whole.push(
        new Float32Array(Math.round(gapSec * SPEECH_RATE_HZ)).map(() => QUIET_PEAK * (2 * random() - 1)),
      )
    whole.push(levelled(samples))
  }
  return whole.whole()
}

function levelled(sound: Float32Array): Float32Array {
  const power = sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length
  const gain = power > 0 ? LEVEL_RMS / Math.sqrt(power) : 0
  return sound.map((sample) => gain * sample)
}
