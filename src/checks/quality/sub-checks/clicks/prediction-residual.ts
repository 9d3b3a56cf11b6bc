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
  const residual = new Float32Array(length)
  const frameLength = Math.max(4 * PREDICTION_ORDER, Math.round(FRAME_SEC * sampleRateHz))
  const hop = Math.max(1, Math.round(HOP_SEC * sampleRateHz))
  const window = Float64Array.from(
    { length: frameLength },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / frameLength),
  )
  const windowed = new Float64Array(frameLength)
  // Silence before the first sample, so that every sample has as many before it.
  const padded = new Float64Array(length + PREDICTION_ORDER)
  padded.set(samples, PREDICTION_ORDER)
  const correlation = new Float64Array(PREDICTION_ORDER + 1)
  const predictor = new Float64Array(PREDICTION_ORDER + 1)
  const margin = (frameLength - hop) >> 1
  for (let from = 0; from < length; from += hop) {
    const to = Math.min(length, from + hop)
    const frameStart = from - margin
    let energy = 0
    for (let n = 0; n < frameLength; n++) {
      const at = frameStart + n
      const value = at >= 0 && at < length ? samples[at] * window[n] : 0
      windowed[n] = value
      energy += value * value
    }
    if (energy === 0) continue
    autocorrelate(windowed, correlation)
    correlation[0] *= 1 + WHITE_NOISE_SHARE
    solveLevinson(correlation, predictor)
    for (let n = from; n < to; n++) {
      const at = n + PREDICTION_ORDER
      let error = padded[at]
      // Four at a time; the order is a multiple of four.
      for (let lag = 1; lag < PREDICTION_ORDER; lag += 4)
        error +=
          predictor[lag] * padded[at - lag] +
          predictor[lag + 1] * padded[at - lag - 1] +
          predictor[lag + 2] * padded[at - lag - 2] +
          predictor[lag + 3] * padded[at - lag - 3]
      residual[n] = error
    }
  }
  return residual
}

/** So many lags in one pass, each sample fetched once for all of them: the order and lag 0 are three passes. */
const LAGS_AT_ONCE = 7

function autocorrelate(values: Float64Array, into: Float64Array): void {
  const { length } = values
  for (let lag = 0; lag < into.length; lag += LAGS_AT_ONCE) {
    let s0 = 0
    let s1 = 0
    let s2 = 0
    let s3 = 0
    let s4 = 0
    let s5 = 0
    let s6 = 0
    for (let n = lag + LAGS_AT_ONCE - 1, at = LAGS_AT_ONCE - 1; n < length; n++, at++) {
      const value = values[n]
      s0 += value * values[at]
      s1 += value * values[at - 1]
      s2 += value * values[at - 2]
      s3 += value * values[at - 3]
      s4 += value * values[at - 4]
      s5 += value * values[at - 5]
      s6 += value * values[at - 6]
    }
    const sums = [s0, s1, s2, s3, s4, s5, s6]
    for (let k = 0; k < LAGS_AT_ONCE; k++) {
      // What lies before the first sample that has all lags.
      for (let at = 0; at + k < LAGS_AT_ONCE - 1; at++) sums[k] += values[lag + k + at] * values[at]
      into[lag + k] = sums[k]
    }
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
