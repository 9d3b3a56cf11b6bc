// Finds the edge that a low-pass leaves in a long-term spectrum.
import { powerDb } from '../../front-end/frame-levels.js'
import { parameters } from './parameters.js'

const {
  filterEdgeDb,
  fullShare,
  gentleBelow,
  insideHz,
  leastDropDb,
  lowestCutoffHz,
  sameEdgeDb,
  slopeOctaves,
  slopeShare,
  steepDbPerOctave,
} = parameters

/** Bin of the cutoff in a power spectrum from 0 Hz to Nyquist, with fraction; null without one. */
export function cutoffBin(powers: Float64Array, binHz: number): number | null {
  const levels = smoothed(powers)
  const last = levels.length - 1
  const loudestAbove = new Float64Array(levels.length)
  loudestAbove[last] = levels[last]
  for (let bin = last - 1; bin >= 0; bin--) loudestAbove[bin] = Math.max(levels[bin], loudestAbove[bin + 1])

  const drops = dropsDb(levels, loudestAbove, binHz)
  let biggest = 0
  for (const drop of drops) biggest = Math.max(biggest, drop)
  if (biggest < leastDropDb) return null
  let brink = last
  while (drops[brink] <= biggest - sameEdgeDb) brink--
  const edgeDb = insideDb(levels, brink, binHz) - filterEdgeDb
  let edge = last
  while (edge > 0 && levels[edge] < edgeDb) edge--
  const next = Math.min(last, edge + 1)
  const fallDb = levels[edge] - levels[next]
  const sharp = edge + (fallDb > 0 ? (levels[edge] - edgeDb) / fallDb : 0)
  const begin = slopeBegin(levels, Math.min(last, Math.round(sharp)), binHz)
  const cutoff = begin < gentleBelow * sharp ? begin : sharp
  return cutoff < fullShare * last ? cutoff : null
}

/** The bin from which the level falls steeply up to the given one: where a gentle filter begins. */
function slopeBegin(levels: Float64Array, to: number, binHz: number): number {
  const lowest = Math.ceil(lowestCutoffHz / binHz)
  let bin = to
  while (bin > lowest && fallDb(levels, bin) >= steepDbPerOctave * slopeOctaves) bin--
  return bin
}

/** Over a sixth of an octave around the bin, each end the mean of a twelfth. */
function fallDb(levels: Float64Array, bin: number): number {
  const half = 2 ** (slopeOctaves / 2)
  return meanAround(levels, bin / half) - meanAround(levels, bin * half)
}

function meanAround(levels: Float64Array, centre: number): number {
  const reach = 2 ** (slopeOctaves / 4)
  const from = Math.max(0, Math.round(centre / reach))
  const to = Math.min(levels.length - 1, Math.round(centre * reach))
  let sum = 0
  for (let bin = from; bin <= to; bin++) sum += levels[bin]
  return sum / Math.max(1, to - from + 1)
}

/** For a slope from each bin on: how far everything beyond it stays below what lies before it. */
function dropsDb(levels: Float64Array, loudestAbove: Float64Array, binHz: number): Float64Array {
  const drops = new Float64Array(levels.length)
  for (let bin = Math.ceil(lowestCutoffHz / binHz); bin < levels.length; bin++) {
    const beyond = Math.ceil(bin * (1 + slopeShare))
    if (beyond >= levels.length) break
    drops[bin] = insideDb(levels, bin, binHz) - loudestAbove[beyond]
  }
  return drops
}

function insideDb(levels: Float64Array, bin: number, binHz: number): number {
  const count = Math.max(2, Math.round(insideHz / binHz))
  let sum = 0
  for (let k = bin - count; k < bin; k++) sum += levels[k]
  return sum / count
}

/** In dB, the mean of three bins. */
function smoothed(powers: Float64Array): Float64Array {
  const levels = new Float64Array(powers.length)
  for (let bin = 0; bin < powers.length; bin++) {
    const before = powers[Math.max(0, bin - 1)]
    const after = powers[Math.min(powers.length - 1, bin + 1)]
    const mean = (before + powers[bin] + after) / 3
    levels[bin] = powerDb(mean)
  }
  return levels
}
