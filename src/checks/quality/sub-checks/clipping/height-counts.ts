// How often each height occurs in a channel: tells how many samples lie at a limit once it is known where the limit is.

/** One for each step of 16 bit. */
const STEPS = 32_768

export class HeightCounts {
  private readonly counts = new Uint32Array(STEPS + 1)
  peak = 0

  push(samples: Float32Array, from: number, to: number): void {
    this.peak = Math.max(this.peak, countHeights(samples, from, to, this.counts))
  }

  /** Samples that are at least so high, to a step. */
  from(height: number): number {
    let sum = 0
    for (let step = Math.min(STEPS, Math.floor(height * STEPS)); step <= STEPS; step++)
      sum += this.counts[step]
    return sum
  }
}

/** Adds to the counts and returns the highest. */
function countHeights(samples: Float32Array, from: number, to: number, counts: Uint32Array): number {
  let peak = 0
  for (let n = from; n < to; n++) {
    const size = Math.abs(samples[n])
    if (size > peak) peak = size
    counts[Math.min(STEPS, Math.floor(size * STEPS))]++
  }
  return peak
}
