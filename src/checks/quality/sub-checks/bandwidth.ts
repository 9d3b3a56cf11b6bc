// How much of the band that its sample rate offers a recording fills.
import type { OpenSubCheck } from '../sub-check.js'
import { cutoffBin } from './bandwidth/cutoff.js'

export interface BandwidthMeasures {
  /** Where a low-pass ends the sound; null when the recording fills its sample rate. */
  cutoffHz: number | null
  /** Mean frequency of the sound, weighted by power. */
  spectralCentroidHz: number
  /** The cutoff, or half the sample rate without one, over half the sample rate. */
  bandwidthRatio: number
}

const HOP_SEC = 0.01
/** Below -100 dBFS nothing is recorded. */
const SILENCE = 1e-10

export const openBandwidth: OpenSubCheck<BandwidthMeasures> = ({ sampleRateHz, speech }) => {
  const nyquistHz = sampleRateHz / 2
  let powers: Float64Array | undefined
  let typical = new Float64Array(0)
  let binHz = 0
  let at = 0

  return {
    hear(section) {
      const { spectrum } = section
      const { data, dims, frames } = spectrum
      binHz = spectrum.binHz
      powers ??= new Float64Array(dims)
      if (typical.length === 0) typical = new Float64Array(dims)
      const hop = Math.round(HOP_SEC * section.sampleRateHz)
      for (let frame = 0; frame < frames; frame++) {
        if (!section.isInCore(frame * hop)) continue
        if (!isSpoken(section.timeSec(0) + spectrum.timesSec[frame])) continue
        addFrame(data, frame * dims, powers, typical)
      }
    },

    result() {
      const cutoff = powers
        ? cutoffBin(
            typical.map((root) => root ** 4),
            binHz,
          )
        : null
      const cutoffHz = cutoff === null ? null : cutoff * binHz
      return {
        faults: [],
        measures: {
          cutoffHz,
          spectralCentroidHz: centroidHz(powers, binHz),
          bandwidthRatio: (cutoffHz ?? nyquistHz) / nyquistHz,
        },
      }
    },
  }

  /** Times come in order; a file without speech is heard whole. */
  function isSpoken(timeSec: number): boolean {
    if (speech.length === 0) return true
    while (at > 0 && timeSec < speech[at].startSec) at--
    while (at + 1 < speech.length && timeSec >= speech[at].endSec) at++
    return timeSec >= speech[at].startSec && timeSec < speech[at].endSec
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

function centroidHz(powers: Float64Array | undefined, binHz: number): number {
  let sum = 0
  let weighted = 0
  // Bins 0 and 1 hold the offset of the recording, if any.
  for (let bin = 2; powers && bin < powers.length; bin++) {
    sum += powers[bin]
    weighted += powers[bin] * bin * binHz
  }
  return sum > SILENCE ? weighted / sum : 0
}
