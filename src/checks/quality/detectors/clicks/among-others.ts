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
  const apart = APART_SEC * sampleRateHz
  const rank = Math.max(LEAST_RANK, Math.round(RANKS_PER_SEC * lengthSec))
  return COMPARED.map(({ feature, leastDb }) => {
    const equal = Math.max(leastDb, ranked(suspects, at, apart, feature, rank) ?? leastDb)
    return Math.max(-MOST_DB, Math.min(MOST_DB, features[feature] - equal))
  })
}

/** The feature of that rank among suspects apart from a place; undefined with fewer. Without sorting all, which took a fifteenth of all time. */
function ranked(
  suspects: readonly Suspect[],
  at: number,
  apart: number,
  feature: number,
  rank: number,
): number | undefined {
  const highest: number[] = []
  for (const other of suspects) {
    if (Math.abs(other.at - at) <= apart) continue
    const value = other.features[feature]
    if (highest.length === rank && value <= highest[rank - 1]) continue
    let place = Math.min(highest.length, rank - 1)
    for (; place > 0 && highest[place - 1] < value; place--) highest[place] = highest[place - 1]
    highest[place] = value
  }
  return highest[rank - 1]
}
