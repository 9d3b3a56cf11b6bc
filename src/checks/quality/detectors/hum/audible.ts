// How far a steady tone stands above what hides it.
import { criticalBandwidthHz, hiddenInQuietDb, MASKING_SHARE } from '../../../../audio/psychoacoustics.js'
import { parameters } from './parameters.js'
import type { LineSpectra } from './spectra.js'

const { emptyShare, fallDbPerOctave, fullFromHz, ownBins, quietShare } = parameters

/** That share of the bins of noise lies so far below their mean: powers of noise are distributed exponentially. */
const EMPTY_OF_NOISE = -Math.log(1 - emptyShare)

/** Decibels over the masked threshold in the quiet moments from `startSec` to `endSec`. */
export function excessDb(
  { hz, power, startSec, endSec }: { hz: number; power: number; startSec: number; endSec: number },
  { powers, frames, bins, binHz, hopSec, frameSec }: LineSpectra,
  /** 0 where nobody speaks. */
  speechPower: number,
): number {
  const widthHz = criticalBandwidthHz(hz)
  // Nearer than that there is nothing but the line itself.
  const half = Math.max(2 * ownBins, Math.round(widthHz / 2 / binHz))
  const centre = Math.round(hz / binHz)
  const first = Math.max(1, centre - half)
  const last = Math.min(bins - 1, centre + half)
  const around = new Float32Array(Math.max(1, last - first + 1))
  const others: number[] = []
  const lastFrame = Math.min(frames - 1, Math.floor((endSec - frameSec) / hopSec))
  for (let frame = Math.max(0, Math.ceil(startSec / hopSec)); frame <= lastFrame; frame++) {
    for (let bin = first; bin <= last; bin++) around[bin - first] = powers[frame * bins + bin]
    around.sort()
    others.push(((around[Math.floor(emptyShare * around.length)] / EMPTY_OF_NOISE) * widthHz) / binHz)
  }
  others.sort((a, b) => a - b)
  // Noise shows 1.5 times its power in the bins of a Hann window, a tone the same: no correction between the two.
  const hiding = others[Math.floor(quietShare * others.length)] ?? 0
  const tone = power * 1.5
  const quiet = (speechPower / 2) * 1.5 * 10 ** (hiddenInQuietDb(hz) / 10)
  const masker = Math.max(hiding * MASKING_SHARE, quiet, Number.MIN_VALUE)
  return 10 * Math.log10(tone / masker)
}

export function lostByLoudspeakersDb(hz: number): number {
  return fallDbPerOctave * Math.max(0, Math.log2(fullFromHz / hz))
}
