// How alike the voices of a batch are: each file to each, and each to those of one voice.
import type { Accuracy } from '../check.js'
import type { RecordingMeasures } from './recording.js'
import { ofGroupLogOdds, oneVoiceLogOdds, placedViews, type VoiceJudge } from './voice-judge.js'
import { levelsAt, type VoiceViews } from './voice-views.js'

/** The similarity where nothing is known: one voice is as likely as two. */
export const UNKNOWN = 0.5

export interface ComparedFile {
  voice: VoiceViews | null
  recording: RecordingMeasures | null
}

/** How alike the voices are: 0 to 1, near 1 for one voice and near 0 for two. */
export interface ComparedVoices {
  /** Each file to each; symmetric, 1 on the diagonal. */
  matrix: number[][]
  /** A file to several that are taken for one voice, itself left out; null where there is no other. */
  likeness(index: number, members: readonly number[]): number | null
}

export function comparedVoices(
  files: readonly ComparedFile[],
  judge: VoiceJudge,
  accuracy: Accuracy,
): ComparedVoices {
  const voices = files.map(({ voice }) => voice && placedViews(judge, voice))
  const { alike, otherwise } = levelsAt[accuracy]
  const areAlikeFiles = (one: number, other: number) => areAlike(files[one].recording, files[other].recording)
  const matrix = files.map(() => files.map(() => UNKNOWN))
  for (let row = 0; row < files.length; row++) {
    matrix[row][row] = 1
    for (let column = 0; column < row; column++) {
      const one = voices[row]
      const other = voices[column]
      if (!one || !other) continue
      const odds =
        (areAlikeFiles(row, column) ? oneVoiceLogOdds(judge, one, other, alike) : null) ??
        oneVoiceLogOdds(judge, one, other, otherwise) ??
        oneVoiceLogOdds(judge, one, other, 'print')
      if (odds === null) continue
      matrix[row][column] = probability(odds)
      matrix[column][row] = matrix[row][column]
    }
  }
  const placesOf = (members: readonly number[]) => members.flatMap((member) => voices[member] ?? [])
  return {
    matrix,
    likeness(index, members) {
      const one = voices[index]
      const others = members.filter((member) => member !== index && voices[member])
      if (!one || others.length === 0) return null
      if (others.length === 1) return matrix[index][others[0]]
      const alikes = others.filter((other) => areAlikeFiles(index, other))
      const odds =
        (2 * alikes.length >= others.length ? ofGroupLogOdds(judge, one, placesOf(alikes), alike) : null) ??
        ofGroupLogOdds(judge, one, placesOf(others), otherwise) ??
        ofGroupLogOdds(judge, one, placesOf(others), 'print')
      return odds === null ? UNKNOWN : probability(odds)
    },
  }
}

function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

/** Bands as wide as each other within this factor. */
const SAME_BAND = 1.25
/** Noise under the speech that differs less. */
const SAME_NOISE_DB = 9

/** Whether band and noise of two recordings are alike. */
export function areAlike(one: RecordingMeasures | null, other: RecordingMeasures | null): boolean {
  if (!one || !other) return false
  const bands = one.bandwidthHz / other.bandwidthHz
  if (bands > SAME_BAND || bands < 1 / SAME_BAND) return false
  return Math.abs(one.restDb - other.restDb) < SAME_NOISE_DB
}
