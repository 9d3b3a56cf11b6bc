// How a sound goes within the frames of the shared spectrum: energies of parts of 1.25 ms.
import { parameters } from './parameters.js'

const { apartSec, hopSec } = parameters

/** The middle 10 ms of each frame in so many parts. */
export const PARTS = 8

/** Sums of squares, one row of `PARTS` a frame. */
export interface PartEnergies {
  sound: Float64Array
  /** Of its bend: the difference of two differences. */
  sharpness: Float64Array
}

/** First sample of a part of a frame, whose middle 10 ms the parts fill; of the part behind the last, where these end. */
export function partStart(sampleRateHz: number, frame: number, part: number): number {
  const hop = Math.round(hopSec * sampleRateHz)
  return frame * hop + (hop >> 1) + Math.floor((part * hop) / PARTS)
}

export function partEnergies(samples: Float32Array, sampleRateHz: number, frames: number): PartEnergies {
  const apart = Math.max(1, Math.round(apartSec * sampleRateHz))
  const sound = new Float64Array(frames * PARTS)
  const sharpness = new Float64Array(frames * PARTS)
  for (let frame = 0; frame < frames; frame++) {
    for (let part = 0; part < PARTS; part++) {
      const from = partStart(sampleRateHz, frame, part)
      const to = partStart(sampleRateHz, frame, part + 1)
      writePart(samples, from, to, apart, sound, sharpness, frame * PARTS + part)
    }
  }
  return { sound, sharpness }
}

/** Of the samples from `from` to `to`; the first few of all have nothing before them to bend from, and are left out. */
function writePart(
  samples: Float32Array,
  from: number,
  to: number,
  apart: number,
  sound: Float64Array,
  sharpness: Float64Array,
  at: number,
): void {
  let sum = 0
  let sharp = 0
  let n = Math.max(from, 2 * apart)
  // Two at a time take three quarters of the time.
  for (; n + 1 < to; n += 2) {
    const one = samples[n]
    const other = samples[n + 1]
    const oneBend = one - 2 * samples[n - apart] + samples[n - 2 * apart]
    const otherBend = other - 2 * samples[n - apart + 1] + samples[n - 2 * apart + 1]
    sum += one * one + other * other
    sharp += oneBend * oneBend + otherBend * otherBend
  }
  if (n < to) {
    const bend = samples[n] - 2 * samples[n - apart] + samples[n - 2 * apart]
    sum += samples[n] * samples[n]
    sharp += bend * bend
  }
  sound[at] = sum
  sharpness[at] = sharp
}
