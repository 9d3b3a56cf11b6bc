// Linear prediction learnt from what surrounds a candidate, without it: what is left then was not to be foreseen.
import { PREDICTION_ORDER } from './prediction-residual.js'

export class LocalPrediction {
  private readonly matrix = new Float64Array(PREDICTION_ORDER * PREDICTION_ORDER)
  private readonly right = new Float64Array(PREDICTION_ORDER)

  /** The residual of the samples from `from` to `to`, by a prediction that knows nothing of `skipFrom` to `skipTo`. */
  residual(
    samples: Float32Array,
    [from, to]: readonly [number, number],
    [skipFrom, skipTo]: readonly [number, number],
    into: Float64Array,
  ): void {
    this.learn(samples, from, to, skipFrom, skipTo)
    this.predict(samples, from, to, into)
  }

  /** Covariance method: least squares over all samples whose prediction does not touch the click. */
  private learn(samples: Float32Array, from: number, to: number, skipFrom: number, skipTo: number): void {
    const { matrix, right } = this
    matrix.fill(0)
    right.fill(0)
    const energy =
      this.addCovariance(samples, from, Math.min(to, skipFrom)) +
      this.addCovariance(samples, Math.max(from, skipTo), to)
    // White noise at -90 dB, as in the first prediction.
    for (let i = 0; i < PREDICTION_ORDER; i++) matrix[i * PREDICTION_ORDER + i] += 1e-9 * energy + 1e-14
    solveSymmetric(matrix, right, PREDICTION_ORDER)
  }

  /** Adds the products of lagged samples; a product of later lags differs from one of earlier lags only at the ends. */
  private addCovariance(samples: Float32Array, from: number, to: number): number {
    if (to <= from) return 0
    const { matrix, right } = this
    const order = PREDICTION_ORDER
    // Row 0 stands for lag 0, so that right[j - 1] and matrix[i - 1][j - 1] come out of one recursion.
    const row = new Float64Array(order + 1)
    for (let lag = 0; lag <= order; lag++) {
      let sum = 0
      for (let n = from; n < to; n++) sum += samples[n] * samples[n - lag]
      row[lag] = sum
      if (lag > 0) right[lag - 1] += sum
    }
    const energy = row[0]
    for (let i = 1; i <= order; i++) {
      // From sum of x[n-i+1] x[n-j+1] to sum of x[n-i] x[n-j], in place from the highest lag down.
      for (let j = order; j >= i; j--) {
        const earlier = samples[from - i] * samples[from - j]
        const later = samples[to - i] * samples[to - j]
        row[j] = row[j - 1] + earlier - later
        matrix[(j - 1) * order + (i - 1)] += row[j]
      }
    }
    return energy
  }

  private predict(samples: Float32Array, from: number, to: number, into: Float64Array): void {
    const { right } = this
    for (let n = from; n < to; n++) {
      let error = samples[n]
      for (let i = 0; i < PREDICTION_ORDER; i++) error -= right[i] * samples[n - 1 - i]
      into[n - from] = error
    }
  }
}

/** Cholesky: the lower triangle of `matrix` is given and used up, the solution replaces `right`. */
export function solveSymmetric(matrix: Float64Array, right: Float64Array, order: number): void {
  for (let i = 0; i < order; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * order + j]
      for (let k = 0; k < j; k++) sum -= matrix[i * order + k] * matrix[j * order + k]
      matrix[i * order + j] = i === j ? Math.sqrt(Math.max(sum, 1e-30)) : sum / matrix[j * order + j]
    }
  }
  for (let i = 0; i < order; i++) {
    let sum = right[i]
    for (let k = 0; k < i; k++) sum -= matrix[i * order + k] * right[k]
    right[i] = sum / matrix[i * order + i]
  }
  for (let i = order - 1; i >= 0; i--) {
    let sum = right[i]
    for (let k = i + 1; k < order; k++) sum -= matrix[k * order + i] * right[k]
    right[i] = sum / matrix[i * order + i]
  }
}
