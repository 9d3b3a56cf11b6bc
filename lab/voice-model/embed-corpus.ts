// Voice prints of the corpus and of copies in which only the recording differs, kept on disk: they take a while.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bytesInMemory } from '../../src/audio/bytes.js'
import {
  type TakenView,
  timbreView,
  type VoiceViews,
  viewSpeeds,
} from '../../src/checks/comparison/voice-views.js'
import { OpenModels } from '../../src/speech/open-models.js'
import type { Interval } from '../../src/speech/speech-data.js'
import { atSpeed, SPEECH_RATE_HZ, Track } from '../../src/speech/track.js'
import { type WidebandMeasures, widebandMeasures } from '../../src/speech/wideband.js'
import { type Acting, acted, someActing } from '../acted.js'
import {
  atSpeed as atPace,
  equalised,
  lowPassed,
  pinkNoise,
  type Random,
  resampled,
  type Samples,
  stretchOf,
  throughMp3,
  whiteNoise,
  withNoise,
} from '../conditions.js'
import { type Corpus, type CorpusEntry, loadCorpus } from '../corpus.js'
import { seededRandom, stableHash } from '../random.js'
import { noiseFiles, ONE_RECORDING_SET, VOICE_SETS, type VoiceFile, voiceFiles } from './clips.js'

/** Conditions in which the recording differs and the voice does not. */
const CONDITIONS = ['lowpass', 'noise20', 'noise30', 'eq', 'speed', 'acted'] as const
/** Conditions that nothing is trained with: they are there to be evaluated. */
const UNTRAINED = ['loud', 'mp3', 'rate'] as const
/** The file as it is, halves of the only file of a voice, a short or a brief cut of it; and the conditions. */
export type Variant =
  | 'clean'
  | 'half-a'
  | 'half-b'
  | 'short'
  | 'brief'
  | (typeof CONDITIONS)[number]
  | (typeof UNTRAINED)[number]

/** One print of one copy of one file. */
export interface Clip {
  file: string
  set: string
  voice: string
  gender: string | null
  variant: Variant
  /** Kind of noise, factor of speed. */
  detail?: string
  speechSec: number
  voiceViews: VoiceViews
  recording: WidebandMeasures | null
}

export function isTrainedWith({ variant }: Clip): boolean {
  return !UNTRAINED.some((each) => each === variant)
}

export const clipsFolder = fileURLToPath(new URL('../../.cache/voice-clips/', import.meta.url))

const LONGEST_CLEAN_SEC = 8
const LONGEST_COPY_SEC = 4
const SHORT_FROM_SEC = 1.5
const SHORT_TO_SEC = 3
const BRIEF_FROM_SEC = 0.8
/** Around what is cut, so that the first and last sound are whole. */
const MARGIN_SEC = 0.1
const LOW_PASS_HZ = 4_000
/** Of the only file of a voice, long enough to be two. */
const SHORTEST_HALF_SEC = 3.1
const LONGEST_HALF_SEC = 5
const SHORTEST_SEC = 0.8

interface Cut {
  samples: Samples
  speech: Interval[]
  speechSec: number
}

/** `lengthSec` of speech from `fromSec` of speech on, with the pauses between. */
function cut(samples: Samples, speech: Interval[], fromSec: number, lengthSec: number): Cut {
  const taken: Interval[] = []
  let passedSec = 0
  let speechSec = 0
  for (const { startSec, endSec } of speech) {
    const from = Math.max(startSec, startSec + fromSec - passedSec)
    const to = Math.min(endSec, startSec + fromSec + lengthSec - passedSec)
    passedSec += endSec - startSec
    if (to <= from) continue
    taken.push({ startSec: from, endSec: to })
    speechSec += to - from
  }
  const startSec = Math.max(0, taken[0].startSec - MARGIN_SEC)
  const endSec = taken.at(-1)!.endSec + MARGIN_SEC
  return {
    samples: samples.slice(Math.round(startSec * SPEECH_RATE_HZ), Math.round(endSec * SPEECH_RATE_HZ)),
    speech: taken.map((interval) => ({
      startSec: interval.startSec - startSec,
      endSec: interval.endSec - startSec,
    })),
    speechSec,
  }
}

/** Embeds every `shards`-th file that is not yet kept; several processes may each take a shard. */
export async function embedCorpus(corpus: Corpus, shard = 0, shards = 1): Promise<void> {
  const models = new OpenModels()
  const printer = await models.voicePrinter()
  const noises = await Promise.all(noiseFiles(corpus).map((entry) => samplesOf(corpus, entry, models)))
  mkdirSync(clipsFolder, { recursive: true })
  const kept = new Set(loadClips().map(({ file }) => file))
  const wanted = voiceFiles(corpus).filter(
    ({ entry }, index) => index % shards === shard && !kept.has(entry.file),
  )
  for (const [done, file] of wanted.entries()) {
    const { entry } = file
    const track = await trackOf(corpus, entry, models)
    const { speechSamples } = await track.decoded()
    const samples = speechSamples.subarray(0, speechSamples.length)
    const { speech, speechSec } = await track.voiceActivity()
    const lines: string[] = []
    for (const { variant, detail, part } of await copiesOf({ samples, speech, speechSec }, file, noises)) {
      const plain = await printer.embed(part.samples, part.speech)
      if (!plain) continue
      const prints: Record<string, string> = { plain: base64(plain) }
      for (const [view, speed] of Object.entries(viewSpeeds)) {
        const played = atSpeed(part.samples, part.speech, speed)
        const print = await printer.embed(played.samples, played.speech)
        if (print) prints[view] = base64(print)
      }
      const clip = {
        file: entry.file,
        set: entry.set,
        voice: file.voice,
        gender: entry.gender ?? null,
        variant,
        detail,
        speechSec: part.speechSec,
        recording: widebandMeasures(part.samples, part.speech),
        prints,
      }
      lines.push(JSON.stringify(clip))
    }
    if (lines.length > 0) appendFileSync(join(clipsFolder, `${shard}.jsonl`), `${lines.join('\n')}\n`)
    if (done % 50 === 0) process.stderr.write(`${done} of ${wanted.length} files\n`)
  }
}

interface Copy {
  variant: Variant
  detail?: string
  part: Cut
}

async function copiesOf(
  clip: { samples: Samples; speech: Interval[]; speechSec: number },
  file: VoiceFile,
  noises: Samples[],
): Promise<Copy[]> {
  const { samples, speech, speechSec } = clip
  if (speechSec < SHORTEST_SEC) return []
  const random = seededRandom(stableHash(file.entry.file))
  const copies: Copy[] = []
  if (file.entry.set === ONE_RECORDING_SET)
    return [{ variant: 'clean', part: cut(samples, speech, 0, LONGEST_CLEAN_SEC) }]
  const halfSec = speechSec / 2
  if (file.isOnly && halfSec > SHORTEST_HALF_SEC) {
    const lengthSec = Math.min(LONGEST_HALF_SEC, halfSec)
    copies.push({ variant: 'half-a', part: cut(samples, speech, 0, lengthSec) })
    copies.push({ variant: 'half-b', part: cut(samples, speech, halfSec, lengthSec) })
  } else {
    copies.push({ variant: 'clean', part: cut(samples, speech, 0, LONGEST_CLEAN_SEC) })
  }
  const anyCut = (fromSec: number, toSec: number): Cut => {
    const lengthSec = fromSec + 0.05 + random() * (toSec - fromSec - 0.1)
    return cut(samples, speech, random() * (speechSec - lengthSec), lengthSec)
  }
  if (speechSec > SHORT_TO_SEC) copies.push({ variant: 'short', part: anyCut(SHORT_FROM_SEC, SHORT_TO_SEC) })
  if (speechSec > SHORT_FROM_SEC)
    copies.push({ variant: 'brief', part: anyCut(BRIEF_FROM_SEC, SHORT_FROM_SEC) })
  const copySec = Math.min(LONGEST_COPY_SEC, speechSec)
  const first = Math.floor(random() * CONDITIONS.length)
  const second = (first + 1 + Math.floor(random() * (CONDITIONS.length - 1))) % CONDITIONS.length
  for (const condition of [CONDITIONS[first], CONDITIONS[second]]) {
    const part = cut(samples, speech, random() * (speechSec - copySec), copySec)
    copies.push(changed(condition, part, noises, random))
  }
  if (!file.isEvaluated) return copies
  // A draw of its own: what is trained with does not depend on what is evaluated.
  const untrained = UNTRAINED[stableHash(`${file.entry.file} untrained`) % UNTRAINED.length]
  return [...copies, await unlearned(untrained, cut(samples, speech, 0, copySec))]
}

/** Louder by 6 dB, through an mp3 of few bits, or through the other usual sample rate. */
async function unlearned(variant: (typeof UNTRAINED)[number], part: Cut): Promise<Copy> {
  if (variant === 'loud') return { variant, part: { ...part, samples: part.samples.map((x) => 2 * x) } }
  if (variant === 'mp3')
    return { variant, part: { ...part, samples: await throughMp3(part.samples, SPEECH_RATE_HZ) } }
  const there = resampled(part.samples, SPEECH_RATE_HZ, 44_100)
  return { variant, part: { ...part, samples: resampled(there, 44_100, SPEECH_RATE_HZ) } }
}

function changed(variant: Variant, part: Cut, noises: Samples[], random: Random): Copy {
  const copyOf = (samples: Samples, detail?: string): Copy => ({
    variant,
    part: { ...part, samples },
    ...(detail ? { detail } : {}),
  })
  if (variant === 'lowpass') return copyOf(lowPassed(part.samples, LOW_PASS_HZ, SPEECH_RATE_HZ))
  if (variant === 'eq') return copyOf(equalised(part.samples, SPEECH_RATE_HZ, random))
  if (variant === 'speed') return hurried(part, random() < 0.5 ? 0.85 : 1.15)
  if (variant === 'acted') return inAnotherMood(part, someActing(random))
  const { detail, noise } = someNoise(noises, random)
  return copyOf(withNoise(part.samples, noise(part.samples.length), variant === 'noise20' ? 20 : 30), detail)
}

function hurried(part: Cut, speed: number): Copy {
  const samples = atPace(part.samples, speed, SPEECH_RATE_HZ)
  return { variant: 'speed', detail: String(speed), part: retimed(part, samples, speed) }
}

function inAnotherMood(part: Cut, acting: Acting): Copy {
  const detail = `${acting.semitones.toFixed(1)} semitones, speed ${acting.speed.toFixed(2)}, effort ${acting.effortDb.toFixed(1)} dB`
  return {
    variant: 'acted',
    detail,
    part: retimed(part, acted(part.samples, acting, SPEECH_RATE_HZ), acting.speed),
  }
}

function retimed({ speech, speechSec }: Cut, samples: Samples, speed: number): Cut {
  return {
    samples,
    speech: speech.map(({ startSec, endSec }) => ({ startSec: startSec / speed, endSec: endSec / speed })),
    speechSec: speechSec / speed,
  }
}

function someNoise(
  recorded: Samples[],
  random: Random,
): { detail: string; noise: (length: number) => Samples } {
  const choice = Math.floor(random() * 3)
  if (choice === 0) return { detail: 'white', noise: (length) => whiteNoise(length, random) }
  if (choice === 1) return { detail: 'pink', noise: (length) => pinkNoise(length, random) }
  const which = Math.floor(random() * recorded.length)
  return { detail: 'recorded', noise: (length) => stretchOf(recorded[which], length, random) }
}

async function trackOf(corpus: Corpus, { file }: CorpusEntry, models: OpenModels): Promise<Track> {
  return new Track(bytesInMemory(await readFile(join(corpus.folder, file))), models)
}

async function samplesOf(corpus: Corpus, entry: CorpusEntry, models: OpenModels): Promise<Samples> {
  const { speechSamples } = await (await trackOf(corpus, entry, models)).decoded()
  return speechSamples.subarray(0, speechSamples.length)
}

/** Everything kept so far, in an order that does not depend on how it was made. */
export function loadClips(): Clip[] {
  const clips: Clip[] = []
  for (let shard = 0; existsSync(join(clipsFolder, `${shard}.jsonl`)); shard++) {
    for (const line of readFileSync(join(clipsFolder, `${shard}.jsonl`), 'utf8').split('\n')) {
      if (!line) continue
      const { prints, ...clip } = JSON.parse(line)
      const views: VoiceViews['views'] = {}
      for (const [view, text] of Object.entries<string>(prints)) views[view as TakenView] = unpacked(text)
      if (clip.recording) views.timbre = timbreView(views.plain!, clip.recording)
      clip.voiceViews = { speechSec: clip.speechSec, views }
      if (VOICE_SETS.has(clip.set)) clips.push(clip)
    }
  }
  const key = ({ file, variant }: Clip) => `${file} ${variant}`
  return clips.sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

function base64(numbers: Float32Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64')
}

function unpacked(text: string): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [shard, shards] = process.argv.slice(2).map(Number)
  await embedCorpus(loadCorpus(), shard, shards)
}
