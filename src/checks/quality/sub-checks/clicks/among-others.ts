// What one suspect is among the others of its file: a voice with hard plosives has many of a kind, a click has no equals.
import type { Suspect } from './features.js'

/** Others nearer than this may be a part of the same click. */
const APART_SEC = 0.03
/** It is compared with the third, in longer stretches with one in four seconds: a few clicks more do not hide each other. */
const LEAST_RANK = 3
const RANKS_PER_SEC = 0.25
const MOST_DB = 30
/**
 * Which features are compared, by their place in the row, and what takes the place of another suspect that is missing or
 * lower: about the median of all suspects.
 */
const COMPARED: readonly { feature: number; leastDb: number }[] = [
  // Over the highest millisecond around it.
  { feature: 0, leastDb: 3 },
  // Over the masked threshold, all bands, and those from 5.3 kHz.
  { feature: 19, leastDb: 10 },
  { feature: 23, leastDb: 5 },
  // Level of the residual against the speech.
  { feature: 35, leastDb: -25 },
]

export const FEATURES_AMONG_OTHERS = COMPARED.length

/** In dB, of a suspect among those of so many seconds; it may be one of them itself. */
export function amongOthers(
  { at, features }: Suspect,
  suspects: readonly Suspect[],
  lengthSec: number,
  sampleRateHz: number,
): number[] {
  const others = suspects.filter((other) => Math.abs(other.at - at) > APART_SEC * sampleRateHz)
  const rank = Math.max(LEAST_RANK, Math.round(RANKS_PER_SEC * lengthSec))
  return COMPARED.map(({ feature, leastDb }) => {
    const values = others.map((other) => other.features[feature]).sort((one, other) => other - one)
    const equal = Math.max(leastDb, values[rank - 1] ?? leastDb)
    return Math.max(-MOST_DB, Math.min(MOST_DB, features[feature] - equal))
  })
}
