// The score of a check follows its verdict: it says how many files are in order, and nothing else moves it by much.
import { score } from './check.js'
import { mean } from './statistics.js'

/** What a file still counts that comes as near to its limit as can be: something is off, though nobody would regenerate it. */
const COUNTS_AT_LIMIT = 0.95

/**
 * What a file counts for, 0 to 1: nothing when it is flagged, nearly all else. One that is beyond the limit and not flagged shares
 * its fault with most of the batch: the less is left of it, the less it counts.
 */
export function fileCounts(flagged: boolean, deviation: number, deviationThreshold: number): number {
  if (flagged) return 0
  const off = Math.min(1, Math.max(0, deviation))
  if (off > deviationThreshold) return (COUNTS_AT_LIMIT * (1 - off)) / (1 - deviationThreshold)
  return deviationThreshold === 0 ? 1 : 1 - ((1 - COUNTS_AT_LIMIT) * off) / deviationThreshold
}

/**
 * Of what each file counts for, null where it was not judged: the square of the mean, which is how likely two files that are
 * picked at random are both in order. A plain mean over several checks would call a batch fair of which most is to be
 * regenerated. Where nothing was judged nothing was found wrong.
 */
export function checkScore(counts: readonly (number | null)[]): number {
  const judged = counts.filter((count) => count !== null)
  return judged.length === 0 ? 100 : score(100 * mean(judged) ** 2)
}
