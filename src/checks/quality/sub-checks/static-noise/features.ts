// What the network of the static check is told of each frame of 20 ms. In each band: how loud the sound is, how tonal, how
// far above the floor of its surroundings, how much its level and its frequency move: voices glide, noise jumps, a buzz
// stands still. And levels of parts of milliseconds, by which static begins at once and crackle crackles.
// scripts/static-model/features.py computes the same.
import type { Section } from '../../section.js'
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
  const { frames, dims, binHz, data: powers, fftSize } = section.spectrum
  const maps = new Float32Array(MAPS * BANDS * frames)
  const centroids = new Float32Array(frames)
  const ordered = new Float32Array(frames)
  bandEdges(binHz).forEach(({ from, to }, band) => {
    const rowOf = (map: number) =>
      maps.subarray((map * BANDS + band) * frames, (map * BANDS + band + 1) * frames)
    const levels = rowOf(0)
    if (to > dims) {
      levels.fill(SOFTEST)
      return
    }
    const tonal = rowOf(1)
    const width = to - from
    for (let frame = 0; frame < frames; frame++) {
      const row = frame * dims + from
      let sum = TINY
      let moment = 0
      let most = 0
      for (let bin = 0; bin < width; bin++) {
        const power = powers[row + bin]
        sum += power
        moment += power * bin
        if (power > most) most = power
      }
      levels[frame] = scaledLevel(10 * Math.log10(sum) - speechDb)
      const peak = width === 1 ? 0 : 10 * Math.log10((most * width + TINY) / sum)
      tonal[frame] = LEVEL_SCALE * Math.min(MOST_TONAL_DB, Math.max(0, peak))
      centroids[frame] = moment / sum
    }
    ordered.set(levels)
    const floor = ordered.sort()[Math.floor(FLOOR_SHARE * (frames - 1))]
    const rises = rowOf(2)
    for (let frame = 0; frame < frames; frame++) rises[frame] = levels[frame] - floor
    movements(levels, 1 / LEVEL_SCALE, LEAST_FLUX_DB, rowOf(3))
    movements(centroids, 1, LEAST_MOVE_BINS, rowOf(4))
  })
  return { frames, maps, fine: fineLevels(section, frames, fftSize, speechDb) }
}

/** Mean step from frame to frame around each, as a power of ten; beyond the ends nothing moves. */
function movements(values: Float32Array, unit: number, least: number, into: Float32Array): void {
  const { length } = values
  const stepAt = (frame: number) =>
    frame > 0 && frame < length ? Math.abs(values[frame] - values[frame - 1]) : 0
  let before = 0
  let last = 0
  let next = stepAt(1)
  for (let frame = 0; frame < length; frame++) {
    const far = stepAt(frame + 2)
    into[frame] = Math.log10((unit * (before + last + next + far)) / STEPS + least)
    before = last
    last = next
    next = far
  }
}

/** Bins of the bands, the last exclusive; a band narrower than a bin takes the bin that it lies in. */
export function bandEdges(binHz: number): { from: number; to: number }[] {
  const lowest = melOf(LOWEST_HZ)
  const step = (melOf(HIGHEST_HZ) - lowest) / BANDS
  return Array.from({ length: BANDS }, (_, band) => {
    const from = Math.round(hzOf(lowest + band * step) / binHz)
    return { from, to: Math.max(from + 1, Math.round(hzOf(lowest + (band + 1) * step) / binHz)) }
  })
}

/** The mel scale, 2595 log10(1 + f/700) (O'Shaughnessy 1987), and back. */
function melOf(hz: number): number {
  return 2595 * Math.log10(1 + hz / 700)
}

function hzOf(mel: number): number {
  return 700 * (10 ** (mel / 2595) - 1)
}
