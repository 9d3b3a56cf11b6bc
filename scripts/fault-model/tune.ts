// What thresholds of the fault network are chosen by: what it says of clean speech and of planted faults.
//   node tune.mjs CLIPS_FOLDER FAULT.onnx,... CUT.onnx,... HALF OUT.jsonl [PART OF]
// With networks that were trained without a half of the engines, and that half: so all that is said holds for unseen engines.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plant } from '../../eval/plant/plant.js'
import { mp3Bytes } from '../../lab/mp3.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { decodeAudio } from '../../src/audio/decode.js'
import { GrowingSamples } from '../../src/audio/growing-samples.js'
import { Excess } from '../../src/checks/quality/detectors/clicks/excess.js'
import { networkLosses } from '../../src/checks/quality/detectors/dropouts/network-losses.js'
import { audibleOf } from '../../src/checks/quality/detectors/staticNoise/audible.js'
import { burstsOf } from '../../src/checks/quality/detectors/staticNoise/bursts.js'
import { cutAt } from '../../src/checks/quality/detectors/truncation/cut.js'
import {
  cutHeads,
  faultHeads,
  openNetworks,
} from '../../src/checks/quality/front-end/fault-network/network.js'
import { Section } from '../../src/checks/quality/front-end/section.js'

const LONGEST_SEC = 15
const MOST_OF_A_SET = 120
const KINDS = ['click', 'static', 'dropout', 'truncation'] as const
const STRENGTHS = ['clear', 'clear', 'gross'] as const
const MP3_SHARE = 0.3
const MP3_KBPS = 64
const MP3_HZ = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
/** Peaks of odds below this are not written. */
const LEAST_ODDS = -2

interface PackedClip {
  file: string
  set: string
  half: number
  speech: [number, number][]
}

const [, , folder, faultModels, cutModels, half, out, part = '0', of = '1'] = process.argv
const network = await openNetworks(filesOf(faultModels), faultHeads)
const cutNetwork = await openNetworks(filesOf(cutModels), cutHeads)
writeFileSync(out, '')
const all = JSON.parse(readFileSync(join(folder, 'clips.json'), 'utf8')) as PackedClip[]
const taken: Record<string, number> = {}
const clips = all
  .filter((clip) => clip.half === Number(half))
  .sort((one, other) => stableHash(one.file) - stableHash(other.file))
  .filter(({ set }) => {
    taken[set] = (taken[set] ?? 0) + 1
    return taken[set] <= MOST_OF_A_SET
  })
for (const [index, clip] of clips.entries()) if (index % Number(of) === Number(part)) await tell(clip)

function filesOf(paths: string): Uint8Array[] {
  return paths.split(',').map((path) => readFileSync(path))
}

async function tell(clip: PackedClip): Promise<void> {
  const opened = await decoded(readFileSync(join(folder, clip.file)))
  const rate = opened.rate
  const samples = opened.samples.slice(0, LONGEST_SEC * rate)
  const speech = clip.speech
    .map(([startSec, endSec]) => ({ startSec, endSec: Math.min(endSec, samples.length / rate) }))
    .filter(({ startSec, endSec }) => endSec > startSec)
  const say = async (about: object, sound: Float32Array) =>
    appendFileSync(
      out,
      `${JSON.stringify({ set: clip.set, file: clip.file, ...about, ...(await oddsIn(sound, rate)) })}\n`,
    )
  const isWhole = samples.length === opened.samples.length
  await say({ kind: 'clean', sec: samples.length / rate, isWhole, speech }, samples)
  const random = seededRandom(stableHash(`tune ${clip.file}`))
  for (const kind of KINDS) {
    const strength = STRENGTHS[Math.floor(random() * STRENGTHS.length)]
    const made = plant(kind, strength, samples, rate, random, { speech })
    if (!made) continue
    const isMp3 = random() < MP3_SHARE && MP3_HZ.includes(rate)
    const sound = isMp3
      ? (await decoded(await mp3Bytes(made.samples, rate, MP3_KBPS))).samples
      : made.samples.map((sample) => Math.round(sample * 32_768) / 32_768)
    const [{ variant, startSec, endSec }] = made.planted
    await say({ kind, strength, variant, isMp3, startSec, endSec, sec: sound.length / rate }, sound)
  }
}

async function oddsIn(samples: Float32Array, rate: number): Promise<object | null> {
  const section = new Section([samples], rate, 0, 0, samples.length, true, true)
  const features = section.featuresOf(0)
  if (!features) return null
  const odds = await network(features)
  const [channel] = section.channels
  const speechDb = section.speechDbOf(channel)
  const excess = new Excess(rate)
  const clicks = peaksOf(odds.click).map((frame) => {
    const timeSec = section.spectrum.timesSec[frame]
    return [
      timeSec,
      odds.click[frame],
      excess.ofMoment(channel, Math.round(timeSec * rate), 10 ** (speechDb / 10)),
    ]
  })
  const statics = burstsOf(odds.static, LEAST_ODDS).map((burst) => {
    const { excessDb } = audibleOf(features, burst)
    return [0.01 * burst.from, 0.01 * burst.to + 0.02, burst.sureness, excessDb]
  })
  const losses = networkLosses(odds.loss, section, 0, LEAST_ODDS).map((loss) => [
    loss.from / rate,
    loss.to / rate,
    loss.odds,
    loss.amountDb,
  ])
  const cuts: (number[] | null)[] = []
  for (const edge of ['start', 'end'] as const) {
    const cut = await cutAt(edge, features, section, cutNetwork)
    cuts.push(cut && [cut.timeSec, cut.odds, cut.levelDb])
  }
  return rounded({ clicks, statics, losses, cuts })
}

function peaksOf(odds: Float32Array): number[] {
  return [...odds.keys()].filter(
    (frame) =>
      odds[frame] >= LEAST_ODDS &&
      odds.subarray(Math.max(0, frame - 3), frame + 4).every((other) => other <= odds[frame]),
  )
}

function rounded(said: object): object {
  return JSON.parse(
    JSON.stringify(said, (_, value) =>
      typeof value === 'number' ? Math.round(1_000 * value) / 1_000 : value,
    ),
  )
}

async function decoded(bytes: Uint8Array): Promise<{ samples: Float32Array; rate: number }> {
  const whole = new GrowingSamples()
  const { sampleRateHz } = await decodeAudio(bytesInMemory(bytes), ([first]) => whole.push(first), {})
  return { samples: whole.whole(), rate: sampleRateHz }
}
