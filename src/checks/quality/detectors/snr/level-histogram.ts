// How often each level came, for files of any length: a quantile needs no list of all frames.
import { quickLog10 } from '../../../../audio/quick-log10.js'

const LOWEST_DB = -140
const STEP_DB = 0.5
const STEPS = 320

export class LevelHistogram {
  count = 0
  private readonly counts = new Uint32Array(STEPS)

  add(meanSquare: number): void {
    const db = meanSquare > 0 ? 10 * quickLog10(meanSquare) : LOWEST_DB
    this.counts[Math.min(STEPS - 1, Math.max(0, Math.floor((db - LOWEST_DB) / STEP_DB)))]++
    this.count++
  }

  /** The levels of another one, too. */
  merge(other: LevelHistogram): void {
    for (let step = 0; step < STEPS; step++) this.counts[step] += other.counts[step]
    this.count += other.count
  }

  /** Mean square that the given share of the levels stays below. */
  quantile(share: number): number {
    let left = share * this.count
    for (let step = 0; step < STEPS; step++) {
      if (left < this.counts[step]) return meanSquareAt(step + left / this.counts[step])
      left -= this.counts[step]
    }
    return meanSquareAt(STEPS)
  }

  /** Mean of the mean squares of the given share of the levels, the quietest. */
  meanOfQuietest(share: number): number {
    let left = share * this.count
    let sum = 0
    for (let step = 0; step < STEPS && left > 0; step++) {
      sum += Math.min(left, this.counts[step]) * meanSquareAt(step + 0.5)
      left -= this.counts[step]
    }
    return sum / (share * this.count)
  }

  /** Mean of the mean squares that lie below the limit. */
  meanBelow(limit: number): number {
    let count = 0
    let sum = 0
    for (let step = 0; step < STEPS && meanSquareAt(step + 0.5) < limit; step++) {
      sum += this.counts[step] * meanSquareAt(step + 0.5)
      count += this.counts[step]
    }
    return count > 0 ? sum / count : 0
  }
}

function meanSquareAt(step: number): number {
  return 10 ** ((LOWEST_DB + step * STEP_DB) / 10)
}
