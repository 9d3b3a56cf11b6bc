// Moments at which the prediction residual stands out: everything that may be a click.
import { energy } from '../../front-end/frame-levels.js'
import { predictionResidual } from './prediction-residual.js'

/** Energy is taken over a millisecond, twice in each. */
export const BOX_SEC = 0.001
const HOP_SEC = 0.0005
/** A click is the highest within 3 ms, and stands out of the 20 ms around it but for the 2.5 ms of its own decay. */
const PEAK_HOPS = 6
const NEAR_HOPS = 40
const OWN_HOPS = 5
/** Creaky voices pulse as slowly as 20 Hz. */
const FAR_HOPS = 110
/** A click spoils the prediction of its own frame, so it may look smaller than the pulses around it. */
const LEAST_OVER_DB = -3
/** What is no higher above the mean of its surroundings is noise or voice. */
const LEAST_OVER_MEAN = 6
/** Nothing below the last bit of 16. */
const LEAST_ENERGY = 1e-9

export interface Candidate {
  /** Sample in the middle of its highest millisecond. */
  at: number
  energyDb: number
  /** How far it stands out of the 20 ms before and after, in dB. */
  overBeforeDb: number
  overAfterDb: number
  /** The same of what lies 20 to 55 ms away. */
  overFarDb: number
}

export const MOST_DB = 45
const LEAST_DB = -40

export function capped(db: number): number {
  return Math.max(LEAST_DB, Math.min(MOST_DB, db))
}

export function toDb(power: number): number {
  return 10 * Math.log10(power + 1e-20)
}

export function candidatesIn(samples: Float32Array, sampleRateHz: number): Candidate[] {
  const residual = predictionResidual(samples, sampleRateHz)
  const hop = Math.max(1, Math.round(HOP_SEC * sampleRateHz))
  const energies = boxEnergies(residual, hop)
  const means = runningMeans(energies, NEAR_HOPS)
  const found: Candidate[] = []
  for (let box = 1; box + 1 < energies.length; box++) {
    const own = energies[box]
    if (own < LEAST_ENERGY || own < energies[box - 1] || own <= energies[box + 1]) continue
    if (own < highest(energies, box - PEAK_HOPS, box - 1)) continue
    if (own <= highest(energies, box + 1, box + PEAK_HOPS)) continue
    const before = highest(energies, box - NEAR_HOPS, box - OWN_HOPS)
    const after = highest(energies, box + OWN_HOPS, box + NEAR_HOPS)
    const energyDb = toDb(own)
    if (own < LEAST_OVER_MEAN * means[box]) continue
    if (energyDb - toDb(Math.max(before, after)) < LEAST_OVER_DB) continue
    const far = Math.max(
      highest(energies, box - FAR_HOPS, box - NEAR_HOPS),
      highest(energies, box + NEAR_HOPS, box + FAR_HOPS),
    )
    found.push({
      at: (box + 1) * hop,
      energyDb: energyDb - toDb(2 * hop),
      overBeforeDb: capped(energyDb - toDb(before)),
      overAfterDb: capped(energyDb - toDb(after)),
      overFarDb: capped(energyDb - toDb(far)),
    })
  }
  return found
}

/** Energy of each box of two hops, one box a hop. */
function boxEnergies(residual: Float32Array, hop: number): Float64Array {
  const halves = new Float64Array(Math.floor(residual.length / hop))
  for (let index = 0; index < halves.length; index++)
    halves[index] = energy(residual, index * hop, (index + 1) * hop)
  for (let box = 0; box + 1 < halves.length; box++) halves[box] += halves[box + 1]
  return halves.subarray(0, Math.max(0, halves.length - 1))
}

/** Mean of the values up to so far on both sides. */
function runningMeans(values: Float64Array, reach: number): Float64Array {
  const sums = new Float64Array(values.length + 1)
  for (let index = 0; index < values.length; index++) sums[index + 1] = sums[index] + values[index]
  const means = new Float64Array(values.length)
  for (let index = 0; index < values.length; index++) {
    const from = Math.max(0, index - reach)
    const to = Math.min(values.length, index + reach + 1)
    means[index] = (sums[to] - sums[from]) / (to - from)
  }
  return means
}

function highest(values: Float64Array, from: number, to: number): number {
  let most = 0
  const last = Math.min(values.length - 1, to)
  for (let index = Math.max(0, from); index <= last; index++) if (values[index] > most) most = values[index]
  return most
}
