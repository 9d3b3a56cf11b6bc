import type { Stretch } from './stretches.js'

const FRAME_SEC = 0.02
/** Fewer frames of pause (0.2 s) are too few to call anything a floor. */
const FEWEST_FRAMES = 10

/**
 * The median power of the frames in pauses, as a mean square; null with too little pause. The median, so that a click or
 * a breath in a pause does not count as its noise.
 */
export function noiseFloor(pauses: Stretch[], sampleRateHz: number): number | null {
  const length = Math.round(FRAME_SEC * sampleRateHz)
  const powers: number[] = []
  for (const pause of pauses)
    for (let start = 0; start + length <= pause.length; start += length)
      powers.push(variance(pause.subarray(start, start + length)))
  if (powers.length < FEWEST_FRAMES) return null
  powers.sort((a, b) => a - b)
  return powers[Math.floor(powers.length / 2)]
}

function variance(frame: Float32Array): number {
  let sum = 0
  let squares = 0
  for (const sample of frame) {
    sum += sample
    squares += sample * sample
  }
  const mean = sum / frame.length
  return Math.max(0, squares / frame.length - mean * mean)
}
