// Tells from the sound alone whether speech is still words: a small network of our own (scripts/garble-model) over mel
// bands. It knows no language: reversed, shuffled or smeared speech moves as no mouth does, and two voices have two pitches.
import { type InferenceSession, Tensor } from 'audio-audit-runtime'
import { logMel } from '../audio/mel.js'
import { resample } from '../audio/resample.js'
import type { Samples } from '../audio/samples.js'
import { readModelFile } from './models.js'
import { once } from './once.js'
import { openSession } from './session.js'

const SAMPLE_RATE_HZ = 16_000
/** What the network was trained with: scripts/garble-model/network.py. */
const FRAME_SEC = 0.032
const HOP_SEC = 0.016
const BANDS = 72
const LOW_HZ = 60
const HIGH_HZ = 7_600
const FRAMES_PER_STEP = 4
const ENERGY_FLOOR = 1e-15
/** In units of 10 dB, from the level of the loud frames. */
const LOWEST = -6
/** Frames this far below the loudest one say nothing about the level of the speech. */
const LOUD_DB = 30
/** Steps with no frame above this are pauses. */
const SOUNDING = -2.5

export const STEP_SEC = FRAMES_PER_STEP * HOP_SEC

/** Shown to the network at once: enough to know the level of the speech, not so much that a long file fills the memory. */
const LONGEST_CORE_SEC = 24
/** Beyond this the network does not see. */
const CONTEXT_STEPS = 32
const SAMPLES_PER_STEP = Math.round(STEP_SEC * SAMPLE_RATE_HZ)

/**
 * Speeds at which sound that seems garbled is played to the network again, pitch and all: garble is garble at any of them, a voice that is
 * only odd seldom is. On voices kept out of training the mean over five speeds parts the two at twice the distance.
 */
const OTHER_SPEEDS = [0.88, 0.94, 1.07, 1.14]
/** Log-odds beyond this are not more certain: the network was never shown that it is right so often. */
const MOST_LOG_ODDS = 6
/** Half a second above this is worth a second run; garble that the first run misses is seldom below. */
const SEEMS_GARBLED_FROM = -2
const SEEMS_GARBLED_STEPS = 8

export interface GarbleCurve {
  /** Natural logarithm of the odds that the speech is garbled, one every STEP_SEC. */
  logOdds: Float32Array
  /** 1 where there is sound within 25 dB of the loud speech, 0 in pauses. */
  isSounding: Uint8Array
}

export class GarbleNetwork {
  private constructor(private readonly session: InferenceSession) {}

  static async load(): Promise<GarbleNetwork> {
    return new GarbleNetwork(await openSession(readModelFile('garble')))
  }

  /** Of 16 kHz sound of any length. */
  async curveOf(samples: Samples, signal?: AbortSignal): Promise<GarbleCurve> {
    const steps = Math.floor(samples.length / SAMPLES_PER_STEP)
    const curve = { logOdds: new Float32Array(steps), isSounding: new Uint8Array(steps) }
    const parts = Math.max(1, Math.ceil((steps * STEP_SEC) / LONGEST_CORE_SEC))
    for (let part = 0; part < parts; part++) {
      signal?.throwIfAborted()
      const from = Math.floor((part * steps) / parts)
      const to = Math.floor(((part + 1) * steps) / parts)
      const shownFrom = Math.max(0, from - CONTEXT_STEPS)
      const shownTo = Math.min(samples.length, (to + CONTEXT_STEPS) * SAMPLES_PER_STEP)
      const own = await this.curveOfPart(samples.subarray(shownFrom * SAMPLES_PER_STEP, shownTo))
      for (let step = from; step < to; step++) {
        curve.logOdds[step] = own.logOdds[step - shownFrom] ?? 0
        curve.isSounding[step] = own.isSounding[step - shownFrom] ?? 0
      }
    }
    return curve
  }

  /** Where it seems garbled at first, the mean of what several speeds give. */
  private async curveOfPart(samples: Float32Array): Promise<GarbleCurve> {
    const first = await this.runOnce(samples)
    if (!seemsGarbled(first)) return first
    const sum = first.logOdds.map(bounded)
    for (const speed of OTHER_SPEEDS) {
      const { logOdds } = await this.runOnce(resample(samples, SAMPLE_RATE_HZ * speed, SAMPLE_RATE_HZ))
      for (let step = 0; step < sum.length; step++)
        sum[step] += bounded(logOdds[Math.min(logOdds.length - 1, Math.floor((step + 0.5) / speed))])
    }
    return { ...first, logOdds: sum.map((value) => value / (OTHER_SPEEDS.length + 1)) }
  }

  private async runOnce(samples: Float32Array): Promise<GarbleCurve> {
    const bands = levelledBands(samples)
    if (!bands) return { logOdds: new Float32Array(0), isSounding: new Uint8Array(0) }
    const { data, frames } = bands
    const steps = Math.ceil(frames / FRAMES_PER_STEP)
    const padded = new Float32Array(steps * FRAMES_PER_STEP * BANDS)
    padded.set(data)
    const { logOdds } = await this.session.run({
      bands: new Tensor('float32', padded, [1, steps * FRAMES_PER_STEP, BANDS]),
    })
    return { logOdds: logOdds.data as Float32Array, isSounding: soundingSteps(data, frames) }
  }
}

/** One for each thread, opened when it is first asked for. */
export const garbleNetwork = once(() => GarbleNetwork.load())

/** Mel bands in units of 10 dB around the mean of the loud frames; null when there is no sound. */
function levelledBands(samples: Float32Array): { data: Float32Array; frames: number } | null {
  const { data, frames } = logMel(samples, {
    sampleRateHz: SAMPLE_RATE_HZ,
    frameSec: FRAME_SEC,
    hopSec: HOP_SEC,
    bands: BANDS,
    lowHz: LOW_HZ,
    highHz: HIGH_HZ,
    floor: ENERGY_FLOOR,
  })
  if (frames === 0) return null
  const energies = new Float64Array(frames)
  for (let frame = 0; frame < frames; frame++)
    for (let band = 0; band < BANDS; band++) energies[frame] += Math.exp(data[frame * BANDS + band])
  const loudest = energies.reduce((most, energy) => Math.max(most, energy), 0)
  if (loudest <= 2 * BANDS * ENERGY_FLOOR) return null
  const loud = energies.filter((energy) => energy >= loudest * 10 ** (-LOUD_DB / 10))
  const logMean = Math.log(loud.reduce((sum, energy) => sum + energy, 0) / loud.length / BANDS)
  for (let index = 0; index < data.length; index++)
    data[index] = Math.max(LOWEST, (data[index] - logMean) / Math.LN10)
  return { data, frames }
}

function seemsGarbled({ logOdds, isSounding }: GarbleCurve): boolean {
  let steps = 0
  for (const [step, value] of logOdds.entries()) if (value > SEEMS_GARBLED_FROM && isSounding[step]) steps++
  return steps >= SEEMS_GARBLED_STEPS
}

function bounded(logOdds: number): number {
  return Math.max(-MOST_LOG_ODDS, Math.min(MOST_LOG_ODDS, logOdds))
}

function soundingSteps(data: Float32Array, frames: number): Uint8Array {
  const steps = new Uint8Array(Math.ceil(frames / FRAMES_PER_STEP))
  for (let frame = 0; frame < frames; frame++) {
    let energy = 0
    for (let band = 0; band < BANDS; band++) energy += 10 ** data[frame * BANDS + band]
    if (Math.log10(energy / BANDS) > SOUNDING) steps[Math.floor(frame / FRAMES_PER_STEP)] = 1
  }
  return steps
}
