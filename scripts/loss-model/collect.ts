// What the network of the dropouts check learns from: see README.md here. Only voices of the tuning half.
//   npx tsx scripts/loss-model/collect.ts [at most so many clips]
// .cache/loss/part-*.bin hold the features of one clip after another as bytes, frame by frame, then one byte a frame that says
// what it is; clips.json says what they are.
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CorpusEntry, loadCorpus, splitOf, voiceKey } from '../../lab/corpus.js'
import { mp3Bytes } from '../../lab/mp3.js'
import { isClean } from '../../lab/quality-clips.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { decodeAudio } from '../../src/audio/decode.js'
import { GrowingSamples } from '../../src/audio/growing-samples.js'
import { LOSS_ROWS, lossFeatures } from '../../src/checks/quality/detectors/dropouts/loss-features.js'
import { frameLevelsDb, speechLevelDb } from '../../src/checks/quality/front-end/frame-levels.js'
import { Section } from '../../src/checks/quality/front-end/section.js'
import { EITHER, harmless, INSIDE, type Random, withLosses } from './losses.js'

const LONGEST_SEC = 6
/** Each half of the voices is judged by a network that knows only the other. */
const FOLDS = 2
const SAVED_EVERY = 25
/** How each clip is taken: with losses or without, coded or not. */
const PASSES = [
  { losses: false, mp3: false },
  { losses: false, mp3: true },
  { losses: true, mp3: false },
  { losses: true, mp3: false },
  { losses: true, mp3: false },
  { losses: true, mp3: true },
]
const MP3_KBPS = [48, 64, 64, 96, 128] as const
/** Features are kept in steps of 0.8 dB. */
const STEPS = 12.5
/** A part can be sent somewhere by itself. */
const LARGEST_PART_BYTES = 45e6

const folder = new URL('../../.cache/loss/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (/^part-\d+\.bin$/.test(name)) rmSync(new URL(name, folder))
const corpus = loadCorpus()
const clips: object[] = []
let part = 0
let partBytes = 0

/** In an order that mixes the sets, so that any part of it is as good as the whole. */
const entries = corpus.entries
  .filter((entry) => isClean(entry) && splitOf(entry) === 'tune')
  .sort((one, other) => stableHash(one.file) - stableHash(other.file))
  .slice(0, Number(process.argv[2] ?? Infinity))
for (const [turn, entry] of entries.entries()) {
  if (turn % SAVED_EVERY === 0) writeFileSync(new URL('clips.json', folder), JSON.stringify(clips))
  const { samples, rate } = await piece(entry)
  for (const [index, pass] of PASSES.entries()) {
    const random = seededRandom(stableHash(`${entry.file} ${index}`))
    const sound = index === 0 ? samples : harmless(samples, rate, random)
    const made = pass.losses
      ? withLosses(sound, rate, random)
      : { samples: sound, labels: new Uint8Array(sound.length) }
    const heard = pass.mp3 ? await coded(made.samples, rate, random) : as16Bit(made.samples)
    add(heard, made.labels, rate, { ...pass, set: entry.set, fold: foldOf(voiceKey(entry)) })
  }
}
writeFileSync(new URL('clips.json', folder), JSON.stringify(clips))
console.log(clips.length, 'clips', part + 1, 'parts')

/** The last bit of the hash tells the tuning half from the other. */
function foldOf(voice: string): number {
  return (stableHash(voice) >>> 1) % FOLDS
}

async function piece(entry: CorpusEntry): Promise<{ samples: Float32Array; rate: number }> {
  const whole = new GrowingSamples()
  const { sampleRateHz: rate } = await decodeAudio(
    bytesInMemory(await readFile(join(corpus.folder, entry.file))),
    ([first]) => whole.push(first),
    {},
  )
  const samples = whole.whole()
  const length = Math.min(samples.length, LONGEST_SEC * rate)
  const from = Math.floor(seededRandom(stableHash(entry.file))() * (samples.length - length + 1))
  return { samples: samples.slice(from, from + length), rate }
}

async function coded(samples: Float32Array, rate: number, random: Random): Promise<Float32Array> {
  const whole = new GrowingSamples()
  const bytes = await mp3Bytes(samples, rate, MP3_KBPS[Math.floor(random() * MP3_KBPS.length)])
  await decodeAudio(bytesInMemory(bytes), ([first]) => whole.push(first), {})
  return whole.whole()
}

function as16Bit(samples: Float32Array): Float32Array {
  return samples.map((sample) => Math.max(-32768, Math.min(32767, Math.round(sample * 32768))) / 32768)
}

function add(samples: Float32Array, labels: Uint8Array, rate: number, about: object): void {
  const section = new Section([samples], rate, 0, 0, samples.length, true, true)
  const { frames, timesSec } = section.spectrum
  const speechDb = speechLevelDb(frameLevelsDb(samples, Math.round(rate / 100)))
  const features = lossFeatures(section.spectrum, samples, rate, speechDb)
  const bytes = new Int8Array((LOSS_ROWS + 1) * frames)
  for (let frame = 0; frame < frames; frame++) {
    for (let row = 0; row < LOSS_ROWS; row++)
      bytes[frame * LOSS_ROWS + row] = Math.max(
        -128,
        Math.min(127, Math.round(STEPS * features[row * frames + frame])),
      )
    const at = labels[Math.round(timesSec[frame] * rate)] ?? EITHER
    bytes[LOSS_ROWS * frames + frame] = at === INSIDE ? 1 : at
  }
  if (partBytes > 0 && partBytes + bytes.length > LARGEST_PART_BYTES) {
    part++
    partBytes = 0
  }
  appendFileSync(new URL(`part-${part}.bin`, folder), Buffer.from(bytes.buffer))
  partBytes += bytes.length
  clips.push({ part, frames, ...about })
}
