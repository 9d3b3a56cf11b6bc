import type { Interval } from '../../speech/speech-data.js'
import type { BatchTrait } from '../batch-trait.js'
import type { CheckReport, TrackReport } from '../check.js'
import type { ComparisonBatchTrend } from './batch-trends.js'
import type { CastVoice } from './cast.js'
import type { SpokenPart } from './spoken-parts.js'
import type { ComparisonTrend } from './trends.js'
import type { VoiceTurn } from './voice-turns.js'
import type { VolumeConsistency } from './volume.js'

export interface ComparisonTrack extends TrackReport {
  /**
   * Of the voice to the batch's voice: near 1 for the same, near 0 for a stranger's, 0 where nobody speaks; 0.5 where it cannot be
   * told. Where no voice is the batch's, the mean of all other files.
   */
  similarity: number
  /** How far the similarity falls below the batch's own, as a fraction; below 0 when closer than typical; 1 where nobody speaks, 0 where not judged. */
  deviation: number
  /** Which of the voices of the batch it has: 1 for that of most files, and so on; null where that cannot be told. */
  voiceGroup: number | null
  /** The voice that it should have, as the caller calls it; null where the caller named one for other files alone. With a cast. */
  voice?: string | null
  /** The voice of the cast that it has instead; null where it has its own, or none of them. With a cast. */
  soundsLike?: string | null
  /**
   * To the reference of its voice, together with the files that sound like it: near 1 for the same voice, near 0 for another; null where
   * there is no reference, or too little speech. With references.
   */
  referenceSimilarity?: number | null
  /** LUFS; null when the file is silent. */
  loudnessDb: number | null
  /** How much louder (or, below 0, softer) than the median of the batch; with two files, than the other. Null where it is not judged. */
  loudnessDeviationDb: number | null
  /** Where the voice changes inside the file, in seconds; absent where there is too little speech for two voices. */
  voiceChangesSec?: number[]
  /** Who speaks when, where more than one voice speaks in the file. */
  voiceTurns?: VoiceTurn[]
  /** Where two of them speak at once, where more than one voice speaks in the file. */
  overlaps?: Interval[]
  /** Slow changes of voice, pitch and level, where there are some. */
  trends?: ComparisonTrend[]
  /** How like its beginning the voice is in the course of the file; absent where there is too little speech to drift. */
  voiceCurve?: { atSec: number; similarity: number }[]
  /** Which voice speaks each part that the script gives to a speaker, where both are known. */
  speakers?: SpokenPart[]
  /** Why there is no judgement, or what else is different about the recording. */
  note?: string
}

export interface ComparisonReport extends CheckReport {
  /** Of each file to each: symmetric, 1 on the diagonal, 0.5 where it cannot be told. */
  similarityMatrix: number[][]
  volumeConsistency: VolumeConsistency
  /** Who speaks in which files, where the caller told. */
  cast?: CastVoice[]
  /** Slow changes from the first file to the last, where there are some; no file is flagged for them. */
  batchTrends?: ComparisonBatchTrend[]
  /** Slow changes that most files make, where they do; a file is flagged for what it does beyond them. */
  batchTraits?: BatchTrait[]
  tracks: ComparisonTrack[]
}
