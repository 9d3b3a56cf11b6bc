import { PolyphaseStage } from './polyphase.js'
import { RateDoubler, RateHalver, type RateStage } from './rate-doubling.js'

/** Beyond this ratio no audio is meant, and the filter table would grow without need. */
const MAX_RATIO = 256
/** Long input goes through in slices, so that what lies between the stages stays small: half a megabyte. */
const SLICE_SAMPLES = 8_192

/**
 * Change of sample rate. Sound up to 0.92 of the lower Nyquist frequency keeps its level within 0.001 dB; what
 * lies above the lower Nyquist frequency, aliases and images alike, is 110 dB or more down.
 *
 * The steep filter that this takes is run between the lower rate and twice that, where it is one fixed filter;
 * the rest of the way, to or from twice the lower rate, needs only a gentle one at any rational ratio.
 *
 * Output sample n lies at time n / toHz: nothing is delayed. After `flush`, n input samples have given
 * ceil(n * toHz / fromHz) output samples, the same to the bit however the input was cut into pieces.
 */
export class Resampler {
  private readonly stages: RateStage[]
  private received = 0
  private emitted = 0
  private flushed = false

  constructor(
    private readonly fromHz: number,
    private readonly toHz: number,
  ) {
    requireRate('fromHz', fromHz)
    requireRate('toHz', toHz)
    if (Math.max(fromHz / toHz, toHz / fromHz) > MAX_RATIO) {
      throw new RangeError(`the rates must lie within a factor of ${MAX_RATIO}, got ${fromHz} and ${toHz} Hz`)
    }
    this.stages = planStages(fromHz, toHz)
  }

  /** Output samples that have become known; they are the caller's to keep. */
  push(x: Float32Array): Float32Array {
    if (this.flushed) throw new Error('the resampler has been flushed: start a new one')
    this.received += x.length
    if (this.stages.length === 0) return x.slice()
    const output = new Float32Array(this.totalSamples() - this.emitted)
    let written = 0
    for (let at = 0; at < x.length; at += SLICE_SAMPLES) {
      const piece = this.passThrough(x.subarray(at, at + SLICE_SAMPLES))
      output.set(piece, written)
      written += piece.length
    }
    this.emitted += written
    return output.slice(0, written)
  }

  /** What is left, as if silence followed. */
  flush(): Float32Array {
    if (this.flushed) throw new Error('the resampler has been flushed: start a new one')
    this.flushed = true
    if (this.stages.length === 0) return new Float32Array(0)
    const output = new Float32Array(this.totalSamples() - this.emitted)
    const silence = new Float32Array(Math.max(...this.stages.map((stage) => stage.lookaheadSamples)))
    for (let written = 0; written < output.length; ) {
      const piece = this.passThrough(silence)
      output.set(piece.subarray(0, output.length - written), written)
      written += piece.length
    }
    return output
  }

  private passThrough(x: Float32Array): Float32Array | Float64Array {
    let piece: Float32Array | Float64Array = x
    for (const stage of this.stages) piece = stage.push(piece)
    return piece
  }

  private totalSamples(): number {
    return Math.ceil((this.received * this.toHz) / this.fromHz)
  }
}

/** The whole of `samples` at another rate; see {@link Resampler}. */
export function resample(samples: Float32Array, fromHz: number, toHz: number): Float32Array {
  const resampler = new Resampler(fromHz, toHz)
  const output = new Float32Array(Math.ceil((samples.length * toHz) / fromHz))
  let written = 0
  for (let at = 0; at < samples.length; at += SLICE_SAMPLES) {
    const piece = resampler.push(samples.subarray(at, at + SLICE_SAMPLES))
    output.set(piece, written)
    written += piece.length
  }
  output.set(resampler.flush(), written)
  return output
}

function planStages(fromHz: number, toHz: number): RateStage[] {
  if (fromHz === toHz) return []
  const lowerHz = Math.min(fromHz, toHz)
  const doubledHz = 2 * lowerHz
  // Sound between half and one and a half times the lower rate is the steep filter's business.
  const passHz = 0.5 * lowerHz
  const stopHz = 1.5 * lowerHz
  if (fromHz > toHz) {
    const halver = new RateHalver()
    return fromHz === doubledHz ? [halver] : [new PolyphaseStage(fromHz, doubledHz, passHz, stopHz), halver]
  }
  const doubler = new RateDoubler()
  return toHz === doubledHz ? [doubler] : [doubler, new PolyphaseStage(doubledHz, toHz, passHz, stopHz)]
}

function requireRate(name: string, hz: number): void {
  if (!Number.isInteger(hz) || hz < 1) {
    throw new RangeError(`${name} must be a whole number of hertz from 1, got ${hz}`)
  }
}
