import { kaiser, sincLowPass } from './kaiser.js'

/** ITU-R BS.1770-4, Annex 2: four times 48 kHz; a higher rate needs less, and 192 kHz nothing. */
const WANTED_RATE_HZ = 176_400
/** Input samples on either side of an interpolated one; the filter of Annex 2 has 6. */
const REACH = 8
/** Kaiser's shape: with this reach it interpolates sinusoids to within 0.04 dB up to 0.8 of the Nyquist frequency. */
const KAISER_BETA = 5
const BLOCK = 32

/** Highest absolute value that the sound of one channel reaches between its samples, too. */
export class TruePeakMeter {
  peak = 0
  private readonly phases: Float64Array[]
  /** No interpolated value exceeds the samples around it by more than this factor. */
  private readonly largestGain: number
  /** The end of what came before, then the block at hand. */
  private readonly history = new Float64Array(2 * REACH + BLOCK)
  private filled = 2 * REACH

  constructor(sampleRateHz: number) {
    const factor = Math.max(1, Math.min(4, Math.ceil(WANTED_RATE_HZ / sampleRateHz)))
    this.phases = Array.from({ length: factor - 1 }, (_, i) => interpolationTaps((i + 1) / factor))
    this.largestGain = Math.max(
      1,
      ...this.phases.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)),
    )
  }

  push(samples: Float32Array): void {
    for (let at = 0; at < samples.length; ) {
      const taken = Math.min(this.history.length - this.filled, samples.length - at)
      for (let i = 0; i < taken; i++) {
        const value = samples[at + i]
        this.history[this.filled + i] = Number.isFinite(value) ? value : 0
      }
      this.filled += taken
      at += taken
      if (this.filled === this.history.length) this.measureBlock()
    }
  }

  /** Measures what is still waiting for neighbours, as if silence followed. */
  finish(): void {
    // The block at hand, and then the one into which its last samples reach.
    for (let i = 0; i < 2; i++) {
      this.history.fill(0, this.filled)
      this.measureBlock()
    }
  }

  private measureBlock(): void {
    const { history, phases } = this
    let highest = 0
    for (let i = 0; i < history.length; i++) {
      const height = Math.abs(history[i])
      if (height > highest) highest = height
    }
    if (highest > this.peak) this.peak = highest
    // Most blocks of speech are too low to matter, whatever lies between their samples.
    if (highest * this.largestGain > this.peak) {
      for (let p = 0; p < phases.length; p++) this.measureBetween(phases[p])
    }
    history.copyWithin(0, BLOCK)
    this.filled = 2 * REACH
  }

  private measureBetween(taps: Float64Array): void {
    const { history } = this
    let highest = this.peak
    for (let n = 0; n < BLOCK; n++) {
      let even = 0
      let odd = 0
      for (let j = 0; j < 2 * REACH; j += 2) {
        even += taps[j] * history[n + j]
        odd += taps[j + 1] * history[n + j + 1]
      }
      const height = Math.abs(even + odd)
      if (height > highest) highest = height
    }
    this.peak = highest
  }
}

/** Windowed sinc that gives the value `fraction` of a sample after the tap REACH - 1. */
function interpolationTaps(fraction: number): Float64Array {
  const taps = new Float64Array(2 * REACH)
  for (let j = 0; j < taps.length; j++) {
    const timeSamples = fraction + REACH - 1 - j
    taps[j] = sincLowPass(0.5, timeSamples) * kaiser(timeSamples / REACH, KAISER_BETA)
  }
  return taps
}
