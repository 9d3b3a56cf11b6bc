// A voice that holds one sound instead of speaking: its spectrum stands still.
import type { Samples } from '../../../../audio/samples.js'
import { powerSpectrum } from '../../../../audio/spectrum.js'
import { SPEECH_RATE_HZ } from '../../../../speech/track.js'
import type { Stretch } from '../../binarise.js'
import { frameLevelsDb } from '../../front-end/frame-levels.js'
import { parameters as frontEnd } from '../../front-end/parameters.js'
import { parameters } from './parameters.js'

const { apartSec, heldSec, likeness, longestBreathSec, mostFallDb } = parameters
const { frameSec, hopSec } = frontEnd
const HOP = Math.round(hopSec * SPEECH_RATE_HZ)
/** So much of the last sound is looked at: longer than anything but speech lasts. */
const SEEN_FRAMES = Math.round((2 * longestBreathSec) / hopSec)
/** Roots of powers, as loudness goes: loud harmonics do not hide what the rest does. */
const LOUDNESS_POWER = 0.3

/** The frame from which the last sound of a file is only held, a usual vowel left at its beginning; null where it is not. */
export function heldFrom(samples: Samples, { from, to }: Stretch): number | null {
  const sound = samples.subarray(Math.max(from, to - SEEN_FRAMES) * HOP, to * HOP)
  const { frames, dims, data } = powerSpectrum(sound, { sampleRateHz: SPEECH_RATE_HZ, frameSec, hopSec })
  const apart = Math.round(apartSec / hopSec)
  const rows = Array.from({ length: frames }, (_, frame) =>
    data.slice(frame * dims, (frame + 1) * dims).map((power) => power ** LOUDNESS_POWER),
  )
  let first = frames - 1
  while (first >= apart && cosine(rows[first], rows[first - apart]) >= likeness) first--
  const heldFrames = frames - 1 - first + apart
  const leastFrames = Math.round(heldSec / hopSec)
  if (first === frames - 1 || heldFrames < leastFrames) return null
  const levels = frameLevelsDb(sound.subarray((frames - heldFrames) * HOP), HOP)
  const fallDb = levels[0] - levels[levels.length - 1]
  return fallDb > mostFallDb ? null : to - heldFrames + leastFrames / 2
}

function cosine(one: Float32Array, other: Float32Array): number {
  let product = 0
  let here = 1e-20
  let there = 1e-20
  for (let k = 0; k < one.length; k++) {
    product += one[k] * other[k]
    here += one[k] * one[k]
    there += other[k] * other[k]
  }
  return product / Math.sqrt(here * there)
}
