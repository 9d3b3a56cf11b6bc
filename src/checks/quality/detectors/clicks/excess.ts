// How far a moment stands out of what surrounds it, in the bands of the ear.
import { CRITICAL_BAND_EDGES_HZ, MASKING_SHARE } from '../../../../audio/psychoacoustics.js'
import { ShortSpectrum } from './short-spectrum.js'

/** About the critical bands (E. Zwicker, 1961), two by two: 5 ms tell no more. */
const COARSE_EDGES_HZ = [0, 100, 300, 510, 770, 1080, 1480, 2000, 2700, 3700, 5300, 7700, 12_000, 24_000]
/** Below 300 Hz, to 2, to 5.3 kHz, above. */
const GROUP_OF_BAND = [0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3]
const LONG_EDGES_HZ = [0, ...CRITICAL_BAND_EDGES_HZ]
/** Speech is heard at about 70 dB, rooms hide what is 55 to 60 dB below. */
const QUIET_SHORT = 1e-6
const QUIET_LONG = 10 ** -5.5
const SHORT_BEFORE_SEC = [-0.0115, -0.0075, -0.004]
const SHORT_AFTER_SEC = [0.004, 0.0075, 0.0115]
const LONG_BEFORE_SEC = [-0.03, -0.02, -0.013]
const LONG_AFTER_SEC = [0.013, 0.02, 0.03]
const MOST_CHANGE_DB = 40
const LEAST_DB = -10
const BEST_BANDS = 6

export interface ShortExcess {
  /** Over the masked threshold, all bands together (root of the sum of squares), in dB. */
  wholeDb: number
  /** The same of each group of bands. */
  groupsDb: number[]
  /** Over what precedes alone, and over what follows alone. */
  overBeforeDb: number
  overAfterDb: number
  /** How much louder each group is afterwards than before. */
  changesDb: number[]
}

export interface LongExcess {
  bestDb: number
  meanDb: number
  /** Below the lowest critical band, where no voice sounds. */
  lowDb: number
  /** Mean size of the change from before to after over all bands. */
  changeDb: number
}

export class Excess {
  private readonly short: ShortSpectrum
  private readonly long: ShortSpectrum

  constructor(private readonly sampleRateHz: number) {
    this.short = new ShortSpectrum(sampleRateHz, Math.round(0.005 * sampleRateHz))
    this.long = new ShortSpectrum(sampleRateHz, Math.round(0.02 * sampleRateHz))
  }

  /** Of 5 ms against the 12 ms on both sides: as fast as the ear is. */
  ofShort(samples: Float32Array, at: number, speechPower: number): ShortExcess {
    const here = this.short.bands(samples, at, COARSE_EDGES_HZ)
    const before = this.highestAround(this.short, samples, at, SHORT_BEFORE_SEC, COARSE_EDGES_HZ)
    const after = this.highestAround(this.short, samples, at, SHORT_AFTER_SEC, COARSE_EDGES_HZ)
    const quiet = QUIET_SHORT * speechPower
    const groups = [0, 0, 0, 0]
    const loudBefore = [0, 0, 0, 0]
    const loudAfter = [0, 0, 0, 0]
    let overBefore = 0
    let overAfter = 0
    for (const [band, power] of here.entries()) {
      const group = GROUP_OF_BAND[band]
      groups[group] += squareOver(power, Math.max(before[band], after[band]), quiet)
      overBefore += squareOver(power, before[band], quiet)
      overAfter += squareOver(power, after[band], quiet)
      loudBefore[group] += before[band]
      loudAfter[group] += after[band]
    }
    const whole = groups.reduce((sum, each) => sum + each, 0)
    return {
      wholeDb: rootDb(whole),
      groupsDb: groups.map(rootDb),
      overBeforeDb: rootDb(overBefore),
      overAfterDb: rootDb(overAfter),
      changesDb: loudAfter.map((power, group) => changeDb(loudBefore[group], power, quiet)),
    }
  }

  /** Of 20 ms against the 30 ms on both sides, in critical bands: best band, and mean of the six best. In dB. */
  ofLong(samples: Float32Array, at: number, speechPower: number): LongExcess {
    const here = this.long.bands(samples, at, LONG_EDGES_HZ)
    const before = this.highestAround(this.long, samples, at, LONG_BEFORE_SEC, LONG_EDGES_HZ)
    const after = this.highestAround(this.long, samples, at, LONG_AFTER_SEC, LONG_EDGES_HZ)
    const quiet = QUIET_LONG * speechPower
    const excesses = new Float64Array(here.length)
    let changes = 0
    for (let band = 0; band < here.length; band++) {
      excesses[band] = overMaskDb(here[band], Math.max(before[band], after[band]), quiet)
      changes += Math.abs(changeDb(before[band], after[band], quiet))
    }
    // The lowest band is no critical band, and counts by itself.
    const critical = excesses.subarray(1).sort()
    let best = 0
    for (const excess of critical.subarray(-BEST_BANDS)) best += Math.max(0, excess)
    return {
      bestDb: Math.max(-20, critical.at(-1) ?? -20),
      meanDb: best / BEST_BANDS,
      lowDb: Math.max(-20, excesses[0]),
      changeDb: changes / here.length,
    }
  }

  private highestAround(
    spectrum: ShortSpectrum,
    samples: Float32Array,
    at: number,
    aroundSec: readonly number[],
    edgesHz: readonly number[],
  ): number[] {
    const highest: number[] = []
    for (const offsetSec of aroundSec) {
      const bands = spectrum.bands(samples, at + Math.round(offsetSec * this.sampleRateHz), edgesHz)
      for (const [band, power] of bands.entries()) highest[band] = Math.max(highest[band] ?? 0, power)
    }
    return highest
  }
}

function rootDb(sumOfSquares: number): number {
  return Math.max(LEAST_DB, 5 * Math.log10(sumOfSquares + 1e-9))
}

function overMaskDb(power: number, mask: number, quiet: number): number {
  return 10 * Math.log10((power + 1e-15) / (MASKING_SHARE * mask + quiet + 1e-15))
}

function squareOver(power: number, mask: number, quiet: number): number {
  const ratio = Math.max(0, power - mask) / (MASKING_SHARE * mask + quiet)
  return ratio * ratio
}

function changeDb(before: number, after: number, quiet: number): number {
  const change = 10 * Math.log10((after + quiet + 1e-15) / (before + quiet + 1e-15))
  return Math.max(-MOST_CHANGE_DB, Math.min(MOST_CHANGE_DB, change))
}
