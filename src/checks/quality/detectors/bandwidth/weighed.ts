// What a narrow band takes of a listener's opinion.
import { rounded } from '../../../statistics.js'
import type { Weighed } from '../detector.js'

export interface BandwidthMeasures {
  /** Where a low-pass ends the sound; null when the recording fills its sample rate. */
  cutoffHz: number | null
  /** Mean frequency of the sound, weighted by power. */
  spectralCentroidHz: number
  /** The cutoff, or half the sample rate without one, over half the sample rate. */
  bandwidthRatio: number
}

/** A telephone's band in a file that could hold more takes as much as a loud noise; from wideband telephony on, nothing. */
const TELEPHONE_HZ = 4_000
const WIDEBAND_HZ = 7_000
const TELEPHONE_STEPS = 1.8
/** A file of 8 kHz holds no more than a telephone, and its low-pass may begin at 3 kHz: so much of its band fills it. */
const FILLED_RATIO = 0.75
/** A recording that fills less of its sample rate than this sounds muffled or like a telephone. */
const NARROW_BELOW = 0.6

export const weighed: Weighed<BandwidthMeasures, { bandwidth: BandwidthMeasures }> = {
  steps: ({ cutoffHz, bandwidthRatio }) => {
    if (cutoffHz === null || bandwidthRatio >= FILLED_RATIO) return []
    const share = (WIDEBAND_HZ - cutoffHz) / (WIDEBAND_HZ - TELEPHONE_HZ)
    return [TELEPHONE_STEPS * Math.min(1, Math.max(0, share))]
  },
  reason: ({ cutoffHz, bandwidthRatio }) =>
    cutoffHz !== null && bandwidthRatio < NARROW_BELOW
      ? `muffled: nothing above ${(cutoffHz / 1000).toFixed(1)} kHz`
      : null,
  reported: ({ cutoffHz, spectralCentroidHz, bandwidthRatio }) => ({
    bandwidth: {
      cutoffHz: cutoffHz === null ? null : Math.round(cutoffHz),
      spectralCentroidHz: Math.round(spectralCentroidHz),
      bandwidthRatio: rounded(bandwidthRatio, 3),
    },
  }),
}
