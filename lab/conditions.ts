// What can happen to a recording without the voice becoming another: copies for training and for the evaluation.

import { bytesInMemory } from '../src/audio/bytes.js'
import { decodeAudio } from '../src/audio/decode.js'
import { GrowingSamples } from '../src/audio/growing-samples.js'
import { Resampler } from '../src/audio/resample.js'
import { mp3Bytes } from './mp3.js'

export type Samples = Float32Array
export type Random = () => number

export function whiteNoise(length: number, random: Random): Samples {
  // Irwin-Hall: the sum of four uniform numbers is near enough to Gaussian for noise that is only listened to.
  return Float32Array.from({ length }, () => random() + random() + random() + random() - 2)
}

/** Equal power per octave: P. Kellet's filter of white noise, within 0.05 dB above 9 Hz at 44.1 kHz, scaled well enough at 16 kHz. */
export function pinkNoise(length: number, random: Random): Samples {
  const white = whiteNoise(length, random)
  let slow = 0
  let middle = 0
  let fast = 0
  return white.map((sample) => {
    slow = 0.99765 * slow + sample * 0.099046
    middle = 0.963 * middle + sample * 0.2965164
    fast = 0.57 * fast + sample * 1.0526913
    return slow + middle + fast + sample * 0.1848
  })
}

/** As much of a recording as is wanted, from a random place on, begun again where it ends. */
export function stretchOf(noise: Samples, length: number, random: Random): Samples {
  const from = Math.floor(random() * noise.length)
  return Float32Array.from({ length }, (_, index) => noise[(from + index) % noise.length])
}

export function withNoise(samples: Samples, noise: Samples, snrDb: number): Samples {
  const gain = Math.sqrt(power(samples) / Math.max(power(noise), 1e-20)) * 10 ** (-snrDb / 20)
  return samples.map((sample, index) => sample + gain * noise[index])
}

/** Mean square of the loud half of the samples' frames: pauses must not make the noise softer. */
function power(samples: Samples): number {
  const frame = 320
  const powers: number[] = []
  for (let at = 0; at + frame <= samples.length; at += frame) {
    let sum = 0
    for (let index = at; index < at + frame; index++) sum += samples[index] ** 2
    powers.push(sum / frame)
  }
  powers.sort((a, b) => b - a)
  const loud = powers.slice(0, Math.max(1, powers.length >> 1))
  return loud.reduce((sum, each) => sum + each, 0) / loud.length
}

const LOW_PASS_TAPS = 129

/** Blackman-windowed sinc, delay taken out. */
export function lowPassed(samples: Samples, cutoffHz: number, sampleRateHz: number): Samples {
  const half = LOW_PASS_TAPS >> 1
  const share = (2 * cutoffHz) / sampleRateHz
  const taps = Float64Array.from({ length: LOW_PASS_TAPS }, (_, index) => {
    const x = index - half
    const phase = (2 * Math.PI * index) / (LOW_PASS_TAPS - 1)
    const window = 0.42 - 0.5 * Math.cos(phase) + 0.08 * Math.cos(2 * phase)
    return window * (x === 0 ? share : Math.sin(Math.PI * share * x) / (Math.PI * x))
  })
  const out = new Float32Array(samples.length)
  for (let n = 0; n < samples.length; n++) {
    let sum = 0
    const first = Math.max(0, half - n)
    const last = Math.min(LOW_PASS_TAPS - 1, samples.length - 1 - n + half)
    for (let tap = first; tap <= last; tap++) sum += taps[tap] * samples[n + tap - half]
    out[n] = sum
  }
  return out
}

/** A mild equaliser: bass and treble by up to 4 dB, the middle by up to 3 dB, either way. */
export function equalised(samples: Samples, sampleRateHz: number, random: Random): Samples {
  const either = (mostDb: number) => (random() < 0.5 ? -1 : 1) * (0.5 + 0.5 * random()) * mostDb
  const bass = shelf(250, either(4), 'low', sampleRateHz)
  const middle = peak(1_000, either(3), sampleRateHz)
  const treble = shelf(2_500, either(4), 'high', sampleRateHz)
  return filtered(filtered(filtered(samples, bass), middle), treble)
}

type Biquad = [b0: number, b1: number, b2: number, a1: number, a2: number]

/** R. Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter coefficients". */
export function shelf(cornerHz: number, gainDb: number, side: 'low' | 'high', sampleRateHz: number): Biquad {
  const a = 10 ** (gainDb / 40)
  const omega = (2 * Math.PI * cornerHz) / sampleRateHz
  const alpha = Math.sin(omega) / Math.SQRT2
  const sign = side === 'low' ? 1 : -1
  const cos = sign * Math.cos(omega)
  const root = 2 * Math.sqrt(a) * alpha
  const a0 = a + 1 + (a - 1) * cos + root
  return [
    (a * (a + 1 - (a - 1) * cos + root)) / a0,
    (sign * 2 * a * (a - 1 - (a + 1) * cos)) / a0,
    (a * (a + 1 - (a - 1) * cos - root)) / a0,
    (sign * -2 * (a - 1 + (a + 1) * cos)) / a0,
    (a + 1 + (a - 1) * cos - root) / a0,
  ]
}

function peak(centreHz: number, gainDb: number, sampleRateHz: number): Biquad {
  const a = 10 ** (gainDb / 40)
  const omega = (2 * Math.PI * centreHz) / sampleRateHz
  const alpha = Math.sin(omega) / 2
  const a0 = 1 + alpha / a
  const b1 = (-2 * Math.cos(omega)) / a0
  return [(1 + alpha * a) / a0, b1, (1 - alpha * a) / a0, b1, (1 - alpha / a) / a0]
}

export function filtered(samples: Samples, [b0, b1, b2, a1, a2]: Biquad): Samples {
  let x1 = 0
  let x2 = 0
  let y1 = 0
  let y2 = 0
  return samples.map((x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    return y
  })
}

const STRETCH_FRAME_SEC = 0.03
const STRETCH_SEARCH_SEC = 0.008

/** Faster (above 1) or slower at the same pitch: overlapped frames, each taken where it continues the last one best (WSOLA). */
export function atSpeed(samples: Samples, speed: number, sampleRateHz: number): Samples {
  const frame = Math.round(STRETCH_FRAME_SEC * sampleRateHz) & ~1
  const half = frame >> 1
  const search = Math.round(STRETCH_SEARCH_SEC * sampleRateHz)
  const out = new Float32Array(Math.ceil(samples.length / speed) + frame)
  const window = Float32Array.from(
    { length: frame },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / frame),
  )
  let last = 0
  for (let to = 0; to * speed + frame + search < samples.length; to += half) {
    const wanted = Math.round(to * speed)
    let best = wanted
    if (to > 0) {
      let bestMatch = -Infinity
      for (let at = Math.max(0, wanted - search); at <= wanted + search; at += 2) {
        let match = 0
        for (let n = 0; n < frame; n += 4) match += samples[at + n] * (samples[last + half + n] ?? 0)
        if (match > bestMatch) {
          bestMatch = match
          best = at
        }
      }
    }
    for (let n = 0; n < frame; n++) out[to + n] += window[n] * samples[best + n]
    last = best
  }
  return out
}

const MP3_BIT_RATE_KBPS = 32

/** Coded as a small mp3 and decoded again. */
export async function throughMp3(samples: Samples, sampleRateHz: number): Promise<Samples> {
  const decoded = new GrowingSamples()
  const file = bytesInMemory(await mp3Bytes(samples, sampleRateHz, MP3_BIT_RATE_KBPS))
  await decodeAudio(file, ([channel]) => decoded.push(channel))
  return decoded.whole()
}

export function resampled(samples: Samples, fromHz: number, toHz: number): Samples {
  const out = new GrowingSamples()
  const resampler = new Resampler(fromHz, toHz)
  out.push(resampler.push(samples))
  out.push(resampler.flush())
  return out.whole()
}
