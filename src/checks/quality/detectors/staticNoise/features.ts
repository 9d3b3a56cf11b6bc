// What the network of the static check is told of each frame of 20 ms. In each band: how loud the sound is, how tonal, how
// far above the floor of its surroundings, how much its level and its frequency move: voices glide, noise jumps, a buzz
// stands still. And levels of parts of milliseconds, by which static begins at once and crackle crackles.
// scripts/static-model/features.py computes the same.
import { hzOfMel, melOfHz } from '../../../../audio/mel.js'
import { quickLog10 } from '../../../../audio/quick-log10.js'
import { selected } from '../../../../audio/selection.js'
import type { Spectrum } from '../../../../audio/spectrum.js'
import type { Section } from '../../front-end/section.js'
import { type FineLevels, fineLevels } from './fine-levels.js'
import { LEVEL_SCALE, SOFTEST, scaledLevel } from './level-range.js'

export const BANDS = 40
export const MAPS = 5
/** Bands of equal width on the mel scale, over what most files hold. */
const LOWEST_HZ = 60
const HIGHEST_HZ = 12_000
const MOST_TONAL_DB = 20
/** The softest tenth of a band's levels in a section is its floor. */
const FLOOR_SHARE = 0.1
/** Movement is the mean of so many steps, from two frames before to two after; the least that counts, in dB and in bins. */
const STEPS = 4
const LEAST_FLUX_DB = 0.05
const LEAST_MOVE_BINS = 1e-3
const TINY = 1e-20

export interface Features {
  frames: number
  /** One row of `frames` values a band: levels of all bands, then tonalities, rises, movements of level and frequency. */
  maps: Float32Array
  fine: FineLevels
}

/** `speechDb`: level of the speech in the units of the spectrum, dB. */
export function featuresOf(section: Section, speechDb: number): Features {
  const { spectrum } = section
  const { frames, dims, binHz, fftSize } = spectrum
  const maps = new Float32Array(MAPS * BANDS * frames)
  const edges = bandEdges(binHz)
  const held = edges.filter(({ to }) => to <= dims)
  for (let band = held.length; band < BANDS; band++) rowOf(maps, 0, band).fill(SOFTEST)
  const edgeBins = Int32Array.from(held.flatMap(({ from, to }) => [from, to]))
  for (let frame = 0; frame < frames; frame++) writeFrame(spectrum, frame, edgeBins, speechDb, maps)
  const scratch = new Float32Array(frames)
  for (let band = 0; band < held.length; band++) {
    const levels = rowOf(maps, 0, band)
    scratch.set(levels)
    const floor = selected(scratch, frames, Math.floor(FLOOR_SHARE * (frames - 1)))
    writeRises(levels, floor, rowOf(maps, 2, band))
    writeMovements(levels, 1 / LEVEL_SCALE, LEAST_FLUX_DB, rowOf(maps, 3, band))
    // The places of the sound in its band stand there already, and each is read before it is written over.
    writeMovements(rowOf(maps, 4, band), 1, LEAST_MOVE_BINS, rowOf(maps, 4, band))
  }
  return { frames, maps, fine: fineLevels(section, frames, fftSize, speechDb) }
}

function rowOf(maps: Float32Array, map: number, band: number): Float32Array {
  const frames = maps.length / (MAPS * BANDS)
  const row = map * BANDS + band
  return maps.subarray(row * frames, (row + 1) * frames)
}

/** Level, tonality and place of the sound within each band, whose first bins and last, exclusive, `edges` are. */
function writeFrame(
  { frames, dims, data }: Spectrum,
  frame: number,
  edges: Int32Array,
  speechDb: number,
  maps: Float32Array,
): void {
  const row = frame * dims
  for (let band = 0; 2 * band < edges.length; band++) {
    const first = row + edges[2 * band]
    const last = row + edges[2 * band + 1]
    let sum = TINY
    let moment = 0
    let most = 0
    for (let at = first; at < last; at++) {
      const power = data[at]
      sum += power
      moment += power * (at - first)
      if (power > most) most = power
    }
    const at = band * frames + frame
    maps[at] = scaledLevel(10 * quickLog10(sum) - speechDb)
    const width = last - first
    const peak = width === 1 ? 0 : 10 * quickLog10((most * width + TINY) / sum)
    maps[BANDS * frames + at] = LEVEL_SCALE * Math.min(MOST_TONAL_DB, Math.max(0, peak))
    maps[4 * BANDS * frames + at] = moment / sum
  }
}

function writeRises(levels: Float32Array, floor: number, into: Float32Array): void {
  for (let frame = 0; frame < levels.length; frame++) into[frame] = levels[frame] - floor
}

/** Mean step from frame to frame around each, as a power of ten; beyond the ends nothing moves. */
function writeMovements(values: Float32Array, unit: number, least: number, into: Float32Array): void {
  const { length } = values
  let before = 0
  let last = 0
  let next = length > 1 ? Math.abs(values[1] - values[0]) : 0
  for (let frame = 0; frame < length; frame++) {
    const far = frame + 2 < length ? Math.abs(values[frame + 2] - values[frame + 1]) : 0
    into[frame] = quickLog10((unit * (before + last + next + far)) / STEPS + least)
    before = last
    last = next
    next = far
  }
}

/** Bins of the bands, the last exclusive; a band narrower than a bin takes the bin that it lies in. */
export function bandEdges(binHz: number): { from: number; to: number }[] {
  const lowest = melOfHz(LOWEST_HZ)
  const step = (melOfHz(HIGHEST_HZ) - lowest) / BANDS
  return Array.from({ length: BANDS }, (_, band) => {
    const from = Math.round(hzOfMel(lowest + band * step) / binHz)
    return { from, to: Math.max(from + 1, Math.round(hzOfMel(lowest + (band + 1) * step) / binHz)) }
  })
}
