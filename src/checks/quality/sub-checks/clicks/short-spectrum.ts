import { RealFft } from '../../../../audio/fft.js'
import { nextPowerOfTwo } from '../../../../audio/spectrum.js'
import { makeWindow } from '../../../../audio/window.js'

/** Power spectrum of one Hann frame around a sample; what lies outside the sound is silence. The result is reused. */
export class ShortSpectrum {
  readonly power: Float64Array
  readonly binHz: number
  private readonly fft: RealFft
  private readonly window: ArrayLike<number>
  private readonly block: Float64Array
  private readonly re: Float64Array
  private readonly im: Float64Array
  private readonly scale: number

  constructor(
    sampleRateHz: number,
    readonly frameLength: number,
  ) {
    this.fft = new RealFft(nextPowerOfTwo(frameLength))
    this.window = makeWindow('hann', frameLength, 'periodic')
    this.block = new Float64Array(this.fft.size)
    this.re = new Float64Array(this.fft.bins)
    this.im = new Float64Array(this.fft.bins)
    this.power = new Float64Array(this.fft.bins)
    this.binHz = sampleRateHz / this.fft.size
    // Bins add up to half of the mean power under the window, whose own mean square is 3/8.
    this.scale = 1 / (this.fft.size * frameLength * 0.375)
  }

  around(samples: Float32Array, centre: number): Float64Array {
    const { block, window, frameLength, re, im, power } = this
    const start = centre - (frameLength >> 1)
    for (let n = 0; n < frameLength; n++) {
      const at = start + n
      block[n] = at >= 0 && at < samples.length ? samples[at] * window[n] : 0
    }
    this.fft.forward(block, re, im)
    for (let bin = 0; bin < power.length; bin++)
      power[bin] = (re[bin] * re[bin] + im[bin] * im[bin]) * this.scale
    return power
  }

  /** Sum of the bins between neighbouring edges, as far as the spectrum goes. */
  bands(samples: Float32Array, centre: number, edgesHz: readonly number[]): number[] {
    const power = this.around(samples, centre)
    const sums: number[] = []
    for (let band = 0; band + 1 < edgesHz.length; band++) {
      const first = Math.ceil(edgesHz[band] / this.binHz)
      const last = Math.min(power.length, Math.max(first + 1, Math.ceil(edgesHz[band + 1] / this.binHz)))
      if (first >= power.length) break
      let sum = 0
      for (let bin = first; bin < last; bin++) sum += power[bin]
      sums.push(sum)
    }
    return sums
  }
}
