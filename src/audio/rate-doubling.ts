import { RealFft } from './fft.js'
import { kaiser, kaiserBeta, kaiserHalfLength, sincLowPass } from './kaiser.js'

/*
 * Between a rate and twice that rate stands one steep low-pass, always the same: it is run by overlap-save in the
 * frequency domain, at a fraction of the price of a convolution. Being symmetric about time 0 it is real there,
 * and delays nothing. Blocks lie at fixed places in the stream, so the result does not depend on how the
 * stream was cut into pieces.
 */

/** One stage of a rate change: output sample n of the stream lies at time n / output rate. */
export interface RateStage {
  /** Output samples that have become known; they hold until the next call. */
  push(input: Float32Array | Float64Array): Float64Array
  /** Input samples that have to follow a sample before all that depends on it is out. */
  readonly lookaheadSamples: number
}

/** Parts of the lower rate's Nyquist frequency: flat up to the first, silent from the second. */
const PASS_EDGE = 0.92
const STOP_EDGE = 1
/** Both edges are kept by 100 dB with a margin for the second stage and for rounding. */
export const STOP_ATTENUATION_DB = 120
/** Nyquist of the lower rate is a quarter of the doubled rate. */
const NYQUIST_CYCLES = 0.25

const FFT_SIZE = 2048
/** Filter samples on either side of the middle, at the doubled rate; even, so that it spans whole samples at the lower rate. */
const REACH =
  2 * Math.ceil(kaiserHalfLength(STOP_ATTENUATION_DB, (STOP_EDGE - PASS_EDGE) * NYQUIST_CYCLES) / 2)
/** Samples at the doubled rate that one block brings. */
const HOP = FFT_SIZE - 2 * REACH

/** Frequency response on the bins of the FFT at the doubled rate. */
const response = steepResponse()

function steepResponse(): Float64Array {
  const beta = kaiserBeta(STOP_ATTENUATION_DB)
  const cutoff = ((PASS_EDGE + STOP_EDGE) / 2) * NYQUIST_CYCLES
  const taps = new Float64Array(FFT_SIZE)
  let sum = 0
  for (let n = -REACH; n <= REACH; n++) {
    const tap = sincLowPass(cutoff, n) * kaiser(n / (REACH + 1), beta)
    taps[(n + FFT_SIZE) % FFT_SIZE] = tap
    sum += tap
  }
  for (let n = 0; n < FFT_SIZE; n++) taps[n] /= sum
  const fft = new RealFft(FFT_SIZE)
  const re = new Float64Array(fft.bins)
  fft.forward(taps, re, new Float64Array(fft.bins))
  return re
}

/** Memory for the output of a stage, used again at every call: a file goes through in dozens. */
export class ReusedOutput {
  private memory = new Float64Array(0)

  /** What stands in it is of no meaning. */
  ofLength(length: number): Float64Array {
    if (this.memory.length < length) this.memory = new Float64Array(length)
    return this.memory.subarray(0, length)
  }
}

/** Blocks of `length` samples that advance by `hop`, the first with `lead` zeros before the stream. */
class OverlappingBlocks {
  readonly block: Float64Array
  private filled: number

  constructor(
    length: number,
    private readonly hop: number,
    lead: number,
  ) {
    this.block = new Float64Array(length)
    this.filled = lead
  }

  /** How many blocks will be full once `more` samples have come. */
  countWith(more: number): number {
    return Math.max(0, Math.floor((this.filled + more - this.block.length) / this.hop) + 1)
  }

  /** Takes what fits from `input` at `offset` and says how much that was; the block is full when anything is left. */
  fill(input: Float32Array | Float64Array, offset: number): number {
    const taken = Math.min(this.block.length - this.filled, input.length - offset)
    this.block.set(input.subarray(offset, offset + taken), this.filled)
    this.filled += taken
    return taken
  }

  get isFull(): boolean {
    return this.filled === this.block.length
  }

  advance(): void {
    this.block.copyWithin(0, this.hop)
    this.filled -= this.hop
  }
}

/** Low-pass and every second sample. */
export class RateHalver implements RateStage {
  readonly lookaheadSamples = FFT_SIZE
  private readonly blocks = new OverlappingBlocks(FFT_SIZE, HOP, REACH)
  private readonly fullRate = new RealFft(FFT_SIZE)
  private readonly halfRate = new RealFft(FFT_SIZE / 2)
  private readonly re = new Float64Array(this.fullRate.bins)
  private readonly im = new Float64Array(this.fullRate.bins)
  private readonly foldedRe = new Float64Array(this.halfRate.bins)
  private readonly foldedIm = new Float64Array(this.halfRate.bins)
  private readonly filtered = new Float64Array(FFT_SIZE / 2)
  private readonly output = new ReusedOutput()

  push(input: Float32Array | Float64Array): Float64Array {
    const output = this.output.ofLength((this.blocks.countWith(input.length) * HOP) / 2)
    let written = 0
    for (let at = 0; at < input.length; ) {
      at += this.blocks.fill(input, at)
      if (!this.blocks.isFull) break
      this.filterBlock()
      output.set(this.filtered.subarray(REACH / 2, (REACH + HOP) / 2), written)
      written += HOP / 2
      this.blocks.advance()
    }
    return output
  }

  /** Dropping every second sample folds the upper half of the spectrum, turned round, onto the lower. */
  private filterBlock(): void {
    const { re, im, foldedRe, foldedIm } = this
    this.fullRate.forward(this.blocks.block, re, im)
    const last = FFT_SIZE / 2
    for (let k = 0; k < foldedRe.length; k++) {
      const lower = 0.5 * response[k]
      const upper = 0.5 * response[last - k]
      foldedRe[k] = lower * re[k] + upper * re[last - k]
      foldedIm[k] = lower * im[k] - upper * im[last - k]
    }
    this.halfRate.inverse(foldedRe, foldedIm, this.filtered)
  }
}

/** A zero between each two samples, and low-pass. */
export class RateDoubler implements RateStage {
  readonly lookaheadSamples = FFT_SIZE / 2
  private readonly blocks = new OverlappingBlocks(FFT_SIZE / 2, HOP / 2, REACH / 2)
  private readonly fullRate = new RealFft(FFT_SIZE)
  private readonly halfRate = new RealFft(FFT_SIZE / 2)
  private readonly re = new Float64Array(this.halfRate.bins)
  private readonly im = new Float64Array(this.halfRate.bins)
  private readonly mirroredRe = new Float64Array(this.fullRate.bins)
  private readonly mirroredIm = new Float64Array(this.fullRate.bins)
  private readonly filtered = new Float64Array(FFT_SIZE)
  private readonly output = new ReusedOutput()

  push(input: Float32Array | Float64Array): Float64Array {
    const output = this.output.ofLength(this.blocks.countWith(input.length) * HOP)
    let written = 0
    for (let at = 0; at < input.length; ) {
      at += this.blocks.fill(input, at)
      if (!this.blocks.isFull) break
      this.filterBlock()
      output.set(this.filtered.subarray(REACH, REACH + HOP), written)
      written += HOP
      this.blocks.advance()
    }
    return output
  }

  /** Zeros between the samples repeat the spectrum, turned round, above the old Nyquist frequency. */
  private filterBlock(): void {
    const { re, im, mirroredRe, mirroredIm } = this
    this.halfRate.forward(this.blocks.block, re, im)
    const last = FFT_SIZE / 2
    for (let k = 0; k < re.length; k++) {
      const lower = 2 * response[k]
      const upper = 2 * response[last - k]
      mirroredRe[k] = lower * re[k]
      mirroredIm[k] = lower * im[k]
      mirroredRe[last - k] = upper * re[k]
      mirroredIm[last - k] = -upper * im[k]
    }
    this.fullRate.inverse(mirroredRe, mirroredIm, this.filtered)
  }
}
