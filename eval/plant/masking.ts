// How far an added sound stands out of what is there: so strengths mean the same for a click and for a hum, in loud speech
// and in a pause.
import {
  AFTER_MASKING_DB_PER_SEC,
  CRITICAL_BAND_EDGES_HZ,
  DOWNWARD_SPREAD_DB_PER_BARK,
  hiddenInQuietDb,
  MASKING_SHARE,
  shortSoundDb,
  UPWARD_SPREAD_DB_PER_BARK,
} from '../../src/audio/psychoacoustics.js'
import { powerSpectrum } from '../../src/audio/spectrum.js'
import { between, type Range, type Strength } from './planter.js'

/**
 * Decibels over the masked threshold. "just" is what somebody finds who listens for it, "clear" what everybody notices who
 * pays attention (twice as loud and twice again over the threshold), "gross" what nobody can miss while doing something else.
 */
export const EXCESS_DB: Record<Strength, Range> = { just: [5, 9], clear: [14, 20], gross: [26, 34] }

const FRAME_SEC = 0.02
const HOP_SEC = 0.01
/**
 * By how much `added` stands out of `background` (of the same length) in its best band, in dB: the given quantile over the
 * frames in which it sounds.
 */
export function excessDb(
  added: Float32Array,
  background: Float32Array,
  sampleRateHz: number,
  speechPower: number,
  quantile: number,
): number {
  const bandsAdded = bandPowers(added, sampleRateHz)
  const masks = maskedThresholds(bandPowers(background, sampleRateHz), speechPower)
  const loudest = Math.max(...bandsAdded.map((bands) => Math.max(...bands)))
  if (!(loudest > 0)) return -Infinity
  const excesses = bandsAdded
    .map((bands, frame) => Math.max(...bands.map((power, band) => power / masks[frame][band])))
    .filter((_, frame) => Math.max(...bandsAdded[frame]) > loudest * 1e-4)
    .sort((a, b) => a - b)
  return 10 * Math.log10(excesses[Math.min(excesses.length - 1, Math.floor(quantile * excesses.length))])
}

/** What a short sound needs more than a long one to be as audible; one that is shorter than a frame fills it. */
export function shortDb(soundSec: number): number {
  return shortSoundDb(Math.max(soundSec, FRAME_SEC))
}

/** The gain that puts `added` into the range of a strength, by a random draw in it. */
export function gainFor(
  strength: Strength,
  random: () => number,
  soundSec: number,
  unitExcessDb: number,
): number {
  return 10 ** ((between(random, EXCESS_DB[strength]) + shortDb(soundSec) - unitExcessDb) / 20)
}

function bandPowers(samples: Float32Array, sampleRateHz: number): number[][] {
  const frameLength = Math.round(FRAME_SEC * sampleRateHz)
  // Half a frame of nothing on each side, so that what happens at the edges is in the middle of a frame.
  const padded = new Float32Array(samples.length + 2 * frameLength)
  padded.set(samples, frameLength)
  const { data, frames, dims, binHz, fftSize } = powerSpectrum(padded, {
    sampleRateHz,
    frameSec: FRAME_SEC,
    hopSec: HOP_SEC,
  })
  // From |X|^2 / (sum of window)^2 to power: 2 (sum w)^2 / (N sum w^2), which for Hann is 4/3 of frame over transform.
  const scale = ((4 / 3) * frameLength) / fftSize
  const edges = CRITICAL_BAND_EDGES_HZ.filter((edge) => edge < sampleRateHz / 2)
  const rows: number[][] = []
  for (let frame = 0; frame < frames; frame++) {
    const row: number[] = []
    for (let band = 0; band + 1 < edges.length; band++) {
      const first = Math.ceil(edges[band] / binHz)
      const last = Math.max(first + 1, Math.ceil(edges[band + 1] / binHz))
      let sum = 0
      for (let bin = first; bin < last; bin++) sum += data[frame * dims + bin]
      row.push(scale * sum)
    }
    rows.push(row)
  }
  return rows
}

function maskedThresholds(background: number[][], speechPower: number): number[][] {
  const up = 10 ** (-UPWARD_SPREAD_DB_PER_BARK / 10)
  const down = 10 ** (-DOWNWARD_SPREAD_DB_PER_BARK / 10)
  const after = 10 ** ((-AFTER_MASKING_DB_PER_SEC * HOP_SEC) / 10)
  let before: number[] | undefined
  return background.map((bands) => {
    const mask = bands.map((power, band) => {
      const centreHz = Math.sqrt(CRITICAL_BAND_EDGES_HZ[band] * CRITICAL_BAND_EDGES_HZ[band + 1])
      return Math.max(power * MASKING_SHARE, speechPower * 10 ** (hiddenInQuietDb(centreHz) / 10))
    })
    for (let band = 1; band < mask.length; band++) mask[band] = Math.max(mask[band], mask[band - 1] * up)
    for (let band = mask.length - 2; band >= 0; band--)
      mask[band] = Math.max(mask[band], mask[band + 1] * down)
    if (before)
      for (let band = 0; band < mask.length; band++) mask[band] = Math.max(mask[band], before[band] * after)
    before = mask
    return mask
  })
}
