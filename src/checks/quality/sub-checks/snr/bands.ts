// Levels in bands about as wide as the ear's own, from the shared spectrum.
import type { Spectrum } from '../../../../audio/spectrum.js'
import type { Section } from '../../section.js'

export interface Band {
  fromBin: number
  /** Exclusive. */
  toBin: number
}

/** Narrower bands would hold too little for a steady level in one frame. */
const WIDTH_ERB = 1.5
const FEWEST_BINS = 2
/** The offset of a recording shows in the lowest bins; more than this share of one is too much of it. */
const OFFSET_SHARE = 0.1
const OFFSET_BINS = 4

/** Bands of 1.5 ERB (Glasberg and Moore 1990: an ERB is 24.7 (4.37 f/1000 + 1) Hz) from 0 Hz to Nyquist. */
export function earBands({ binHz, dims }: Pick<Spectrum, 'binHz' | 'dims'>): Band[] {
  const bands: Band[] = []
  let fromBin = 0
  while (fromBin < dims) {
    const widthHz = WIDTH_ERB * 24.7 * (4.37e-3 * fromBin * binHz + 1)
    let toBin = fromBin + Math.max(FEWEST_BINS, Math.round(widthHz / binHz))
    if (toBin + FEWEST_BINS > dims) toBin = dims
    bands.push({ fromBin, toBin })
    fromBin = toBin
  }
  return bands
}

/** Reads the frames of a section as mean squares in bands, without the offset (0 Hz) of the recording. */
export class BandReader {
  readonly bands: Band[]
  private readonly spectrum: Spectrum
  private readonly toMeanSquare: number
  private readonly offsetPower: Float64Array

  constructor(section: Section, frameLength: number) {
    const spectrum = section.spectrum
    this.spectrum = spectrum
    this.bands = earBands(spectrum)
    // Parseval for a Hann window: |X|^2 / (sum w)^2 over the half spectrum times 2 (sum w)^2 / (N sum w^2).
    this.toMeanSquare = ((4 / 3) * frameLength) / spectrum.fftSize
    let sum = 0
    for (const sample of section.mono) sum += sample
    const offset = sum / Math.max(1, section.length)
    // The transform of a Hann window, sin(pi x) / (pi x (1 - x^2)): how the offset shows in the lowest bins.
    this.offsetPower = Float64Array.from({ length: Math.min(OFFSET_BINS, spectrum.dims) }, (_, bin) => {
      const x = (bin * frameLength) / spectrum.fftSize
      const leak = x === 0 ? 1 : x === 1 ? 0.5 : Math.sin(Math.PI * x) / (Math.PI * x * (1 - x * x))
      return (offset * leak) ** 2
    })
  }

  /** Fills one value a band and returns their sum. */
  read(frame: number, into: Float64Array): number {
    const { data, dims } = this.spectrum
    const row = frame * dims
    let total = 0
    for (let band = 0; band < this.bands.length; band++) {
      const { fromBin, toBin } = this.bands[band]
      let sum = 0
      for (let bin = fromBin; bin < toBin; bin++)
        sum += bin < OFFSET_BINS ? this.withoutOffset(row, bin) : data[row + bin]
      into[band] = sum * this.toMeanSquare
      total += into[band]
    }
    return total
  }

  /** Where the offset is most of a bin, the bin tells nothing; the first one that it does not reach stands in. */
  private withoutOffset(row: number, bin: number): number {
    const { data } = this.spectrum
    const reached = this.offsetPower.length
    if (bin >= reached || this.offsetPower[bin] < OFFSET_SHARE * data[row + bin]) return data[row + bin]
    return Math.min(data[row + bin], data[row + Math.min(reached, this.spectrum.dims - 1)])
  }
}
