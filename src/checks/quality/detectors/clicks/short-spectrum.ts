import { RealFft } from '../../../../audio/fft.js'
import { nextPowerOfTwo } from '../../../../audio/spectrum.js'
import { makeWindow } from '../../../../audio/window.js'

/** Power spectrum of one Hann frame around a sample; what lies outside the sound is silence. The result is reused. */
export class ShortSpectrum {
  readonly power: Float32Array
  readonly binHz: number
  private readonly fft: RealFft
  private readonly window: Float64Array
  /** What a frame that reaches beyond the sound holds. */
  private readonly edge: Float32Array
  private readonly scale: number

  constructor(
    sampleRateHz: number,
    readonly frameLength: number,
  ) {
    this.fft = new RealFft(nextPowerOfTwo(frameLength))
    this.window = makeWindow('hann', frameLength, 'periodic')
    this.edge = new Float32Array(frameLength)
    this.power = new Float32Array(this.fft.bins)
    this.binHz = sampleRateHz / this.fft.size
    // Bins add up to half of the mean power under the window, whose own mean square is 3/8.
    this.scale = 1 / (this.fft.size * frameLength * 0.375)
  }

  around(samples: Float32Array, centre: number): Float32Array {
    const { edge, frameLength, power } = this
    const start = centre - (frameLength >> 1)
    if (start >= 0 && start + frameLength <= samples.length) this.transform(samples, start)
    else {
      for (let n = 0; n < frameLength; n++) {
        const at = start + n
        edge[n] = at >= 0 && at < samples.length ? samples[at] : 0
      }
      this.transform(edge, 0)
    }
    return power
  }

  private transform(samples: Float32Array, start: number): void {
    this.fft.windowedPowers(samples, start, this.window, this.scale, this.power, 0, this.power.length)
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
