// How much of the band that the sample rate offers is filled by the recording.

import { parameters } from '../../front-end/parameters.js'
import type { Section } from '../../front-end/section.js'
import { Where } from '../../front-end/where.js'
import type { About, Detector, Found, OpenDetector } from '../detector.js'
import { cutoffBin } from './cutoff.js'
import type { BandwidthMeasures } from './weighed.js'

export const open: OpenDetector<BandwidthMeasures> = (about) => new Bandwidth(about)

class Bandwidth implements Detector<BandwidthMeasures> {
  private powers = new Float64Array(0)
  private typical = new Float64Array(0)
  private binHz = 0
  private readonly where: Where

  constructor(private readonly about: About) {
    this.where = new Where(about.speech)
  }

  listen(section: Section): void {
    const { data, dims, frames, binHz, timesSec } = section.spectrum
    this.binHz = binHz
    if (this.powers.length === 0) {
      this.powers = new Float64Array(dims)
      this.typical = new Float64Array(dims)
    }
    const hop = Math.round(parameters.hopSec * section.sampleRateHz)
    const startSec = section.timeSec(0)
    // Of a file without speech everything is measured.
    const isSpeechless = this.about.speech.length === 0
    for (let frame = 0; frame < frames; frame++) {
      if (!section.isInCore(frame * hop)) continue
      if (isSpeechless || this.where.isSpoken(startSec + timesSec[frame]))
        addFrame(data, frame * dims, this.powers, this.typical)
    }
  }

  result(): Found<BandwidthMeasures> {
    const { powers, typical, binHz } = this
    const nyquistHz = this.about.sampleRateHz / 2
    const cutoff = powers.length > 0 ? cutoffBin(toFourth(typical), binHz) : null
    const cutoffHz = cutoff === null ? null : cutoff * binHz
    return {
      faults: [],
      measures: {
        cutoffHz,
        spectralCentroidHz: centroidHz(powers, binHz),
        bandwidthRatio: (cutoffHz ?? nyquistHz) / nyquistHz,
      },
    }
  }
}

/** The fourth root: a click, which fills every band once, must not count as what the recording holds. */
function addFrame(data: Float32Array, row: number, powers: Float64Array, typical: Float64Array): void {
  for (let bin = 0; bin < powers.length; bin++) {
    const power = data[row + bin]
    powers[bin] += power
    typical[bin] += Math.sqrt(Math.sqrt(power))
  }
}

function toFourth(roots: Float64Array): Float64Array {
  const powers = new Float64Array(roots.length)
  for (let bin = 0; bin < roots.length; bin++) powers[bin] = roots[bin] ** 4
  return powers
}

function centroidHz(powers: Float64Array, binHz: number): number {
  let sum = 0
  let weighted = 0
  // Bins 0 and 1 hold the offset of the recording, if any.
  for (let bin = 2; bin < powers.length; bin++) {
    sum += powers[bin]
    weighted += powers[bin] * bin * binHz
  }
  return sum > 0 ? weighted / sum : 0
}
