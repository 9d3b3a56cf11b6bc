// How far an added sound stands out of what is there: so strengths mean the same for a click and for a hum, in loud speech
// and in a pause.
import { powerSpectrum } from '../../src/audio/spectrum.js'
import { between, type Range, type Strength } from './planter.js'

/**
 * Decibels over the masked threshold. "just" is what somebody finds who listens for it, "clear" what everybody hears who
 * pays attention (twice as loud and twice again over the threshold), "gross" what nobody can miss while doing something else.
 */
export const EXCESS_DB: Record<Strength, Range> = { just: [5, 9], clear: [14, 20], gross: [26, 34] }

/** Speech is heard at 70 dB SPL, in a room whose own noise hides 15 dB SPL in each critical band (a quiet office, NC 20). */
const LISTENING_DB = 70
const ROOM_DB = 15
/** Noise hides sounds up to so much below it in the same critical band (Zwicker and Fastl, "Psychoacoustics", 4.1: 2 to 6 dB). */
const MASKING_OFFSET_DB = 4
/** What one band hides in the next higher and the next lower one (slopes at 70 dB, the same, 6.2). */
const UPWARD_DB_PER_BARK = 12
const DOWNWARD_DB_PER_BARK = 27
/** After-masking: about 60 dB in 200 ms at first faster (the same, 4.4), as so much in each hop. */
const AFTER_DB_PER_HOP = 5
const FRAME_SEC = 0.02
const HOP_SEC = 0.01
/** A sound shorter than this is less loud in proportion (temporal integration, the same, 8.3). */
const INTEGRATION_SEC = 0.2

/** Edges of the critical bands (E. Zwicker, 1961), from 100 Hz; small loudspeakers give nothing below. */
const BARK_EDGES_HZ = [
  100, 200, 300, 400, 510, 630, 770, 920, 1080, 1270, 1480, 1720, 2000, 2320, 2700, 3150, 3700, 4400, 5300,
  6400, 7700, 9500, 12_000, 15_500,
]

/** Threshold in quiet, dB SPL (E. Terhardt, 1979). */
function quietThresholdDb(frequencyHz: number): number {
  const khz = frequencyHz / 1000
  return 3.64 * khz ** -0.8 - 6.5 * Math.exp(-0.6 * (khz - 3.3) ** 2) + 1e-3 * khz ** 4
}

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
  const heard = bandPowers(added, sampleRateHz)
  const masks = maskedThresholds(bandPowers(background, sampleRateHz), speechPower)
  const loudest = Math.max(...heard.map((bands) => Math.max(...bands)))
  if (!(loudest > 0)) return -Infinity
  const excesses = heard
    .map((bands, frame) => Math.max(...bands.map((power, band) => power / masks[frame][band])))
    .filter((_, frame) => Math.max(...heard[frame]) > loudest * 1e-4)
    .sort((a, b) => a - b)
  return 10 * Math.log10(excesses[Math.min(excesses.length - 1, Math.floor(quantile * excesses.length))])
}

/** What a short sound needs more than a long one to be heard as well. */
export function shortSoundDb(soundSec: number): number {
  return 10 * Math.log10(Math.max(1, INTEGRATION_SEC / Math.max(soundSec, FRAME_SEC)))
}

/** The gain that puts `added` into the range of a strength, by a random draw in it. */
export function gainFor(
  strength: Strength,
  random: () => number,
  soundSec: number,
  unitExcessDb: number,
): number {
  return 10 ** ((between(random, EXCESS_DB[strength]) + shortSoundDb(soundSec) - unitExcessDb) / 20)
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
  const edges = BARK_EDGES_HZ.filter((edge) => edge < sampleRateHz / 2)
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
  const up = 10 ** (-UPWARD_DB_PER_BARK / 10)
  const down = 10 ** (-DOWNWARD_DB_PER_BARK / 10)
  const after = 10 ** (-AFTER_DB_PER_HOP / 10)
  const offset = 10 ** (-MASKING_OFFSET_DB / 10)
  let before: number[] | undefined
  return background.map((bands) => {
    const mask = bands.map((power, band) => {
      const centreHz = Math.sqrt(BARK_EDGES_HZ[band] * BARK_EDGES_HZ[band + 1])
      const floorDb = Math.max(quietThresholdDb(centreHz), ROOM_DB) - LISTENING_DB
      return Math.max(power * offset, speechPower * 10 ** (floorDb / 10))
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
