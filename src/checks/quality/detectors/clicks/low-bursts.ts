// Dull clicks: bursts below 2 kHz that stand out of hisses and pauses, where the prediction of each sample has enough to do
// with what lies above.
import { sumOf } from '../../front-end/frame-levels.js'

/** The sound at about 4 kHz: means of so many samples, whose own filter lets through what lies below 2 kHz. */
const ENOUGH_HZ = 4_000
/** Energy is taken over a millisecond, and compared with what lies 3 to 20 ms before and after. */
const BOX = 4
const OWN = 12
const NEAR = 80
const LEAST_OVER = 10 ** 0.4
/** Against the speech, in its mean power: softer ones nobody hears. */
const LEAST_LEVEL = 1e-4

/** Samples in the middle of each. */
export function lowBurstsIn(samples: Float32Array, sampleRateHz: number, speechPower: number): number[] {
  const step = Math.max(1, Math.round(sampleRateHz / ENOUGH_HZ))
  const energies = boxEnergies(samples, step)
  const least = LEAST_LEVEL * speechPower * BOX
  const places: number[] = []
  for (let k = 1; k + 1 < energies.length; k++) {
    const energy = energies[k]
    if (energy < least || energy < energies[k - 1] || energy <= energies[k + 1]) continue
    if (isHigherWithin(energies, k - OWN, k + OWN, energy)) continue
    const limit = energy / LEAST_OVER
    if (isHigherWithin(energies, k - NEAR, k - OWN, limit)) continue
    if (isHigherWithin(energies, k + OWN, k + NEAR, limit)) continue
    places.push(Math.round((k + BOX / 2) * step))
  }
  return places
}

/** Energy of each box of the slow sound, less its offset by taking differences. */
function boxEnergies(samples: Float32Array, step: number): Float64Array {
  const count = Math.floor(samples.length / step)
  const squares = new Float64Array(count)
  let last = 0
  for (let k = 0; k < count; k++) {
    const mean = sumOf(samples, k * step, (k + 1) * step) / step
    const difference = k > 0 ? mean - last : 0
    squares[k] = difference * difference
    last = mean
  }
  const energies = new Float64Array(Math.max(0, count - BOX + 1))
  for (let k = 0; k < energies.length; k++)
    energies[k] = squares[k] + squares[k + 1] + squares[k + 2] + squares[k + 3]
  return energies
}

function isHigherWithin(values: Float64Array, from: number, to: number, limit: number): boolean {
  const last = Math.min(values.length - 1, to)
  for (let k = Math.max(0, from); k <= last; k++) if (values[k] > limit) return true
  return false
}
