// Flat tops of one height, close together: a passage that was driven into a limit.
import { type FlatTop, flatTops, toleranceAt } from './flat-tops.js'
import { parameters } from './parameters.js'

const { farBelow, longestTopSec, togetherSec } = parameters

export interface Stretch {
  /** Samples from the start of the file. */
  from: number
  to: number
  height: number
  tops: number
  longestTop: number
  /** Samples at the limit, those of tops too short to be sure of included. */
  clipped: number
  /** The highest sample from the first top to the last. */
  peak: number
}

export function stretchesIn(
  samples: Float32Array,
  coreFrom: number,
  coreTo: number,
  firstSample: number,
  sampleRateHz: number,
): Stretch[] {
  const apart = togetherSec * sampleRateHz
  const longest = longestTopSec * sampleRateHz
  const groups: FlatTop[][] = []
  for (const top of flatTops(samples, coreFrom, coreTo)) {
    if (top.to - top.from > longest && top.height < farBelow * peakOf(samples)) continue
    const group = groups.findLast(
      (each) => isSameHeight(each[0].height, top.height) && top.from - (each.at(-1) as FlatTop).to < apart,
    )
    if (group) group.push(top)
    else groups.push([top])
  }
  return groups.map((group) => stretchOf(group, samples, firstSample))
}

function peakOf(samples: Float32Array): number {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  return peak
}

function stretchOf(group: FlatTop[], samples: Float32Array, firstSample: number): Stretch {
  const from = group[0].from
  const to = (group.at(-1) as FlatTop).to
  const height = Math.max(...group.map((top) => top.height))
  const least = height - 2 * toleranceAt(height)
  let clipped = 0
  let peak = 0
  for (let n = from; n < to; n++) {
    const size = Math.abs(samples[n])
    if (size >= least) clipped++
    if (size > peak) peak = size
  }
  return {
    from: firstSample + from,
    to: firstSample + to,
    height,
    tops: group.length,
    longestTop: Math.max(...group.map((top) => top.to - top.from)),
    clipped,
    peak,
  }
}

export function isSameHeight(one: number, other: number): boolean {
  return Math.abs(one - other) <= 2 * toleranceAt(Math.max(one, other))
}

/** Two parts of one passage, where a section ended between them. */
export function areOne(before: Stretch, after: Stretch, sampleRateHz: number): boolean {
  return isSameHeight(before.height, after.height) && after.from - before.to < togetherSec * sampleRateHz
}

export function joined(before: Stretch, after: Stretch): Stretch {
  return {
    from: Math.min(before.from, after.from),
    to: Math.max(before.to, after.to),
    height: Math.max(before.height, after.height),
    tops: before.tops + after.tops,
    longestTop: Math.max(before.longestTop, after.longestTop),
    clipped: before.clipped + after.clipped,
    peak: Math.max(before.peak, after.peak),
  }
}
