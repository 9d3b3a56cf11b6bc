// The same voice in another mood: higher or lower, quicker or slower, with more or less effort. The mouth stays the same.
import { PREDICTION_ORDER, solveLevinson } from '../src/audio/prediction-residual.js'
import { atSpeed, filtered, type Random, resampled, type Samples, shelf } from './conditions.js'

/** Mean pitch of acted speech lies up to about half an octave from neutral (K. Scherer, "Vocal communication of emotion", 2003). */
const MOST_SEMITONES = 5
const FEWEST_SEMITONES = 1
const SLOWEST = 0.82
const FASTEST = 1.22
/** A raised voice loses less towards the treble: some dB an octave (H. Traunmüller and A. Eriksson, 2000). */
const MOST_EFFORT_DB = 6
const EFFORT_CORNER_HZ = 1_500

export interface Acting {
  semitones: number
  speed: number
  effortDb: number
}

export function someActing(random: Random): Acting {
  const either = (least: number, most: number) =>
    (random() < 0.5 ? -1 : 1) * (least + random() * (most - least))
  return {
    semitones: either(FEWEST_SEMITONES, MOST_SEMITONES),
    speed: SLOWEST + random() * (FASTEST - SLOWEST),
    effortDb: either(0, MOST_EFFORT_DB),
  }
}

export function acted(
  samples: Samples,
  { semitones, speed, effortDb }: Acting,
  sampleRateHz: number,
): Samples {
  const pitched = atPitch(samples, 2 ** (semitones / 12), sampleRateHz)
  const pressed = filtered(pitched, shelf(EFFORT_CORNER_HZ, effortDb, 'high', sampleRateHz))
  return atSpeed(pressed, speed, sampleRateHz)
}

const FRAME_SEC = 0.03
const HOP_SEC = 0.01
/** Keeps the equations solvable. */
const WHITE_NOISE_SHARE = 1e-6

/** At another pitch with the formants where they were: what linear prediction leaves over is moved, the filter is not. */
export function atPitch(samples: Samples, ratio: number, sampleRateHz: number): Samples {
  const hop = Math.round(HOP_SEC * sampleRateHz)
  const filters = filtersOf(samples, hop, Math.round(FRAME_SEC * sampleRateHz))
  const residual = new Float32Array(samples.length)
  for (let n = 0; n < samples.length; n++) {
    const filter = filters[Math.floor(n / hop)]
    let sum = 0
    for (let lag = 0; lag <= Math.min(n, PREDICTION_ORDER); lag++) sum += filter[lag] * samples[n - lag]
    residual[n] = sum
  }
  const moved = resampled(
    atSpeed(residual, 1 / ratio, sampleRateHz),
    Math.round(sampleRateHz * ratio),
    sampleRateHz,
  )
  const out = new Float32Array(samples.length)
  for (let n = 0; n < out.length; n++) {
    const filter = filters[Math.floor(n / hop)]
    let sum = moved[n] ?? 0
    for (let lag = 1; lag <= Math.min(n, PREDICTION_ORDER); lag++) sum -= filter[lag] * out[n - lag]
    out[n] = sum
  }
  return out
}

function filtersOf(samples: Samples, hop: number, frame: number): Float64Array[] {
  return Array.from({ length: Math.ceil(samples.length / hop) }, (_, index) => {
    const from = Math.round((index + 0.5) * hop - frame / 2)
    const windowed = Float64Array.from({ length: frame }, (_, n) => {
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / frame)
      return window * (samples[from + n] ?? 0)
    })
    const correlation = new Float64Array(PREDICTION_ORDER + 1)
    for (let lag = 0; lag <= PREDICTION_ORDER; lag++)
      for (let n = lag; n < frame; n++) correlation[lag] += windowed[n] * windowed[n - lag]
    correlation[0] *= 1 + WHITE_NOISE_SHARE
    const filter = new Float64Array(PREDICTION_ORDER + 1)
    solveLevinson(correlation, filter)
    return filter
  })
}
