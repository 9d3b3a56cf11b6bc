// Levels in bands about as wide as the ear's own, from the shared spectrum.
import type { Spectrum } from '../../../audio/spectrum.js'
import { sumOf } from './frame-levels.js'
import { parameters } from './parameters.js'
import type { Section } from './section.js'

const { fewestBins, offsetBins, offsetShare, widthErb } = parameters

export interface Band {
  fromBin: number
  /** Exclusive. */
  toBin: number
}

/** Bands of 1.5 ERB (Glasberg and Moore 1990: an ERB is 24.7 (4.37 f/1000 + 1) Hz) from 0 Hz to Nyquist. */
export function erbBands({ binHz, dims }: Pick<Spectrum, 'binHz' | 'dims'>): Band[] {
  const bands: Band[] = []
  let fromBin = 0
  while (fromBin < dims) {
    const widthHz = widthErb * 24.7 * (4.37e-3 * fromBin * binHz + 1)
    let toBin = fromBin + Math.max(fewestBins, Math.round(widthHz / binHz))
    if (toBin + fewestBins > dims) toBin = dims
    bands.push({ fromBin, toBin })
    fromBin = toBin
  }
  return bands
}

/** Mean squares of the frames of a section in bands, without the offset (0 Hz) of the recording. */
export interface BandLevels {
  bands: Band[]
  /** One row a frame, one column a band. */
  rows: Float32Array
  /** The sum of each row. */
  totals: Float64Array
}

export function bandLevels(section: Section, frameLength: number): BandLevels {
  const { spectrum } = section
  const { data, dims, frames, fftSize } = spectrum
  const bands = erbBands(spectrum)
  const rows = new Float32Array(frames * bands.length)
  const totals = new Float64Array(frames)
  // Parseval for a Hann window: |X|^2 / (sum w)^2 over the half spectrum times 2 (sum w)^2 / (N sum w^2).
  const toMeanSquare = ((4 / 3) * frameLength) / fftSize
  const offsets = offsetPowers(section, frameLength)
  const edges = Int32Array.from([0, ...bands.map(({ toBin }) => toBin)])
  for (let frame = 0; frame < frames; frame++) {
    const row = frame * dims
    let total = 0
    for (let band = 0; band < bands.length; band++) {
      let sum = sumOf(data, row + Math.max(offsets.length, edges[band]), row + edges[band + 1])
      if (edges[band] < offsets.length)
        sum += lowestBins(data, row, dims, edges[band], edges[band + 1], offsets)
      rows[frame * bands.length + band] = sum * toMeanSquare
      total += sum * toMeanSquare
    }
    totals[frame] = total
  }
  return { bands, rows, totals }
}

/** Where most of a bin is the offset, the bin tells nothing; the first bin that the offset does not reach stands in. */
function lowestBins(
  data: Float32Array,
  row: number,
  dims: number,
  from: number,
  to: number,
  offsets: Float64Array,
): number {
  const free = data[row + Math.min(offsets.length, dims - 1)]
  let sum = 0
  for (let bin = from; bin < Math.min(to, offsets.length); bin++) {
    const power = data[row + bin]
    sum += offsets[bin] >= offsetShare * power ? Math.min(power, free) : power
  }
  return sum
}

/** How the offset of a section shows in its lowest bins. */
function offsetPowers({ spectrum, mono, length }: Section, frameLength: number): Float64Array {
  const offset = sumOf(mono, 0, length) / Math.max(1, length)
  return Float64Array.from({ length: Math.min(offsetBins, spectrum.dims) }, (_, bin) => {
    // The transform of a Hann window, sin(pi x) / (pi x (1 - x^2)).
    const x = (bin * frameLength) / spectrum.fftSize
    const leak = x === 0 ? 1 : x === 1 ? 0.5 : Math.sin(Math.PI * x) / (Math.PI * x * (1 - x * x))
    return (offset * leak) ** 2
  })
}
