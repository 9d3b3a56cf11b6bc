// What is told of a slow change, inside a file and along a batch.
import type { Interval } from '../speech/speech-data.js'
import { defaultOptions } from './check.js'
import { FEWEST_POINTS, isSure, type Measured, type Movement, movementOf } from './movement.js'
import { rounded } from './statistics.js'

/** A slow change from one time of a file to another. */
export interface Trend<Kind extends string, Unit extends string> extends Interval {
  kind: Kind
  /** At the beginning and at the end, in `unit`. */
  from: number
  to: number
  unit: Unit
  /** How far it goes, as the number that is held against the threshold. */
  deviation: number
  /** Whether that is beyond the threshold: a reason to regenerate the file. */
  flagged: boolean
  /** What a person would hear, and when. */
  message: string
}

/** A slow change along a batch, in the order of its files. No file is flagged for it. */
export interface BatchTrend<Kind extends string, Unit extends string> {
  kind: Kind
  firstFile: string
  lastFile: string
  from: number
  to: number
  unit: Unit
  message: string
}

/** From which size on a change is told, and from which it flags a file at the default threshold. */
export interface TrendLimits {
  told: number
  flagged: number
}

const DECIMALS = 4

/** The size that a threshold stands for. */
export function trendLimit({ flagged }: TrendLimits, deviationThreshold: number): number {
  return (deviationThreshold / defaultOptions.deviationThreshold) * flagged
}

/** A size as the number that is held against the threshold, and whether it is beyond. */
export function heldAgainst(
  size: number,
  { flagged }: TrendLimits,
  deviationThreshold: number,
): { deviation: number; flagged: boolean } {
  const deviation = rounded((size / flagged) * defaultOptions.deviationThreshold, DECIMALS)
  return { deviation, flagged: deviation > deviationThreshold }
}

/** The movement of the files of a batch, where there is a sure one; null stands for a file that was not measured. */
export function sureBatchMovement(
  values: readonly (number | null)[],
  leastSpread: number,
): (Movement & { first: number; last: number }) | null {
  const points = values.flatMap((value, at): Measured[] => (value === null ? [] : [{ at, value }]))
  if (points.length < FEWEST_POINTS) return null
  const movement = movementOf(points, leastSpread)
  return movement && isSure(movement) ? { ...movement, first: points[0].at, last: points.at(-1)!.at } : null
}

/** The movement of a file's parts, where there is a sure one. */
export function sureMovement(
  parts: readonly (Interval & { value: number })[],
  leastSpread: number,
): Movement | null {
  const movement = movementOf(
    parts.map(({ startSec, endSec, value }) => ({ at: (startSec + endSec) / 2, value })),
    leastSpread,
  )
  return movement && isSure(movement) ? movement : null
}
