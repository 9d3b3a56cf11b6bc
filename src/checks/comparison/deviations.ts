// How far each voice falls below what is normal for the files that it is judged with.
import { mean, median } from '../statistics.js'
import { type ComparedVoices, UNKNOWN } from './similarities.js'

/** For each file of the batch; where it is not judged, 0.5 and 0. */
export interface VoiceDeviations {
  similarities: number[]
  deviations: number[]
}

/** A batch whose own voice varies (acted speech) is given this much more room for each unit of its spread. */
export const SPREADS_ALLOWED = 10

export function unjudged(files: number): VoiceDeviations {
  return { similarities: Array(files).fill(UNKNOWN), deviations: Array(files).fill(0) }
}

/**
 * Each file against the voice of the batch; where there is none (with more than two files), each against all others: then nothing
 * stands out, and the summary says why.
 */
export function deviationsOf(
  { matrix, likeness }: ComparedVoices,
  judged: number[],
  majority: number[] | null,
  certainties: readonly number[],
): VoiceDeviations {
  const { similarities, deviations } = unjudged(matrix.length)
  const normal = majority ?? (judged.length === 2 ? judged : null)
  if (!normal) {
    for (const index of judged)
      similarities[index] = mean(
        judged.filter((other) => other !== index).map((other) => matrix[index][other]),
      )
    return { similarities, deviations }
  }
  for (const index of judged) similarities[index] = likeness(index, normal) ?? UNKNOWN
  const members = normal.map((index) => similarities[index])
  // Two files have only each other: neither of them says what both should be like.
  const norm = judged.length === 2 ? 1 : median(members)!
  const spread = judged.length === 2 ? 0 : median(members.map((each) => Math.abs(each - norm)))!
  for (const index of judged)
    deviations[index] =
      (certainties[index] * (norm - similarities[index])) / (norm + SPREADS_ALLOWED * spread)
  return { similarities, deviations }
}
