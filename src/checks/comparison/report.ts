import type { CheckReport, TrackReport } from '../check.js'
import type { VolumeConsistency } from './volume.js'

export interface ComparisonTrack extends TrackReport {
  /** Of the voice to the batch's voice: near 1 for the same, near 0 for a stranger's, 0 where nobody speaks; 0.5 where it cannot be told. */
  similarity: number
  /** How far the similarity falls below the batch's own, as a fraction; below 0 when closer than typical; 1 where nobody speaks, 0 where not judged. */
  deviation: number
  /** LUFS; null when the file is silent. */
  loudnessDb: number | null
  /** Where the voice changes inside the file, in seconds; with accuracy "high" and up. */
  voiceChangesSec?: number[]
  /** Why there is no judgement, or what else is different about the recording. */
  note?: string
}

export interface ComparisonReport extends CheckReport {
  /** Of each file to each: symmetric, 1 on the diagonal, 0.5 where it cannot be told. */
  similarityMatrix: number[][]
  volumeConsistency: VolumeConsistency
  tracks: ComparisonTrack[]
}
