// Thumps: bumps and steps below the pitch of any voice, so smooth that prediction takes them for granted.
import { sumOf } from '../../front-end/frame-levels.js'
import { capped, toDb } from './candidates.js'

/** The sound in steps of a millisecond, smoothed over 25 ms: a Hann window of that length has its first zero at 80 Hz. */
const STEP_SEC = 0.001
const SMOOTH_STEPS = 25
/** A bump is measured against what lies so far on both sides of it. */
const APART_STEPS = 20
/** It is the highest within 25 ms and stands out of the 300 ms around it. */
const PEAK_STEPS = 25
const AROUND_STEPS = 150
const LEAST_OVER_DB = 14
/** Softer ones, against the speech, nobody hears. */
const LEAST_LEVEL_DB = -30
/** A candidate's own bump lies no further from it. */
const OWN_STEPS = 8

export class LowBumps {
  private readonly step: number
  private readonly bumps: Float64Array
  private readonly sums: Float64Array

  constructor(samples: Float32Array, sampleRateHz: number) {
    this.step = Math.max(1, Math.round(STEP_SEC * sampleRateHz))
    this.bumps = bumpsOf(smoothed(stepMeans(samples, this.step)))
    this.sums = new Float64Array(this.bumps.length + 1)
    for (let k = 0; k < this.bumps.length; k++) this.sums[k + 1] = this.sums[k] + this.bumps[k]
  }

  /** Samples in the middle of those that stand out. */
  places(speechPower: number): number[] {
    const { bumps } = this
    const least = speechPower * 10 ** (LEAST_LEVEL_DB / 10)
    const places: number[] = []
    for (let k = 1; k + 1 < bumps.length; k++) {
      const bump = bumps[k]
      if (bump < least || bump < bumps[k - 1] || bump <= bumps[k + 1]) continue
      if (this.overDb(k) < LEAST_OVER_DB) continue
      if (bump < this.highest(k - PEAK_STEPS, k - 1) || bump <= this.highest(k + 1, k + PEAK_STEPS)) continue
      places.push(Math.round((k + 0.5) * this.step))
    }
    return places
  }

  /** How far the highest bump at a sample stands out, and its level against the speech, in dB. */
  at(sample: number, speechPower: number): { overDb: number; levelDb: number } {
    const { bumps } = this
    const middle = Math.floor(sample / this.step)
    let best = -1
    for (let k = Math.max(0, middle - OWN_STEPS); k <= Math.min(bumps.length - 1, middle + OWN_STEPS); k++)
      if (best < 0 || bumps[k] > bumps[best]) best = k
    if (best < 0) return { overDb: 0, levelDb: capped(-Infinity) }
    return { overDb: this.overDb(best), levelDb: capped(toDb(bumps[best]) - toDb(speechPower)) }
  }

  /** Over the mean of what surrounds it, itself left out. */
  private overDb(k: number): number {
    const before = this.mean(k - AROUND_STEPS, k - PEAK_STEPS)
    const after = this.mean(k + PEAK_STEPS, k + AROUND_STEPS)
    return capped(toDb(this.bumps[k]) - toDb((before + after) / 2))
  }

  private mean(from: number, to: number): number {
    const first = Math.max(0, Math.min(this.bumps.length, from))
    const last = Math.max(first, Math.min(this.bumps.length, to))
    return last > first ? (this.sums[last] - this.sums[first]) / (last - first) : 0
  }

  private highest(from: number, to: number): number {
    let most = 0
    const last = Math.min(this.bumps.length - 1, to)
    for (let k = Math.max(0, from); k <= last; k++) if (this.bumps[k] > most) most = this.bumps[k]
    return most
  }
}

/** Mean of every step, with silence before and after for the smoothing. */
function stepMeans(samples: Float32Array, step: number): Float64Array {
  const count = Math.floor(samples.length / step)
  const means = new Float64Array(count + SMOOTH_STEPS - 1)
  for (let k = 0; k < count; k++) {
    means[k + (SMOOTH_STEPS >> 1)] = sumOf(samples, k * step, (k + 1) * step) / step
  }
  return means
}

function smoothed(means: Float64Array): Float64Array {
  const window = Float64Array.from(
    { length: SMOOTH_STEPS },
    (_, n) => (1 - Math.cos((2 * Math.PI * (n + 0.5)) / SMOOTH_STEPS)) / SMOOTH_STEPS,
  )
  const smooth = new Float64Array(Math.max(0, means.length - SMOOTH_STEPS + 1))
  for (let k = 0; k < smooth.length; k++) {
    let sum = 0
    for (let n = 0; n < SMOOTH_STEPS; n++) sum += window[n] * means[k + n]
    smooth[k] = sum
  }
  return smooth
}

/** Power of what stands out of both sides, or of the jump from one to the other. */
function bumpsOf(smooth: Float64Array): Float64Array {
  const bumps = new Float64Array(smooth.length)
  for (let k = 0; k < bumps.length; k++) {
    const before = k < APART_STEPS ? 0 : smooth[k - APART_STEPS]
    const after = k + APART_STEPS < smooth.length ? smooth[k + APART_STEPS] : 0
    const bump = smooth[k] - (before + after) / 2
    const jump = (after - before) / 2
    bumps[k] = Math.max(bump * bump, jump * jump)
  }
  return bumps
}
