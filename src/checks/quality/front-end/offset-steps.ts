// Steps of the offset that stay: the sound goes on around another zero. Voices have nothing below 30 Hz, so that a step of a
// hundredth of the speech is plain there, also where the click that it makes is hidden by a vowel.
import { sumOf } from './frame-levels.js'
import { parameters } from './parameters.js'

const {
  heldBlocks,
  jumpWithinSec,
  leastHeldBlocks,
  leastShare,
  offsetStepsBlockSec,
  overMovement,
  windowBlocks,
} = parameters

/** Nothing of the step itself lies in the windows that are so far from it. */
const CLEAR_BLOCKS = windowBlocks / 2

/** The first sample after each step. */
export function offsetStepsIn(samples: Float32Array, sampleRateHz: number, speechPower: number): number[] {
  const block = Math.max(1, Math.round(offsetStepsBlockSec * sampleRateHz))
  const slow = smoothed(blockMeans(samples, block))
  const least = leastShare * Math.sqrt(speechPower)
  const reach = CLEAR_BLOCKS + leastHeldBlocks
  const steps: { block: number; size: number }[] = []
  for (let k = reach; k + reach <= slow.length; k++) {
    const size = slow[k + CLEAR_BLOCKS] - slow[k - CLEAR_BLOCKS]
    if (Math.abs(size) < least || !isHeld(slow, k)) continue
    const last = steps.at(-1)
    // The slope of one step is as long as the window: its steepest place counts.
    if (!last || k - last.block > windowBlocks) steps.push({ block: k, size })
    else if (Math.abs(size) > Math.abs(last.size)) Object.assign(last, { block: k, size })
  }
  return steps.map((step) => jumpNear(samples, step.block * block, step.size, sampleRateHz))
}

function blockMeans(samples: Float32Array, block: number): Float64Array {
  const means = new Float64Array(Math.floor(samples.length / block))
  for (let k = 0; k < means.length; k++) means[k] = sumOf(samples, k * block, (k + 1) * block) / block
  return means
}

/** Value k lies around the border of blocks k - 1 and k. Beyond both ends the sound is taken to go on as it is there. */
function smoothed(means: Float64Array): Float64Array {
  const half = windowBlocks / 2
  const weights = Array.from(
    { length: windowBlocks },
    (_, n) => (1 - Math.cos((2 * Math.PI * (n + 0.5)) / windowBlocks)) / windowBlocks,
  )
  const slow = new Float64Array(means.length)
  const last = means.length - 1
  for (let k = 0; k < slow.length; k++) {
    let sum = 0
    for (let n = 0; n < windowBlocks; n++)
      sum += weights[n] * means[Math.min(last, Math.max(0, k - half + n))]
    slow[k] = sum
  }
  return slow
}

/** Whether the level after differs from the level before by much more than either of them moves. */
function isHeld(slow: Float64Array, k: number): boolean {
  const before = rangeOf(slow, Math.max(0, k - CLEAR_BLOCKS - heldBlocks), k - CLEAR_BLOCKS)
  const after = rangeOf(slow, k + CLEAR_BLOCKS, Math.min(slow.length, k + CLEAR_BLOCKS + heldBlocks))
  const size = Math.abs(after.middle - before.middle)
  return size >= overMovement * Math.max(before.spread, after.spread)
}

/** Mean and standard deviation. */
function rangeOf(values: Float64Array, from: number, to: number): { middle: number; spread: number } {
  let sum = 0
  let squares = 0
  for (let k = from; k < to; k++) {
    sum += values[k]
    squares += values[k] * values[k]
  }
  const middle = sum / (to - from)
  return { middle, spread: Math.sqrt(Math.max(0, squares / (to - from) - middle * middle)) }
}

/** The steepest change in the direction of the step. */
function jumpNear(samples: Float32Array, at: number, step: number, sampleRateHz: number): number {
  const within = Math.round(jumpWithinSec * sampleRateHz)
  let jump = Number.NEGATIVE_INFINITY
  let jumpAt = at
  for (let n = Math.max(2, at - within); n < Math.min(samples.length - 1, at + within); n++) {
    // Less what the sound does on both sides.
    const change =
      samples[n] - samples[n - 1] - (samples[n - 1] - samples[n - 2] + samples[n + 1] - samples[n]) / 2
    if (Math.sign(step) * change <= jump) continue
    jump = Math.sign(step) * change
    jumpAt = n
  }
  return jumpAt
}
