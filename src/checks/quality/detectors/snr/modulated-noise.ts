// Noise that comes and goes with the speech: coarse quantisation, a cheap codec, a vocoder that hisses along. In pauses it is
// not there, so the ordinary signal-to-noise ratio does not see it.
import { selected } from '../../../../audio/selection.js'
import type { Band, BandLevels } from '../../front-end/erb-bands.js'
import { parameters as frontEnd } from '../../front-end/parameters.js'
import type { Section } from '../../front-end/section.js'
import type { Where } from '../../front-end/where.js'
import { LevelHistogram } from './level-histogram.js'
import { parameters } from './parameters.js'

const {
  emptyShare,
  floorFactor,
  fromHz,
  leastTopHz,
  fewestFrames,
  modulatedNoiseFloorShare,
  vowelBelowHz,
  vowelShare,
} = parameters

export class ModulatedNoise {
  private histograms: LevelHistogram[] = []
  private bands: Band[] = []
  private binHz = 0

  listen(section: Section, levels: BandLevels, where: Where): void {
    const { spectrum, sampleRateHz } = section
    const { bands, rows, totals } = levels
    this.bands = bands
    this.binHz = spectrum.binHz
    if (this.histograms.length === 0) this.histograms = bands.map(() => new LevelHistogram())
    const hop = Math.round(frontEnd.hopSec * sampleRateHz)
    const spoken: number[] = []
    let sum = 0
    for (let frame = 0; frame < spectrum.frames; frame++) {
      if (!section.isInCore(frame * hop)) continue
      if (where.depthSec(section.timeSec(0) + spectrum.timesSec[frame]) <= 0) continue
      spoken.push(frame)
      sum += totals[frame]
    }
    if (spoken.length === 0) return
    const mean = sum / spoken.length
    const bins = bands[bands.length - 1].toBin
    const floors = floorsOf(levels, spoken)
    const low = bands.filter(({ toBin }) => toBin * this.binHz <= vowelBelowHz).length
    for (let index = 1; index + 1 < spoken.length; index++) {
      const frame = spoken[index]
      if (totals[frame] <= mean || lowShare(levels, frame, low) < vowelShare) continue
      const before = spoken[index - 1]
      const after = spoken[index + 1]
      const three = totals[before] + totals[frame] + totals[after]
      for (let band = 0; band < bands.length; band++) {
        const sum =
          rows[before * bands.length + band] +
          rows[frame * bands.length + band] +
          rows[after * bands.length + band]
        const power = sum - 3 * floors[band]
        const width = bands[band].toBin - bands[band].fromBin
        // As if the whole band to Nyquist held noise of this density.
        this.histograms[band].add((Math.max(0, power) * bins) / width / three)
      }
    }
  }

  /** Speech over noise that is modulated by it, dB, as the Q of ITU-T P.810; null with too few vowels. */
  resultDb(): number | null {
    const upper = this.histograms.filter(
      (histogram, band) => this.bands[band].fromBin * this.binHz >= fromHz && histogram.count >= fewestFrames,
    )
    if (upper.length === 0 || this.bands[this.bands.length - 1].toBin * this.binHz < leastTopHz) return null
    const medians = upper.map((histogram) => histogram.quantile(0.5)).sort((a, b) => a - b)
    const noise = medians[Math.floor(emptyShare * medians.length)]
    return -10 * Math.log10(noise)
  }
}

/** What the given number of bands, the lowest, have of the whole. */
function lowShare({ rows, totals, bands }: BandLevels, frame: number, lowest: number): number {
  const row = frame * bands.length
  let low = 0
  for (let at = row; at < row + lowest; at++) low += rows[at]
  return totals[frame] > 0 ? low / totals[frame] : 0
}

/** What is in each band all the time. */
function floorsOf({ bands, rows }: BandLevels, frames: number[]): Float64Array {
  const own = new Float32Array(frames.length)
  const floors = new Float64Array(bands.length)
  for (let band = 0; band < bands.length; band++) {
    for (let index = 0; index < frames.length; index++) own[index] = rows[frames[index] * bands.length + band]
    floors[band] = floorFactor * selected(own, own.length, Math.floor(modulatedNoiseFloorShare * own.length))
  }
  return floors
}
