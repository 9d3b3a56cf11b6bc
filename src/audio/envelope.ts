// How loud the audible part of a sound is, and how long it lasts.
import { partsOf, type Samples } from './samples.js'

/** 32 ms at 16 kHz: as finely as speech is told from pauses. */
const FRAME_SAMPLES = 512

export interface Envelope {
  /** Mean level of the loudest twentieth of the frames; null when every frame is silent. */
  loudestDbfs: number | null
  /** Time in which the sound is no more than 30 dB below that. */
  audibleSec: number
}

const LOUDEST_SHARE = 0.05
/** What lies further below the loudest passes for a pause. */
const AUDIBLE_RANGE_DB = 30

export function envelopeOf(samples: Samples, sampleRateHz: number): Envelope {
  const frames = Math.ceil(samples.length / FRAME_SAMPLES)
  const powers = new Float64Array(frames)
  let frame = 0
  for (const { part } of partsOf(samples, FRAME_SAMPLES)) {
    for (let from = 0; from < part.length; from += FRAME_SAMPLES) {
      const to = Math.min(part.length, from + FRAME_SAMPLES)
      let sum = 0
      let squares = 0
      for (let n = from; n < to; n++) {
        sum += part[n]
        squares += part[n] * part[n]
      }
      const mean = sum / (to - from)
      // Around the frame's own mean: a constant offset is silence.
      powers[frame++] = Math.max(0, squares / (to - from) - mean * mean)
    }
  }
  const loudest = powers.toSorted().subarray(-Math.max(1, Math.floor(LOUDEST_SHARE * frames)))
  const top = loudest.reduce((sum, power) => sum + power, 0) / Math.max(1, loudest.length)
  const least = top * 10 ** (-AUDIBLE_RANGE_DB / 10)
  const frameSec = FRAME_SAMPLES / sampleRateHz
  return {
    loudestDbfs: top > 0 ? 10 * Math.log10(top) : null,
    audibleSec: top > 0 ? powers.filter((power) => power >= least).length * frameSec : 0,
  }
}
