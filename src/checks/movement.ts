// Whether a series of measures moves one way, slowly. Speech varies by itself, so the slope is that of the middle (Theil and Sen:
// the median of the slopes of all pairs), and it comes with what chance alone would give.
import { mean, median } from './statistics.js'

export interface Measured {
  /** In seconds, or the number of the file. */
  at: number
  value: number
}

/** A line through a series. */
export interface Movement {
  /** Its value at the first point and at the last. */
  from: number
  to: number
  /** Standard error of the change from the one to the other. */
  error: number
}

/** Fewer points show no movement. */
export const FEWEST_POINTS = 8
/** Of longer series neighbours are joined: all pairs are looked at. */
const MOST_POINTS = 60
/** A change is no chance when it is so many times its standard error. */
const SURE_ERRORS = 3.5
/** The line, how much points vary and how alike neighbours are: as much less is known of the rest. */
const KNOWN_BY_POINTS = 4
/** From the median of absolute residuals to a standard deviation, if they are normal. */
const DEVIATIONS_PER_MEDIAN = 1.4826
/** Residuals beyond so many deviations count as such: one outlier must not pass for a bond between neighbours. */
const MOST_DEVIATIONS = 3
/** Neighbours that are more alike are taken for as alike as this: the standard error would be without bound. */
const MOST_ALIKE = 0.8

/**
 * The movement of a series, in the order of `at`; null with too few points. `leastSpread`: what a point varies by at the least: eight points
 * may lie on a line by chance.
 */
export function movementOf(series: readonly Measured[], leastSpread: number): Movement | null {
  if (series.length < FEWEST_POINTS) return null
  const points = joinedTo(MOST_POINTS, series)
  const slope = medianSlope(points)
  if (slope === null) return null
  const offset = median(points.map(({ at, value }) => value - slope * at))!
  const residuals = points.map(({ at, value }) => value - slope * at - offset)
  const middle = mean(points.map(({ at }) => at))
  const squares = points.reduce((sum, { at }) => sum + (at - middle) ** 2, 0)
  const count = points.length
  const spread =
    DEVIATIONS_PER_MEDIAN * median(residuals.map(Math.abs))! * Math.sqrt(count / (count - KNOWN_BY_POINTS))
  const deviation = Math.max(leastSpread, spread)
  const alike = likenessOfNeighbours(residuals, deviation)
  const [first, last] = [series[0].at, series.at(-1)!.at]
  return {
    from: offset + slope * first,
    to: offset + slope * last,
    error: (last - first) * deviation * Math.sqrt((1 + alike) / (1 - alike) / squares),
  }
}

/** Whether the change is more than chance gives. */
export function isSure({ from, to, error }: Movement): boolean {
  return Math.abs(to - from) >= SURE_ERRORS * error
}

/** At most so many points, each the middle of some that follow each other. */
function joinedTo(most: number, series: readonly Measured[]): readonly Measured[] {
  if (series.length <= most) return series
  return Array.from({ length: most }, (_, index) => {
    const own = series.slice(
      Math.round((index * series.length) / most),
      Math.round(((index + 1) * series.length) / most),
    )
    return { at: mean(own.map(({ at }) => at)), value: median(own.map(({ value }) => value))! }
  })
}

function medianSlope(points: readonly Measured[]): number | null {
  // Sorted as plain numbers: of a batch of long files there are a million.
  const slopes = new Float64Array((points.length * (points.length - 1)) / 2)
  let count = 0
  for (const [index, one] of points.entries())
    for (let next = index + 1; next < points.length; next++) {
      const other = points[next]
      if (other.at > one.at) slopes[count++] = (other.value - one.value) / (other.at - one.at)
    }
  if (count === 0) return null
  const sorted = slopes.subarray(0, count).sort()
  return (sorted[(count - 1) >> 1] + sorted[count >> 1]) / 2
}

/**
 * How alike neighbours are, 0 to 1 (the correlation of residuals with the next ones): the more, the fewer points there really are.
 * Residuals of a line seem less alike than they are, by (2 + 4 x likeness) / count (P. Shaman and R. Stine, 1988).
 */
function likenessOfNeighbours(residuals: readonly number[], deviation: number): number {
  const most = MOST_DEVIATIONS * deviation
  const within = residuals.map((each) => Math.max(-most, Math.min(most, each)))
  const count = within.length
  const squares = within.reduce((sum, each) => sum + each ** 2, 0)
  const products = within.slice(1).reduce((sum, each, index) => sum + each * within[index], 0)
  // Residuals that are smaller than a point varies by say nothing of their neighbours.
  const seeming = products / Math.max(squares, count * deviation ** 2)
  return Math.max(0, Math.min(MOST_ALIKE, (count * seeming + 2) / (count - 4)))
}
