// From odds frame by frame to stretches of static.
import { binarise } from '../../binarise.js'
import { parameters } from './parameters.js'

const { joinedFrames, listedFrom, possibleFrom, surestFrames } = parameters

export interface Burst {
  /** Frames, inclusive. */
  from: number
  to: number
  /** Log odds that it is static at all. */
  sureness: number
}

export function burstsOf(odds: Float32Array, leastSureness = listedFrom): Burst[] {
  const smooth = smoothed(odds)
  return binarise(smooth, { offset: possibleFrom, join: joinedFrames - 1 })
    .map(({ from, to }) => ({ from, to: to - 1, sureness: surenessOf(smooth.subarray(from, to)) }))
    .filter(({ sureness }) => sureness >= leastSureness)
}

/** A stretch of fewer frames lacks what the missing ones would have added. */
function surenessOf(odds: Float32Array): number {
  const surest = odds.slice().sort().subarray(-surestFrames)
  return surest.reduce((sum, each) => sum + each, 0) / surestFrames
}

/** The mean of each with the one before and the one after: odds are a matter of three frames, a single one is easily wrong. */
function smoothed(odds: Float32Array): Float32Array {
  return odds.map((_, frame) => {
    const around = odds.subarray(Math.max(0, frame - 1), frame + 2)
    return around.reduce((sum, each) => sum + each, 0) / around.length
  })
}
