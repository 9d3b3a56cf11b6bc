// A candidate looked at closely: what is left of it when the sound around it, without it, does the prediction.
import { capped, MOST_DB, toDb } from './candidates.js'
import { LocalPrediction } from './local-prediction.js'
import { PREDICTION_ORDER } from './prediction-residual.js'
import { PERIODS_SEC, voicePeriod } from './voice-period.js'

const AROUND_SEC = 0.022
/** The click itself: left out of what the prediction is learnt from. */
const BEFORE_SEC = 0.0015
const AFTER_SEC = 0.0025
/** Where its first samples are looked for. */
const ONSET_SEC = 0.0012
const ONSET_SHARE = 1 / 8
const QUIET_BEFORE_SEC = 0.003
/** The part of a pulse that is compared with others. */
const PULSE_SEC = 0.001
const LEAST_PULSE = 0.02
const HOP_SEC = 0.0005
/** How far its own energy reaches: to 10 dB below its highest millisecond, within 15 ms. */
const EXTENT_SHARE = 0.1
const EXTENT_HOPS = 30

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
  /** How well the sound around it is like itself a period away, -1 to 1. */
  voicing: number
  /** As `overBeforeDb` and `overAfterDb` together, of what is left when the pulse a period away is taken off. */
  overPulsesDb: number
  /** How long its energy stays within 10 dB of its highest millisecond, before and after. */
  riseMs: number
  fallMs: number
}

export class ShapeMeter {
  private readonly prediction = new LocalPrediction()
  private readonly residual: Float64Array
  private readonly left: Float64Array

  constructor(private readonly sampleRateHz: number) {
    this.residual = new Float64Array(2 * Math.ceil(AROUND_SEC * sampleRateHz) + 2)
    this.left = new Float64Array(this.residual.length)
  }

  of(samples: Float32Array, at: number): Shape {
    const rate = this.sampleRateHz
    const from = Math.max(PREDICTION_ORDER, Math.round(at - AROUND_SEC * rate))
    const to = Math.min(samples.length, Math.round(at + AROUND_SEC * rate))
    const ownFrom = Math.round(at - BEFORE_SEC * rate)
    const ownTo = Math.round(at + AFTER_SEC * rate)
    const own = [ownFrom, ownTo + PREDICTION_ORDER] as const
    this.prediction.residual(samples, [from, to], own, this.residual)
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
    const boxes = boxesOf(residual, rate, from, to, ...own)
    const period = voicePeriod(samples, rate, [from, to], own)
    const aperiodic = boxesOf(
      this.lessPulses(to - from, own[0] - from, own[1] - from, period.samples),
      rate,
      from,
      to,
      ...own,
    )
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
      voicing: period.likeness,
      overPulsesDb: capped(toDb(aperiodic.own) - toDb(Math.max(aperiodic.before, aperiodic.after))),
      ...this.extent(peak - from, to - from),
    }
  }

  /** The residual less what it is a period before and after, as far as that foretells it outside of the candidate. */
  private lessPulses(length: number, ownFrom: number, ownTo: number, period: number): Float64Array {
    const { residual, left } = this
    let product = 0
    let power = 1e-30
    for (let n = 0; n < length; n++) {
      const before = n - period
      const after = n + period
      const hasBefore = before >= 0 && (before < ownFrom || before >= ownTo)
      const hasAfter = after < length && (after < ownFrom || after >= ownTo)
      const sum = (hasBefore ? residual[before] : 0) + (hasAfter ? residual[after] : 0)
      const guess = hasBefore && hasAfter ? sum / 2 : sum
      left[n] = guess
      if (n >= ownFrom && n < ownTo) continue
      product += residual[n] * guess
      power += guess * guess
    }
    const gain = Math.max(0, Math.min(1, product / power))
    for (let n = 0; n < length; n++) left[n] = residual[n] - gain * left[n]
    return left
  }

  private extent(peak: number, length: number): { riseMs: number; fallMs: number } {
    const hop = Math.max(1, Math.round(HOP_SEC * this.sampleRateHz))
    const least = EXTENT_SHARE * this.energy(peak, hop, length)
    const reach = (side: number) => {
      let last = 0
      for (let k = 1; k <= EXTENT_HOPS; k++)
        if (this.energy(peak + side * k * hop, hop, length) > least) last = k
      return (1000 * last * hop) / this.sampleRateHz
    }
    return { riseMs: reach(-1), fallMs: reach(1) }
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

/** Highest millisecond of the click, before it and after it, and the mean without it. */
function boxesOf(
  residual: Float64Array,
  sampleRateHz: number,
  from: number,
  to: number,
  ownFrom: number,
  ownTo: number,
) {
  const hop = Math.max(1, Math.round(HOP_SEC * sampleRateHz))
  let own = 0
  let before = 0
  let after = 0
  let sum = 0
  let count = 0
  for (let n = from; n + 2 * hop <= to; n += hop) {
    let energy = 0
    for (let k = n - from; k < n - from + 2 * hop; k++) energy += residual[k] * residual[k]
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
