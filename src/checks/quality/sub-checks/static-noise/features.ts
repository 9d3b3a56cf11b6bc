// What the network of the static check is told of each frame of 20 ms: in each band how loud the sound is, how tonal, how
// far above the floor of its surroundings, and how much its frequency moves: voices glide, noise jumps, a buzz stands still.
import type { Section } from '../../section.js'

export const BANDS = 32
export const CHANNELS = 4 * BANDS
/** Bands of about one ERB (Glasberg and Moore 1990) over what most files hold. */
const LOWEST_HZ = 80
const HIGHEST_HZ = 12_000
/** Nobody hears what lies so far below the speech, and bands that the file does not have are as if so soft. */
const SOFTEST_DB = -70
const LOUDEST_DB = 20
const MOST_TONAL_DB = 20
/** The softest tenth of a band's levels in a section is its floor. */
const FLOOR_SHARE = 0.1
/** Movement is taken over so many frames before and after; less than a thousandth of a bin is none. */
const MOVES_AROUND = 2
const LEAST_MOVE = 1e-3
/** Keeps the inputs of the network near one. */
export const LEVEL_SCALE = 1 / 10
const TINY = 1e-20

export interface Features {
  frames: number
  /** One row of `frames` values a channel: levels, tonalities, rises and movements of all bands. */
  data: Float32Array
}

/** `speechDb`: level of the speech in the units of the spectrum, dB. */
export function featuresOf({ spectrum }: Section, speechDb: number): Features {
  const { frames, dims, binHz, data: powers } = spectrum
  const data = new Float32Array(CHANNELS * frames)
  const rowsOf = (kind: number, band: number) => {
    const start = (kind * BANDS + band) * frames
    return data.subarray(start, start + frames)
  }
  const centroids = new Float32Array(frames)
  bandEdges(binHz).forEach(({ from, to }, band) => {
    const levels = rowsOf(0, band)
    const tonal = rowsOf(1, band)
    if (to > dims) {
      levels.fill(LEVEL_SCALE * SOFTEST_DB)
      return
    }
    for (let frame = 0; frame < frames; frame++) {
      const row = frame * dims
      let sum = TINY
      let moment = 0
      let most = 0
      for (let bin = from; bin < to; bin++) {
        const power = powers[row + bin]
        sum += power
        moment += power * (bin - from)
        if (power > most) most = power
      }
      const level = 10 * Math.log10(sum) - speechDb
      levels[frame] = LEVEL_SCALE * Math.min(LOUDEST_DB, Math.max(SOFTEST_DB, level))
      const peak = 10 * Math.log10((most * (to - from) + TINY) / sum)
      tonal[frame] = LEVEL_SCALE * Math.min(MOST_TONAL_DB, Math.max(0, peak))
      centroids[frame] = moment / sum
    }
    const floor = levels.slice().sort()[Math.floor(FLOOR_SHARE * (frames - 1))]
    const rises = rowsOf(2, band)
    for (let frame = 0; frame < frames; frame++) rises[frame] = levels[frame] - floor
    movements(centroids, rowsOf(3, band))
  })
  return { frames, data }
}

/** Mean step of the band's mean frequency from frame to frame, in bins, as a level; none is known beyond the ends. */
function movements(centroids: Float32Array, into: Float32Array): void {
  for (let frame = 0; frame < into.length; frame++) {
    let sum = 0
    const first = Math.max(1, frame - MOVES_AROUND + 1)
    const last = Math.min(centroids.length - 1, frame + MOVES_AROUND)
    for (let other = first; other <= last; other++) sum += Math.abs(centroids[other] - centroids[other - 1])
    into[frame] = LEVEL_SCALE * 10 * Math.log10(sum / (2 * MOVES_AROUND) + LEAST_MOVE)
  }
}

/** Bins of the bands, the last exclusive; a band narrower than a bin takes the bin that it lies in. */
export function bandEdges(binHz: number): { from: number; to: number }[] {
  const lowest = erbNumber(LOWEST_HZ)
  const step = (erbNumber(HIGHEST_HZ) - lowest) / BANDS
  return Array.from({ length: BANDS }, (_, band) => {
    const from = Math.round(hzOf(lowest + band * step) / binHz)
    return { from, to: Math.max(from + 1, Math.round(hzOf(lowest + (band + 1) * step) / binHz)) }
  })
}

/** The scale of ERB numbers, 21.4 log10(4.37 f/1000 + 1), and back. */
function erbNumber(hz: number): number {
  return 21.4 * Math.log10(4.37e-3 * hz + 1)
}

function hzOf(number: number): number {
  return (10 ** (number / 21.4) - 1) / 4.37e-3
}
