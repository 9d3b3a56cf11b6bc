// How far a moment stands out from what comes before and after it, in critical bands.
import { RealFft } from '../../../../audio/fft.js'
import { MASKING_SHARE, ROOM_OVER_SPEECH_DB } from '../../../../audio/psychoacoustics.js'
import { nextPowerOfTwo } from '../../../../audio/spectrum.js'
import { makeWindow } from '../../../../audio/window.js'
import { parameters } from './parameters.js'

const { bandEdgesHz, besideSec, momentSec } = parameters

export class Excess {
  private readonly fft: RealFft
  private readonly window: Float64Array
  private readonly frame: Float32Array
  private readonly powers: Float32Array
  private readonly edges: number[]

  constructor(private readonly sampleRateHz: number) {
    const length = Math.max(2, Math.round(momentSec * sampleRateHz))
    this.fft = new RealFft(nextPowerOfTwo(length))
    this.window = makeWindow('hann', length, 'periodic')
    this.frame = new Float32Array(length)
    this.powers = new Float32Array(this.fft.bins)
    const binHz = sampleRateHz / this.fft.size
    this.edges = bandEdgesHz.map((hz) => Math.ceil(hz / binHz)).filter((bin) => bin < this.fft.bins)
  }

  /** Over the masked threshold, all bands together (root of the sum of squares), in dB; minus infinity where nothing stands out. */
  ofMoment(samples: Float32Array, at: number, speechPower: number): number {
    const here = this.bandPowers(samples, at)
    const hiding = here.map(() => 0)
    for (const offsetSec of besideSec) {
      const beside = this.bandPowers(samples, at + Math.round(offsetSec * this.sampleRateHz))
      for (const [band, power] of beside.entries()) hiding[band] = Math.max(hiding[band], power)
    }
    const quiet = speechPower * 10 ** (ROOM_OVER_SPEECH_DB / 10)
    let squares = 0
    for (const [band, power] of here.entries())
      squares += (Math.max(0, power - hiding[band]) / (MASKING_SHARE * hiding[band] + quiet)) ** 2
    return 5 * Math.log10(squares)
  }

  /** Mean squares of a frame around a sample; what lies outside the sound is silence. */
  private bandPowers(samples: Float32Array, centre: number): number[] {
    const { edges, fft, frame, powers, window } = this
    const start = centre - (frame.length >> 1)
    for (let n = 0; n < frame.length; n++) frame[n] = samples[start + n] ?? 0
    // Bins add up to half of the mean power under the window, whose own mean square is 3/8.
    fft.windowedPowers(frame, 0, window, 1 / (fft.size * frame.length * 0.375), powers, 0, powers.length)
    return edges.map((first, band) => {
      const last = Math.max(first + 1, edges[band + 1] ?? powers.length)
      let sum = 0
      for (let bin = first; bin < last; bin++) sum += powers[bin]
      return sum
    })
  }
}
