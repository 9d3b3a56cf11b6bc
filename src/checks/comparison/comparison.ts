import type { Accuracy, Check, CheckReport, TrackReport } from '../check.js'
import { judgeComparison } from './judge.js'
import { type ComparisonFindings, listenForVoice } from './listen.js'
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

/** Does every file have the same voice, at the same volume? */
export const comparison: Check<ComparisonFindings, ComparisonReport, { accuracy: Accuracy }> = {
  name: 'comparison',
  version: 3,
  // In doubt whether anybody speaks, words are listened for.
  readsTranscript: true,
  listenOptions: ({ accuracy }) => ({ accuracy }),
  listen: (track, { accuracy }) => listenForVoice(track, accuracy),
  judge: (batch, options) => judgeComparison(batch, options),
}
