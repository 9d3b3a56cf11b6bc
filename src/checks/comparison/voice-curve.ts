// How like its beginning the voice of a file stays. Held against the beginning and not against the whole: a voice that drifts is in
// its middle most like the whole, and at both ends as unlike.
import type { Interval } from '../../speech/speech-data.js'
import { mean } from '../statistics.js'
import type { PartPrint } from './part-print.js'
import type { VoiceJudge } from './voice-judge.js'
import { groupLogLikelihoodRatio, logOdds, type PlacedVoice, shortnessOf } from './voice-model.js'

/** Some seconds of a file. */
export interface VoicePoint extends Interval {
  /** Natural logarithm of the odds that the voice is still that of the beginning. */
  logOdds: number
}

/** The beginning: so many parts that do not overlap, ten seconds of speech where the parts follow each other. */
const BEGINNING_PARTS = 5
/** A part of the beginning is held against the others of it. */
const FEWEST_OTHERS = 3
/** One part is two seconds long and says little: those that begin within so long are taken together. */
const POINT_SEC = 2
const MOST_POINTS = 60
/** Less than this, twice the beginning, is no file to drift in. */
const FEWEST_POINTS = 10

/** In the order of time; empty for a file that is too short. */
export function voiceCurve(
  parts: readonly PartPrint[],
  places: readonly PlacedVoice[],
  { models, calibrations }: Pick<VoiceJudge, 'models' | 'calibrations'>,
): VoicePoint[] {
  if (parts.length === 0) return []
  const lengthSec = parts.at(-1)!.endSec - parts[0].startSec
  const pointSec = Math.max(POINT_SEC, lengthSec / MOST_POINTS)
  if (lengthSec < FEWEST_POINTS * POINT_SEC) return []
  const beginning = beginningOf(parts)
  const points: (Interval & { odds: number[] })[] = []
  for (const [index, part] of parts.entries()) {
    const others = beginning.filter((other) => !overlap(parts[other], part))
    if (others.length < FEWEST_OTHERS) continue
    const ratio = groupLogLikelihoodRatio(
      models.plain,
      places[index],
      others.map((other) => places[other]),
    )
    const odds = logOdds(calibrations.print.group, ratio, shortnessOf(part.speechSec, Infinity))
    const open = points.at(-1)
    if (open && part.startSec < open.startSec + pointSec) {
      open.endSec = part.endSec
      open.odds.push(odds)
    } else points.push({ startSec: part.startSec, endSec: part.endSec, odds: [odds] })
  }
  if (points.length < FEWEST_POINTS) return []
  return points.map(({ startSec, endSec, odds }) => ({ startSec, endSec, logOdds: mean(odds) }))
}

function beginningOf(parts: readonly PartPrint[]): number[] {
  const chosen: number[] = []
  for (const [index, part] of parts.entries()) {
    if (chosen.length === BEGINNING_PARTS) break
    if (chosen.length === 0 || !overlap(parts[chosen.at(-1)!], part)) chosen.push(index)
  }
  return chosen
}

function overlap(one: Interval, other: Interval): boolean {
  return one.startSec < other.endSec && other.startSec < one.endSec
}
