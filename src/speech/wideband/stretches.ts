import type { Samples } from '../../audio/samples.js'
import type { Interval } from '../speech-data.js'

/** A stretch of speech, apart from its neighbours so that no measure looks across a cut. */
export type Stretch = Float32Array

/** Of long speech this many windows are measured. */
const WINDOWS = 12

/** At most `mostSec` of the time in `intervals`: all of it, or windows spread evenly over it. */
export function spread(intervals: Interval[], mostSec: number): Interval[] {
  const totalSec = totalLength(intervals)
  if (totalSec <= mostSec) return intervals
  const windowSec = mostSec / WINDOWS
  const stepSec = (totalSec - windowSec) / (WINDOWS - 1)
  return Array.from({ length: WINDOWS }, (_, window) =>
    within(intervals, window * stepSec, window * stepSec + windowSec),
  ).flat()
}

/** What lies between two points of the time that is left when the intervals are pushed together. */
export function within(intervals: Interval[], fromSec: number, toSec: number): Interval[] {
  let before = 0
  return intervals.flatMap(({ startSec, endSec }) => {
    const from = startSec + Math.max(0, fromSec - before)
    const to = startSec + Math.min(endSec - startSec, toSec - before)
    before += endSec - startSec
    return to > from ? [{ startSec: from, endSec: to }] : []
  })
}

export function totalLength(intervals: Interval[]): number {
  return intervals.reduce((sum, { startSec, endSec }) => sum + endSec - startSec, 0)
}

/** The sound of each interval, as far as the file goes. */
export function stretchesOf(samples: Samples, intervals: Interval[], sampleRateHz: number): Stretch[] {
  return intervals
    .map(({ startSec, endSec }) =>
      samples.subarray(Math.max(0, Math.round(startSec * sampleRateHz)), Math.round(endSec * sampleRateHz)),
    )
    .filter((stretch) => stretch.length > 0)
}

/** Copies without offset, all by one gain so that their joint root mean square is `rms`; null for silence. */
export function levelled(stretches: Stretch[], rms: number): { stretches: Stretch[]; gain: number } | null {
  const centred = stretches.map(withoutMean)
  let energy = 0
  let count = 0
  for (const stretch of centred) {
    for (let n = 0; n < stretch.length; n++) energy += stretch[n] * stretch[n]
    count += stretch.length
  }
  const gain = rms / Math.sqrt(energy / count)
  if (!Number.isFinite(gain)) return null
  for (const stretch of centred) for (let n = 0; n < stretch.length; n++) stretch[n] *= gain
  return { stretches: centred, gain }
}

function withoutMean(stretch: Stretch): Stretch {
  let sum = 0
  for (let n = 0; n < stretch.length; n++) sum += stretch[n]
  const mean = sum / stretch.length
  const centred = new Float32Array(stretch.length)
  for (let n = 0; n < stretch.length; n++) centred[n] = stretch[n] - mean
  return centred
}
