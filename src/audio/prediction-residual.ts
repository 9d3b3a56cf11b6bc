// What linear prediction cannot foresee of a sound: glottal pulses, bursts, and everything that was not spoken.

/** Enough poles for the formants of speech up to 8 kHz and a slope above (Markel & Gray 1976: rate in kHz plus 4 at 16 kHz). */
export const PREDICTION_ORDER = 20
/** Long enough for two periods of a deep voice, short enough for the sounds of speech not to change within. */
const FRAME_SEC = 0.024
const HOP_SEC = 0.016
/** White noise at -90 dB of the frame: keeps the equations solvable where a low-pass has left half of the spectrum empty. */
const WHITE_NOISE_SHARE = 1e-9

/**
 * The error of predicting each sample from the ones before it, by the autocorrelation method in frames of 24 ms; each frame
 * answers for the 16 ms in its middle. The result is as long as the samples; where they are all zero so is it.
 */
export function predictionResidual(samples: Float32Array, sampleRateHz: number): Float32Array {
  const { length } = samples
  const prediction = new FramePrediction(sampleRateHz)
  // The last few of a frame are written with it and, where they are the next one's, once more.
  const residual = new Float32Array(length + SAMPLES_AT_ONCE)
  for (let from = 0; from < length; from += prediction.hop) prediction.write(samples, from, residual)
  return residual.subarray(0, length)
}

/** Frame by frame in a method, which stays compiled: the loop over a whole file is run too seldom to. */
class FramePrediction {
  readonly hop: number
  private readonly window: Float64Array
  /** How far a frame begins before the samples that it answers for, and with what these are predicted from. */
  private readonly margin: number
  private readonly before: number
  private readonly around: Float64Array
  private readonly windowed: Float64Array
  private readonly correlation = new Float64Array(LAGS)
  private readonly predictor = new Float64Array(LAGS)

  constructor(sampleRateHz: number) {
    const frameLength = Math.max(4 * PREDICTION_ORDER, Math.round(FRAME_SEC * sampleRateHz))
    this.hop = Math.max(1, Math.round(HOP_SEC * sampleRateHz))
    this.window = middleOfHann(frameLength)
    this.margin = (frameLength - this.hop) >> 1
    this.before = Math.max(this.margin, PREDICTION_ORDER)
    this.around = new Float64Array(this.before + frameLength)
    this.windowed = new Float64Array(LAGS + frameLength + SAMPLES_AT_ONCE)
  }

  /** The errors of the samples from `from` on, as many as a frame answers for; outside the sound there is silence. */
  write(samples: Float32Array, from: number, residual: Float32Array): void {
    const { hop, window, before, around, windowed, correlation, predictor } = this
    const first = Math.max(0, from - before)
    const last = Math.min(samples.length, from + window.length)
    around.fill(0)
    around.set(samples.subarray(first, last), first - from + before)
    multiply(around, before - this.margin, window, windowed, LAGS)
    autocorrelate(windowed, window.length, correlation)
    if (correlation[0] === 0) return
    correlation[0] *= 1 + WHITE_NOISE_SHARE
    solveLevinson(correlation, predictor)
    predictionErrors(around, before, predictor, residual, from, Math.min(samples.length, from + hop))
  }
}

const LAGS = PREDICTION_ORDER + 1
/** Each sample is fetched once for several lags, and each lag's weight once for several samples. */
const SAMPLES_AT_ONCE = 4
const LAGS_AT_ONCE = 7

function middleOfHann(length: number): Float64Array {
  const window = new Float64Array(length)
  for (let n = 0; n < length; n++) window[n] = 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / length)
  return window
}

/** Values from `at` on times window, into what begins at `start`. */
function multiply(
  values: Float64Array,
  at: number,
  window: Float64Array,
  into: Float64Array,
  start: number,
): void {
  const { length } = window
  let n = 0
  for (; n + 3 < length; n += 4) {
    const from = at + n
    const to = start + n
    into[to] = values[from] * window[n]
    into[to + 1] = values[from + 1] * window[n + 1]
    into[to + 2] = values[from + 2] * window[n + 2]
    into[to + 3] = values[from + 3] * window[n + 3]
  }
  for (; n < length; n++) into[start + n] = values[at + n] * window[n]
}

/** Of `length` values from `LAGS` on; those before and one after are zero. Lags are a multiple of seven, two values at a time. */
function autocorrelate(values: Float64Array, length: number, into: Float64Array): void {
  for (let lag = 0; lag < LAGS; lag += LAGS_AT_ONCE) {
    let s0 = 0
    let s1 = 0
    let s2 = 0
    let s3 = 0
    let s4 = 0
    let s5 = 0
    let s6 = 0
    for (let n = LAGS, at = LAGS - lag; n < LAGS + length; n += 2, at += 2) {
      const one = values[n]
      const next = values[n + 1]
      const v0 = values[at]
      const v1 = values[at - 1]
      const v2 = values[at - 2]
      const v3 = values[at - 3]
      const v4 = values[at - 4]
      const v5 = values[at - 5]
      s0 += one * v0 + next * values[at + 1]
      s1 += one * v1 + next * v0
      s2 += one * v2 + next * v1
      s3 += one * v3 + next * v2
      s4 += one * v4 + next * v3
      s5 += one * v5 + next * v4
      s6 += one * values[at - 6] + next * v5
    }
    into[lag] = s0
    into[lag + 1] = s1
    into[lag + 2] = s2
    into[lag + 3] = s3
    into[lag + 4] = s4
    into[lag + 5] = s5
    into[lag + 6] = s6
  }
}

/** Writes the errors of the samples from `from` to `to`, whose first is `values[at]`, four by four; the order is a multiple of it. */
function predictionErrors(
  values: Float64Array,
  at: number,
  predictor: Float64Array,
  into: Float32Array,
  from: number,
  to: number,
): void {
  for (let n = from, here = at; n < to; n += SAMPLES_AT_ONCE, here += SAMPLES_AT_ONCE) {
    let e0 = values[here]
    let e1 = values[here + 1]
    let e2 = values[here + 2]
    let e3 = values[here + 3]
    for (let lag = 1; lag < LAGS; lag += 4) {
      const a = predictor[lag]
      const b = predictor[lag + 1]
      const c = predictor[lag + 2]
      const d = predictor[lag + 3]
      const past = here - lag
      const v0 = values[past]
      const v1 = values[past + 1]
      const v2 = values[past + 2]
      const before1 = values[past - 1]
      const before2 = values[past - 2]
      const before3 = values[past - 3]
      e0 += a * v0 + b * before1 + c * before2 + d * before3
      e1 += a * v1 + b * v0 + c * before1 + d * before2
      e2 += a * v2 + b * v1 + c * v0 + d * before1
      e3 += a * values[past + 3] + b * v2 + c * v1 + d * v0
    }
    into[n] = e0
    into[n + 1] = e1
    into[n + 2] = e2
    into[n + 3] = e3
  }
}

/** Levinson-Durbin recursion: the filter 1 + a[1] z^-1 + ... whose output has the least energy. */
export function solveLevinson(correlation: Float64Array, filter: Float64Array): void {
  filter.fill(0)
  filter[0] = 1
  let error = correlation[0]
  for (let order = 1; order < correlation.length && error > 0; order++) {
    let sum = correlation[order]
    for (let lag = 1; lag < order; lag++) sum += filter[lag] * correlation[order - lag]
    const reflection = -sum / error
    if (!(Math.abs(reflection) < 1)) break
    for (let lag = 1; lag <= order >> 1; lag++) {
      const mirror = order - lag
      const one = filter[lag]
      const other = filter[mirror]
      filter[lag] = one + reflection * other
      if (mirror !== lag) filter[mirror] = other + reflection * one
    }
    filter[order] = reflection
    error *= 1 - reflection * reflection
  }
}
