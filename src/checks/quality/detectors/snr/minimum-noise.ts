// Noise under speech, from what is left of each band in the moments when the voice is elsewhere.
import type { Band } from '../../front-end/erb-bands.js'
import type { LevelHistogram } from './level-histogram.js'
import { parameters } from './parameters.js'

const { fallFactor, independentFrames, independentPerBin, lowShare, lowZ, nextShare, nextZ } = parameters

/** Mean square of the noise: minimum statistics over bands (after R. Martin 2001), each corrected for its own scatter. */
export function minimumNoise(histograms: LevelHistogram[], bands: Band[]): number {
  let sum = 0
  histograms.forEach((histogram, index) => {
    const bins = bands[index].toBin - bands[index].fromBin
    const degrees = 2 * Math.max(1, bins * independentPerBin) * independentFrames
    const low = histogram.quantile(lowShare) / chiSquareQuantile(degrees, lowZ)
    const next = histogram.quantile(nextShare) / chiSquareQuantile(degrees, nextZ)
    sum += low / Math.max(1, next / low) ** fallFactor
  })
  return sum
}

/** Quantile of chi-square over its mean, by E. Wilson and M. Hilferty (1931). */
function chiSquareQuantile(degrees: number, z: number): number {
  const variance = 2 / (9 * degrees)
  return (1 - variance + z * Math.sqrt(variance)) ** 3
}
