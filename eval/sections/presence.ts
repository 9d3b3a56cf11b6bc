// Does somebody speak? Every clip of speech in the corpus, plain and under conditions that make it hard, must be taken for
// speech; silence, noise, tones and music must not.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinkNoise, resampled, withNoise } from '../../lab/conditions.js'
import { type CorpusEntry, select, voiceKey } from '../../lab/corpus.js'
import { sample, seededRandom, stableHash } from '../../lab/random.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { OpenModels } from '../../src/speech/open-models.js'
import type { SpeechPresence } from '../../src/speech/speech-presence.js'
import { SPEECH_RATE_HZ, Track } from '../../src/speech/track.js'
import { wavBytes } from '../../voices/wav.js'
import { shouted, whispered } from '../plant/conditions.js'
import type { Site } from '../plant/planter.js'
import { speechlessSounds } from '../plant/speechless.js'
import type { Section, SectionContext } from '../section.js'
import { percent, table } from '../table.js'

/** Clips that are tried again under each condition. */
const CLIPS_PER_CONDITION = 100
const NOISE_SNR_DB = 5
const TELEPHONE_HZ = 8_000
const SOFTER_DB = 40
/** Lengths and seeds of the sounds in which nobody speaks. */
const SPEECHLESS_SEC = [1, 8]
const SPEECHLESS_SEEDS = [1, 2]
const SPEECHLESS_RATE_HZ = 24_000

type Condition = (site: Site) => Float32Array

const conditions: Record<string, Condition> = {
  whispered,
  shouted,
  'noise 5 dB': ({ samples, random }) => withNoise(samples, pinkNoise(samples.length, random), NOISE_SNR_DB),
  telephone: ({ samples, sampleRateHz }) =>
    resampled(resampled(samples, sampleRateHz, TELEPHONE_HZ), TELEPHONE_HZ, sampleRateHz),
  '40 dB softer': ({ samples }) => samples.map((value) => value * 10 ** (-SOFTER_DB / 20)),
}

interface Detected {
  name: string
  group: string
  voice: string
  presence: SpeechPresence
}

export const presence: Section = {
  name: 'presence',
  purpose:
    'whether somebody speaks in a file: false "no speech" by set, and what is made of silence, noise, tones, music',
  async run(context) {
    const models = new OpenModels()
    const speech = await detectInSpeech(context, models)
    const speechless = await detectInSpeechless(context, models)
    const wrong = speech.filter((each) => each.presence !== 'speech')
    const voices = new Set(speech.map(({ voice }) => voice)).size
    return {
      text: [
        `Speech: ${wrong.length} of ${speech.length} clips and conditions (${voices} voices) taken for no speech, 95 % interval ${intervalOf(wrong.length, speech.length)}.`,
        groupTable(speech, (each) => each.presence === 'speech'),
        ...wrong.map(({ name, group, presence }) => `  ${group}: ${name} taken for ${presence}`),
        '',
        groupTable(speechless, (each) => each.presence !== 'speech'),
        ...speechless
          .filter((each) => each.presence === 'speech')
          .map(({ name, group }) => `  ${group}: ${name} taken for speech`),
      ].join('\n'),
      data: { speech, speechless },
    }
  },
}

async function detectInSpeech(
  { corpus, options, progress }: SectionContext,
  models: OpenModels,
): Promise<Detected[]> {
  const entries = select(corpus.entries, options).filter(({ kind }) => kind !== 'noise' && kind !== 'rir')
  const detected: Detected[] = []
  for (const [index, entry] of entries.entries()) {
    const track = new Track(bytesInMemory(readFileSync(join(corpus.folder, entry.file))), models)
    detected.push(named(entry, entry.set, await track.presence()))
    if (index % 100 === 99) progress(`presence: ${index + 1} of ${entries.length} clips`)
  }
  for (const [condition, change] of Object.entries(conditions)) {
    for (const entry of sample(entries, CLIPS_PER_CONDITION, stableHash(condition))) {
      const track = new Track(bytesInMemory(readFileSync(join(corpus.folder, entry.file))), models)
      const { speechSamples } = await track.decoded()
      const samples = speechSamples.subarray(0, speechSamples.length)
      const { speech } = await track.voiceActivity()
      const random = seededRandom(stableHash(entry.file))
      const changed = change({ samples, sampleRateHz: SPEECH_RATE_HZ, speech, random })
      detected.push(named(entry, condition, await presenceOf(changed, SPEECH_RATE_HZ, models)))
    }
    progress(`presence: ${condition}`)
  }
  return detected
}

async function detectInSpeechless(
  { corpus, progress }: SectionContext,
  models: OpenModels,
): Promise<Detected[]> {
  const detected: Detected[] = []
  for (const seed of SPEECHLESS_SEEDS) {
    for (const sec of SPEECHLESS_SEC) {
      for (const { name, kind, samples } of speechlessSounds(SPEECHLESS_RATE_HZ, sec, seed)) {
        const presence = await presenceOf(samples, SPEECHLESS_RATE_HZ, models)
        detected.push({ name: `${name}, ${sec} s`, group: `made: ${kind}`, voice: name, presence })
      }
    }
  }
  progress('presence: sounds without speech')
  for (const entry of corpus.entries.filter(({ kind }) => kind === 'noise')) {
    const track = new Track(bytesInMemory(readFileSync(join(corpus.folder, entry.file))), models)
    detected.push(named(entry, entry.set, await track.presence()))
  }
  return detected
}

function presenceOf(samples: Float32Array, rateHz: number, models: OpenModels): Promise<SpeechPresence> {
  return new Track(bytesInMemory(wavBytes(samples, rateHz)), models).presence()
}

function named(entry: CorpusEntry, group: string, presence: SpeechPresence): Detected {
  return { name: entry.file, group, voice: voiceKey(entry), presence }
}

function groupTable(detected: readonly Detected[], isRight: (each: Detected) => boolean): string {
  const groups = [...new Set(detected.map(({ group }) => group))].map((group) => {
    const own = detected.filter((each) => each.group === group)
    const kinds = [...new Set(own.map(({ presence }) => presence))]
    return {
      group,
      clips: own.length,
      wrong: own.filter((each) => !isRight(each)).length,
      takenFor: kinds
        .map((kind) => `${kind} ${own.filter(({ presence }) => presence === kind).length}`)
        .join(', '),
    }
  })
  return table(
    [
      { title: 'set or condition', value: ({ group }) => group, align: 'left' },
      { title: 'clips', value: ({ clips }) => clips },
      { title: 'wrong', value: ({ wrong }) => wrong },
      { title: 'taken for', value: ({ takenFor }) => takenFor, align: 'left' },
    ],
    groups,
  )
}

/** Standard deviations within which 95 % of a normal distribution lie. */
const DEVIATIONS_OF_95_PERCENT = 1.96

/** Wilson's score interval of a share. */
function intervalOf(hits: number, of: number): string {
  if (of === 0) return '-'
  const z = DEVIATIONS_OF_95_PERCENT
  const share = hits / of
  const centre = (share + z ** 2 / (2 * of)) / (1 + z ** 2 / of)
  const half = (z / (1 + z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))
  return `${percent(Math.max(0, centre - half), 2)} to ${percent(centre + half, 2)}`
}
