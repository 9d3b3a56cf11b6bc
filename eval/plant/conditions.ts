// What is not a defect but may sound like one: other ways of speaking, other ways of sending, something else playing along.
import { lowPassed, stretchOf, whiteNoise } from '../../lab/conditions.js'
import { peakOf } from './added.js'
import { powerOf, speechPower } from './places.js'
import type { Site } from './planter.js'
import { fadeEdges } from './planters/static.js'

/** Music and effects are mixed so far under speech that every word is understood (ITU-R BS.1770 practice: 15 to 20 dB). */
const UNDER_SPEECH_DB = 15
/** And they are faded in and out. */
const FADE_SEC = 0.4

export function withEffect(site: Site, effect: Float32Array): Float32Array {
  const under = stretchOf(effect, site.samples.length, site.random)
  fadeEdges(under, Math.round(FADE_SEC * site.sampleRateHz))
  const gain = Math.sqrt(speechPower(site) / Math.max(powerOf(under), 1e-12)) * 10 ** (-UNDER_SPEECH_DB / 20)
  return notLouder(site.samples.map((sample, n) => sample + gain * under[n]))
}

const WHISPER_FRAME_SEC = 0.025

/** The same vocal tract, breath instead of a voice: what a linear predictor leaves over is replaced by noise of its strength. */
export function whispered({ samples, sampleRateHz, random }: Site): Float32Array {
  const frame = Math.round(WHISPER_FRAME_SEC * sampleRateHz) & ~1
  const hop = frame >> 1
  const order = Math.min(32, Math.round(sampleRateHz / 1_000) + 4)
  const window = Float64Array.from({ length: frame }, (_, n) => Math.sin((Math.PI * (n + 0.5)) / frame))
  const breath = whiteNoise(samples.length + frame, random)
  const breathPower = powerOf(breath)
  const out = new Float32Array(samples.length)
  const block = new Float64Array(frame)
  for (let at = 0; at + frame <= samples.length; at += hop) {
    for (let n = 0; n < frame; n++) block[n] = samples[at + n] * window[n]
    const { coefficients, errorPower } = linearPrediction(block, order)
    const gain = Math.sqrt(errorPower / breathPower)
    const spoken = new Float64Array(frame)
    for (let n = 0; n < frame; n++) {
      let value = gain * breath[at + n]
      for (let k = 1; k <= Math.min(order, n); k++) value -= coefficients[k] * spoken[n - k]
      spoken[n] = value
      out[at + n] += window[n] * value
    }
  }
  // A whisper has no low voice and is soft: no more than its own breath lies under 300 Hz.
  const low = lowPassed(out, 300, sampleRateHz)
  return notLouder(out.map((sample, n) => sample - low[n]))
}

/** Levinson-Durbin: 1, a1, ... and the power of what cannot be predicted, per sample. */
function linearPrediction(block: Float64Array, order: number) {
  const correlation = Float64Array.from({ length: order + 1 }, (_, lag) => {
    let sum = 0
    for (let n = lag; n < block.length; n++) sum += block[n] * block[n - lag]
    return sum
  })
  const coefficients = new Float64Array(order + 1)
  coefficients[0] = 1
  // A little white noise keeps the recursion sane in digital silence.
  let error = correlation[0] * (1 + 1e-6) + 1e-12
  for (let m = 1; m <= order; m++) {
    let sum = correlation[m]
    for (let k = 1; k < m; k++) sum += coefficients[k] * correlation[m - k]
    const reflection = -sum / error
    const before = coefficients.slice()
    for (let k = 1; k < m; k++) coefficients[k] = before[k] + reflection * before[m - k]
    coefficients[m] = reflection
    error *= 1 - reflection * reflection
  }
  return { coefficients, errorPower: error / block.length }
}

/** Shouting lifts the upper formants by 10 dB and more (H. Traunmüller and A. Eriksson, 2000) and fills the level. */
const SHOUT_TREBLE_DB = 10
const SHOUT_CORNER_HZ = 1_000
const SHOUT_DRIVE = 2.5

export function shouted({ samples, sampleRateHz }: Site): Float32Array {
  const low = lowPassed(samples, SHOUT_CORNER_HZ, sampleRateHz)
  const treble = 10 ** (SHOUT_TREBLE_DB / 20)
  const bright = samples.map((sample, n) => low[n] + treble * (sample - low[n]))
  const drive = SHOUT_DRIVE / Math.max(peakOf(bright), 1e-9)
  // A limiter, as every recorder has one; it bends, it does not clip.
  return bright.map((sample) => 0.95 * Math.tanh(drive * sample))
}

function notLouder(samples: Float32Array): Float32Array {
  const peak = peakOf(samples)
  return peak <= 0.99 ? samples : samples.map((sample) => (0.99 * sample) / peak)
}
