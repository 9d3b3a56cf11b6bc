// A candidate looked at closely: what is left of it when the sound around it, without it, does the prediction.
import { capped, MOST_DB, toDb } from './candidates.js'
import { PREDICTION_ORDER } from './prediction-residual.js'

const AROUND_SEC = 0.022
/** The click itself: left out of what the prediction is learnt from. */
const BEFORE_SEC = 0.0015
const AFTER_SEC = 0.0025
/** Where its first samples are looked for. */
const ONSET_SEC = 0.0012
const ONSET_SHARE = 1 / 8
const QUIET_BEFORE_SEC = 0.003
/** Periods of voices from 62 to 450 Hz, and the part of a pulse that is compared. */
const PERIODS_SEC = [0.0022, 0.016] as const
const PULSE_SEC = 0.001
const LEAST_PULSE = 0.02
const HOP_SEC = 0.0005

export interface Shape {
  /** The sample of its highest residual. */
  peak: number
  /** Of its highest millisecond over the highest one before and after, and over their mean, in dB. */
  overBeforeDb: number
  overAfterDb: number
  overMeanDb: number
  /** Of its peak over what precedes its onset, and of the onset alone. */
  overQuietDb: number
  onsetDb: number
  onsetMs: number
  /** Share of the peak in the energy of 2 ms. */
  peakShare: number
  /** How well it is like another pulse a period away, 0 to 1. */
  recurrence: number
}

export class ShapeMeter {
  private readonly matrix = new Float64Array(PREDICTION_ORDER * PREDICTION_ORDER)
  private readonly right = new Float64Array(PREDICTION_ORDER)
  private residual: Float64Array

  constructor(private readonly sampleRateHz: number) {
    this.residual = new Float64Array(2 * Math.ceil(AROUND_SEC * sampleRateHz) + 2)
  }

  of(samples: Float32Array, at: number): Shape {
    const rate = this.sampleRateHz
    const from = Math.max(PREDICTION_ORDER, Math.round(at - AROUND_SEC * rate))
    const to = Math.min(samples.length, Math.round(at + AROUND_SEC * rate))
    const ownFrom = Math.round(at - BEFORE_SEC * rate)
    const ownTo = Math.round(at + AFTER_SEC * rate)
    this.learn(samples, from, to, ownFrom, ownTo + PREDICTION_ORDER)
    this.predict(samples, from, to)
    const { residual } = this
    const square = (n: number) => residual[n - from] * residual[n - from]
    let peak = Math.min(to - 1, Math.max(from, at))
    for (let n = Math.max(from, ownFrom); n < Math.min(to, ownTo); n++) if (square(n) > square(peak)) peak = n
    let onset = peak
    for (let n = Math.max(from, peak - Math.round(ONSET_SEC * rate)); n < peak; n++) {
      if (square(n) < ONSET_SHARE * square(peak)) continue
      onset = n
      break
    }
    const quietFrom = Math.max(from, Math.round(onset - QUIET_BEFORE_SEC * rate))
    let quiet = 0
    for (let n = quietFrom; n < onset - 1; n++) quiet = Math.max(quiet, square(n))
    const last = onset > quietFrom ? square(onset - 1) : 0
    const boxes = this.boxes(from, to, ownFrom, ownTo + PREDICTION_ORDER)
    return {
      peak,
      overBeforeDb: capped(toDb(boxes.own) - toDb(boxes.before)),
      overAfterDb: capped(toDb(boxes.own) - toDb(boxes.after)),
      overMeanDb: Math.min(MOST_DB + 5, toDb(boxes.own) - toDb(boxes.mean)),
      overQuietDb: capped(toDb(square(peak)) - toDb(quiet)),
      onsetDb: capped(toDb(square(onset)) - toDb(Math.max(quiet, last))),
      onsetMs: (1000 * (peak - onset)) / rate,
      peakShare: square(peak) / (this.energy(peak - from, PULSE_SEC * rate, to - from) + 1e-30),
      recurrence: this.recurrence(peak - from, to - from),
    }
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

  private predict(samples: Float32Array, from: number, to: number): void {
    const { residual, right } = this
    for (let n = from; n < to; n++) {
      let error = samples[n]
      for (let i = 0; i < PREDICTION_ORDER; i++) error -= right[i] * samples[n - 1 - i]
      residual[n - from] = error
    }
  }

  private boxes(from: number, to: number, ownFrom: number, ownTo: number) {
    const hop = Math.max(1, Math.round(HOP_SEC * this.sampleRateHz))
    let own = 0
    let before = 0
    let after = 0
    let sum = 0
    let count = 0
    for (let n = from; n + 2 * hop <= to; n += hop) {
      let energy = 0
      for (let k = n - from; k < n - from + 2 * hop; k++) energy += this.residual[k] * this.residual[k]
      const isBefore = n + 2 * hop <= ownFrom
      if (!isBefore && n < ownTo) {
        own = Math.max(own, energy)
        continue
      }
      if (isBefore) before = Math.max(before, energy)
      else after = Math.max(after, energy)
      sum += energy
      count++
    }
    return { own, before, after, mean: sum / Math.max(1, count) }
  }

  private energy(centre: number, half: number, length: number): number {
    let sum = 0
    for (let n = Math.max(0, Math.round(centre - half)); n < Math.min(length, centre + half); n++)
      sum += this.residual[n] * this.residual[n]
    return sum
  }

  /** The best square of the correlation with the residual a period before or after. */
  private recurrence(peak: number, length: number): number {
    const { residual } = this
    const rate = this.sampleRateHz
    const half = Math.round(PULSE_SEC * rate)
    const from = Math.max(0, peak - half)
    const to = Math.min(length, peak + half)
    const own = this.energy(peak, half, length)
    let best = 0
    for (let period = Math.round(PERIODS_SEC[0] * rate); period < PERIODS_SEC[1] * rate; period++) {
      for (const shift of [-period, period]) {
        if (from + shift < 0 || to + shift > length) continue
        let product = 0
        let other = 0
        for (let n = from; n < to; n++) {
          const value = residual[n + shift]
          product += residual[n] * value
          other += value * value
        }
        if (product > 0 && other > LEAST_PULSE * own)
          best = Math.max(best, (product * product) / (other * own))
      }
    }
    return best
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
