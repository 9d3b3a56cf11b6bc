// How loud a sound is from moment to moment.
import { partsOf, type Samples } from '../../../audio/samples.js'
import { parameters } from './parameters.js'

const { activeRangeDb, loudQuantile } = parameters

/** Stands for silence: below the last bit of 24. */
export const SILENT_DB = -150

export function powerDb(power: number): number {
  return power > 0 ? Math.max(SILENT_DB, 10 * Math.log10(power)) : SILENT_DB
}

export function energy(samples: Float32Array, from: number, to: number): number {
  let sum = 0
  let n = from
  // Four at a time take half as long.
  for (; n + 3 < to; n += 4) {
    const one = samples[n]
    const two = samples[n + 1]
    const three = samples[n + 2]
    const four = samples[n + 3]
    sum += one * one + two * two + (three * three + four * four)
  }
  for (; n < to; n++) sum += samples[n] * samples[n]
  return sum
}

/** Sum of the samples from `from` to `to`. */
export function sumOf(samples: Float32Array, from: number, to: number): number {
  let sum = 0
  let n = from
  for (; n + 3 < to; n += 4) sum += samples[n] + samples[n + 1] + (samples[n + 2] + samples[n + 3])
  for (; n < to; n++) sum += samples[n]
  return sum
}

/** Mean square of the samples from `from` to `to`, whatever of that exists. */
export function meanPower(samples: Float32Array, from: number, to: number): number {
  const first = Math.max(0, Math.round(from))
  const last = Math.min(samples.length, Math.round(to))
  return last > first ? energy(samples, first, last) / (last - first) : 0
}

/** Level of each whole frame, end to end, in dB against full scale (a square wave has 0). */
export function frameLevelsDb(samples: Samples, frameLength: number): Float64Array {
  const levels = new Float64Array(Math.floor(samples.length / frameLength))
  let frame = 0
  for (const { part } of partsOf(samples, frameLength)) {
    for (let to = frameLength; to <= part.length; to += frameLength)
      levels[frame++] = powerDb(energy(part, to - frameLength, to) / frameLength)
  }
  return levels
}

/** Mean level while somebody speaks, judged by the levels alone; `SILENT_DB` where all is silent. */
export function speechLevelDb(levelsDb: ArrayLike<number>): number {
  const ordered = new Float64Array(levelsDb).sort()
  let silent = 0
  while (silent < ordered.length && ordered[silent] <= SILENT_DB) silent++
  const audible = ordered.subarray(silent)
  if (audible.length === 0) return SILENT_DB
  const loud = audible[Math.min(audible.length - 1, Math.floor(loudQuantile * audible.length))]
  let sum = 0
  let first = audible.length
  while (first > 0 && audible[first - 1] >= loud - activeRangeDb) sum += 10 ** (audible[--first] / 10)
  return powerDb(sum / (audible.length - first))
}
