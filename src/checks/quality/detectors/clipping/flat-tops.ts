// Tops of the waveform that are cut off flat.
import { parameters } from './parameters.js'

const { lowestHeight, sameShare, sameWithin, shortest, steepTolerances } = parameters

/** A run of samples at one height, with no higher one nearby on the same side of zero. */
export interface FlatTop {
  from: number
  to: number
  /** Absolute value. */
  height: number
}

export function toleranceAt(height: number): number {
  return Math.max(sameWithin, sameShare * height)
}

/** Flat tops that begin from `coreFrom` up to `coreTo`. */
export function flatTops(samples: Float32Array, coreFrom: number, coreTo: number): FlatTop[] {
  const tops: FlatTop[] = []
  const last = samples.length - 1
  for (let n = Math.max(1, coreFrom); n < Math.min(coreTo, last); n++) {
    const value = samples[n]
    const height = Math.abs(value)
    const tolerance = toleranceAt(height)
    // Nearly always true, unlike the height of a wave: asked first, it spares the processor many wrong guesses.
    if (Math.abs(samples[n + 1] - value) > tolerance) continue
    if (height < lowestHeight) continue
    let to = n + 2
    while (to <= last && Math.abs(samples[to] - value) <= tolerance) to++
    if (to - n >= shortest && to <= last) {
      const sign = value < 0 ? -1 : 1
      const rise = height - sign * samples[n - 1]
      const fall = height - sign * samples[to]
      if (Math.min(rise, fall) > 0 && rise + fall > 2 * steepTolerances * tolerance) {
        tops.push({ from: n, to, height })
      }
    }
    n = to - 1
  }
  return tops
}
