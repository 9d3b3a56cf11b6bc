// Noise under speech, from what is left of each band in the moments when the voice is elsewhere.
import type { Band } from '../../front-end/ear-bands.js'
import type { LevelHistogram } from './level-histogram.js'

/** Even in unbroken speech each band is free of voice for some moments: the closures of plosives, fricatives, vowels. */
const LOW_SHARE = 0.025
const NEXT_SHARE = 0.075
/** The same shares of a standard normal distribution. */
const LOW_Z = -1.96
const NEXT_Z = -1.44
/**
 * Where levels go on falling between the two shares by more than noise does, even the lower one is still voice: noise is
 * taken to lie so many times that fall below. Chosen on 62 clips with white and pink noise from 15 to 50 dB, their pauses muted.
 */
const FALL_FACTOR = 4
/** A band's values in three frames of 20 ms every 10 ms, Hann: independent ones a bin (1 / 1.5 for the window) and a frame. */
const INDEPENDENT_PER_BIN = 0.6
const INDEPENDENT_FRAMES = 2.8

/** Mean square of the noise: minimum statistics over bands (after R. Martin 2001), each corrected for its own scatter. */
export function minimumNoise(histograms: LevelHistogram[], bands: Band[]): number {
  let sum = 0
  histograms.forEach((histogram, index) => {
    const bins = bands[index].toBin - bands[index].fromBin
    const degrees = 2 * Math.max(1, bins * INDEPENDENT_PER_BIN) * INDEPENDENT_FRAMES
    const low = histogram.quantile(LOW_SHARE) / chiSquareQuantile(degrees, LOW_Z)
    const next = histogram.quantile(NEXT_SHARE) / chiSquareQuantile(degrees, NEXT_Z)
    sum += low / Math.max(1, next / low) ** FALL_FACTOR
  })
  return sum
}

/** Quantile of chi-square over its mean, by E. Wilson and M. Hilferty (1931). */
function chiSquareQuantile(degrees: number, z: number): number {
  const variance = 2 / (9 * degrees)
  return (1 - variance + z * Math.sqrt(variance)) ** 3
}
