// How alike the voices of a batch are, each file to each.
import type { Accuracy } from '../check.js'
import type { RecordingMeasures } from './recording.js'
import { oneVoiceLogOdds, placedViews, type VoiceJudge } from './voice-judge.js'
import type { VoiceViews } from './voice-views.js'

/** The similarity where nothing is known: one voice is as likely as two. */
export const UNKNOWN = 0.5

export interface ComparedFile {
  voice: VoiceViews | null
  recording: RecordingMeasures | null
}

/** 0 to 1, near 1 for one voice and near 0 for two; symmetric, 1 on the diagonal. */
export function similarityMatrix(files: ComparedFile[], judge: VoiceJudge, accuracy: Accuracy): number[][] {
  const voices = files.map(({ voice }) => voice && placedViews(judge, voice))
  const matrix = files.map(() => files.map(() => UNKNOWN))
  for (let row = 0; row < files.length; row++) {
    matrix[row][row] = 1
    for (let column = 0; column < row; column++) {
      const one = voices[row]
      const other = voices[column]
      if (!one || !other) continue
      let odds: number | null = null
      for (const level of levelsFor(files[row].recording, files[column].recording, accuracy))
        odds ??= oneVoiceLogOdds(judge, one, other, level)
      if (odds === null) continue
      matrix[row][column] = 1 / (1 + Math.exp(-odds))
      matrix[column][row] = matrix[row][column]
    }
  }
  return matrix
}

/** The accuracy that was asked for, if the recordings allow it, and what to fall back on where a view is lacking. */
function levelsFor(
  one: RecordingMeasures | null,
  other: RecordingMeasures | null,
  accuracy: Accuracy,
): Accuracy[] {
  if (accuracy === 'standard') return ['standard']
  if (accuracy === 'highest' && areAlike(one, other)) return ['highest', 'high', 'standard']
  return ['high', 'standard']
}

/** Bands as wide as each other within this factor. */
const SAME_BAND = 1.25
/** Noise under the speech that differs less. */
const SAME_NOISE_DB = 9

/** Timbre tells channels apart as well as voices: it counts only where band and noise of two recordings are alike. */
function areAlike(one: RecordingMeasures | null, other: RecordingMeasures | null): boolean {
  if (!one || !other) return false
  const bands = one.bandwidthHz / other.bandwidthHz
  if (bands > SAME_BAND || bands < 1 / SAME_BAND) return false
  return Math.abs(one.restDb - other.restDb) < SAME_NOISE_DB
}
