import type { BatchTrait } from '../batch-trait.js'
import type { CheckReport, TrackReport } from '../check.js'
import type { PaceBatchTrend, PaceTrend } from './trends.js'

export interface PaceTrack extends TrackReport {
  /** Null when nothing is said. */
  wordsPerMinute: number | null
  wordCount: number
  speechSec: number
  /** How much faster (or, below 0, slower) than the median of the batch or, in a cast, of its voice, as a fraction; -1 where nobody speaks, null where it is not judged. */
  deviation: number | null
  /** The longest silence between the first word and the last. */
  longestPauseSec: number
  /** Speech that gets faster or slower in the course of the file, where it does. */
  trends?: PaceTrend[]
  /** Why there is no judgement. */
  note?: string
}

export interface PaceReport extends CheckReport {
  /** Null when nothing is said in any file. */
  medianWordsPerMinute: number | null
  /** Files that get faster or slower from the first to the last, where they do; none is flagged for it. */
  batchTrends?: PaceBatchTrend[]
  /** That most files get faster, or slower, where they do; a file is flagged for what it does beyond that. */
  batchTraits?: BatchTrait[]
  tracks: PaceTrack[]
}
