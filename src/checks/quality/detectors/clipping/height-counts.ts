// How many samples of a channel are as high as its highest: once a limit is known to be there, these samples lie at it.
import { toleranceAt } from './flat-tops.js'

/** One for each step of 16 bit. */
const STEPS = 32_768

export class HeightCounts {
  private readonly counts = new Uint32Array(STEPS + 1)
  peak = 0

  push(samples: Float32Array, from: number, to: number): void {
    this.peak = countHeights(samples, from, to, this.counts, this.peak)
  }

  /** Samples that are as high as the highest, to a step. */
  atPeak(): number {
    let sum = 0
    for (let step = Math.max(0, leastStep(this.peak)); step <= STEPS; step++) sum += this.counts[step]
    return sum
  }
}

/** The lowest step that is still the height of such a peak. */
function leastStep(peak: number): number {
  return Math.min(STEPS, Math.floor((peak - 2 * toleranceAt(peak)) * STEPS))
}

/** Adds to the counts what may be as high as the highest, given the highest so far, and returns the highest. */
function countHeights(
  samples: Float32Array,
  from: number,
  to: number,
  counts: Uint32Array,
  peakBefore: number,
): number {
  let peak = peakBefore
  let least = leastStep(peak) / STEPS
  for (let n = from; n < to; n++) {
    const size = Math.abs(samples[n])
    if (size < least) continue
    if (size > peak) {
      peak = size
      least = leastStep(peak) / STEPS
    }
    counts[Math.min(STEPS, Math.floor(size * STEPS))]++
  }
  return peak
}
