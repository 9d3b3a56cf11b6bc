import { kaiser, kaiserBeta, kaiserHalfLength, sincLowPass } from './kaiser.js'
import { type RateStage, ReusedOutput, STOP_ATTENUATION_DB } from './rate-doubling.js'

/**
 * Up to this many phases the filter is tabulated exactly; beyond, the table has this many and values in between
 * are interpolated linearly. The images that leaves lie at ((1/2) / phases)^2 = -132 dB or lower for sound
 * below half the input rate.
 */
const MAX_PHASES = 1024

/** Any rational change of rate by a gentle low-pass, evaluated at the instants of the output samples only. */
export class PolyphaseStage implements RateStage {
  readonly lookaheadSamples: number
  /** Output sample k lies at input sample k * advance / phases. */
  private readonly advance: number
  private readonly phases: number
  /** `advance` as whole input samples and a rest: integers keep the inner loop quick, and exact for ever. */
  private readonly wholeStep: number
  private readonly phaseStep: number
  private readonly tapsPerPhase: number
  private readonly rows: number
  private readonly table: Float64Array
  private pending: Float64Array
  private pendingLength: number
  private readonly output = new ReusedOutput()
  /** Where in `pending` the next output's taps start, and the phase between two input samples. */
  private start = 0
  private phase = 0

  constructor(fromHz: number, toHz: number, passHz: number, stopHz: number) {
    const divisor = greatestCommonDivisor(fromHz, toHz)
    this.advance = fromHz / divisor
    this.phases = toHz / divisor
    this.wholeStep = Math.floor(this.advance / this.phases)
    this.phaseStep = this.advance % this.phases
    const reach = Math.ceil(kaiserHalfLength(STOP_ATTENUATION_DB, (stopHz - passHz) / fromHz))
    this.tapsPerPhase = 2 * reach
    this.lookaheadSamples = reach
    this.rows = Math.min(this.phases, MAX_PHASES)
    this.table = tapTable(this.rows, reach, (passHz + stopHz) / 2 / fromHz)
    // Silence before the first sample.
    this.pendingLength = reach - 1
    this.pending = new Float64Array(this.pendingLength)
  }

  push(input: Float32Array | Float64Array): Float64Array {
    this.append(input)
    const output = this.output.ofLength(this.countReady())
    if (this.rows === this.phases) this.readExactRows(output)
    else this.readBetweenRows(output)
    this.pending.copyWithin(0, this.start, this.pendingLength)
    this.pendingLength -= this.start
    this.start = 0
    return output
  }

  private append(input: Float32Array | Float64Array): void {
    const needed = this.pendingLength + input.length
    if (needed > this.pending.length) {
      const larger = new Float64Array(needed)
      larger.set(this.pending.subarray(0, this.pendingLength))
      this.pending = larger
    }
    this.pending.set(input, this.pendingLength)
    this.pendingLength = needed
  }

  private countReady(): number {
    const room = this.pendingLength - this.tapsPerPhase - this.start
    // All k with floor((phase + k * advance) / phases) <= room.
    return room < 0 ? 0 : Math.ceil(((room + 1) * this.phases - this.phase) / this.advance)
  }

  private readExactRows(output: Float64Array): void {
    const { pending, table, tapsPerPhase, phases, wholeStep, phaseStep } = this
    let { start, phase } = this
    for (let k = 0; k < output.length; k++) {
      const row = phase * tapsPerPhase
      // Two sums that do not wait for each other.
      let even = 0
      let odd = 0
      for (let j = 0; j < tapsPerPhase; j += 2) {
        even += table[row + j] * pending[start + j]
        odd += table[row + j + 1] * pending[start + j + 1]
      }
      output[k] = even + odd
      start += wholeStep
      phase += phaseStep
      if (phase >= phases) {
        phase -= phases
        start++
      }
    }
    this.start = start
    this.phase = phase
  }

  private readBetweenRows(output: Float64Array): void {
    const { pending, table, tapsPerPhase, phases, wholeStep, phaseStep, rows } = this
    let { start, phase } = this
    for (let k = 0; k < output.length; k++) {
      const place = (phase / phases) * rows
      const below = Math.floor(place)
      const fraction = place - below
      const row = below * tapsPerPhase
      const nextRow = row + tapsPerPhase
      let here = 0
      let next = 0
      for (let j = 0; j < tapsPerPhase; j++) {
        const x = pending[start + j]
        here += table[row + j] * x
        next += table[nextRow + j] * x
      }
      output[k] = here + fraction * (next - here)
      start += wholeStep
      phase += phaseStep
      if (phase >= phases) {
        phase -= phases
        start++
      }
    }
    this.start = start
    this.phase = phase
  }
}

/** Row r holds the taps for an instant r / rows after an input sample; one row more than asked closes the circle. */
function tapTable(rows: number, reach: number, cutoff: number): Float64Array {
  const beta = kaiserBeta(STOP_ATTENUATION_DB)
  const taps = 2 * reach
  const table = new Float64Array((rows + 1) * taps)
  let sum = 0
  for (let row = 0; row <= rows; row++) {
    for (let j = 0; j < taps; j++) {
      const timeSamples = row / rows + reach - 1 - j
      const tap = sincLowPass(cutoff, timeSamples) * kaiser(timeSamples / reach, beta)
      table[row * taps + j] = tap
      if (row < rows) sum += tap
    }
  }
  for (let i = 0; i < table.length; i++) table[i] *= rows / sum
  return table
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
