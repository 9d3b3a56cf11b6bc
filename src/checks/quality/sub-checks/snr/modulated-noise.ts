// Noise that comes and goes with the speech: coarse quantisation, a cheap codec, a vocoder that hisses along. In pauses it is
// not there, so the ordinary signal-to-noise ratio does not see it.
import type { Section } from '../../section.js'
import type { Band, BandReader } from './bands.js'
import { LevelHistogram } from './level-histogram.js'
import type { Where } from './where.js'

/** Vowels leave the bands above this nearly empty: what fills them in step with the voice is noise. */
const FROM_HZ = 1_000
/** A vowel has at least this share of its power below 1.2 kHz: fricatives and whispers are noise by nature. */
const VOWEL_SHARE = 0.7
const VOWEL_BELOW_HZ = 1_200
/** The emptiest bands tell; the few that a low-pass has emptied altogether do not. */
const EMPTY_SHARE = 0.15
/** Steady noise, the level that a twentieth of the frames stay below, is not counted again; 1.5 allows for its scatter. */
const FLOOR_SHARE = 0.05
const FLOOR_FACTOR = 1.5
/** 0.3 s of vowels. */
const FEWEST_FRAMES = 30
const HIGHEST_DB = 60

export class ModulatedNoise {
  private histograms: LevelHistogram[] = []
  private bands: Band[] = []
  private binHz = 0
  private readonly hopSec: number

  constructor(hopSec: number) {
    this.hopSec = hopSec
  }

  hear(section: Section, reader: BandReader, where: Where): void {
    const { spectrum, sampleRateHz } = section
    const { bands } = reader
    this.bands = bands
    this.binHz = spectrum.binHz
    if (this.histograms.length === 0) this.histograms = bands.map(() => new LevelHistogram())
    const hop = Math.round(this.hopSec * sampleRateHz)
    const rows: Float64Array[] = []
    const totals: number[] = []
    let sum = 0
    for (let frame = 0; frame < spectrum.frames; frame++) {
      if (!section.isInCore(frame * hop)) continue
      if (where.depthSec(section.timeSec(0) + spectrum.timesSec[frame]) <= 0) continue
      const row = new Float64Array(bands.length)
      const total = reader.read(frame, row)
      rows.push(row)
      totals.push(total)
      sum += total
    }
    if (rows.length === 0) return
    const mean = sum / rows.length
    const bins = bands[bands.length - 1].toBin
    const floors = bands.map((_, band) => {
      const levels = rows.map((row) => row[band]).sort((a, b) => a - b)
      return FLOOR_FACTOR * levels[Math.floor(FLOOR_SHARE * levels.length)]
    })
    for (let frame = 1; frame + 1 < rows.length; frame++) {
      if (totals[frame] <= mean || this.lowShare(rows[frame]) < VOWEL_SHARE) continue
      const three = totals[frame - 1] + totals[frame] + totals[frame + 1]
      for (let band = 0; band < bands.length; band++) {
        const power = rows[frame - 1][band] + rows[frame][band] + rows[frame + 1][band] - 3 * floors[band]
        const width = bands[band].toBin - bands[band].fromBin
        // As if the whole band to Nyquist held noise of this density.
        this.histograms[band].add((Math.max(0, power) * bins) / width / three)
      }
    }
  }

  /** Speech over noise that is modulated by it, dB, as the Q of ITU-T P.810; null with too few vowels. */
  resultDb(): number | null {
    const upper = this.histograms.filter(
      (histogram, band) =>
        this.bands[band].fromBin * this.binHz >= FROM_HZ && histogram.count >= FEWEST_FRAMES,
    )
    if (upper.length === 0) return null
    const medians = upper.map((histogram) => histogram.quantile(0.5)).sort((a, b) => a - b)
    const noise = medians[Math.floor(EMPTY_SHARE * medians.length)]
    return Math.min(HIGHEST_DB, -10 * Math.log10(noise))
  }

  private lowShare(row: Float64Array): number {
    let low = 0
    let all = 0
    for (let band = 0; band < row.length; band++) {
      if (this.bands[band].toBin * this.binHz <= VOWEL_BELOW_HZ) low += row[band]
      all += row[band]
    }
    return all > 0 ? low / all : 0
  }
}
