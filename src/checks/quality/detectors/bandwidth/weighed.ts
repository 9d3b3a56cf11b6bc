// How much a narrow band lowers a listener's opinion.
import { rounded } from '../../../statistics.js'
import { parameters } from '../../parameter.js'
import type { Weighed } from '../detector.js'

export interface BandwidthMeasures {
  /** Where a low-pass ends the sound; null when the recording fills its sample rate. */
  cutoffHz: number | null
  /** Mean frequency of the sound, weighted by power. */
  spectralCentroidHz: number
  /** The cutoff, or half the sample rate without one, over half the sample rate. */
  bandwidthRatio: number
}

export const weights = parameters({
  "A telephone's band in a file that could hold more takes as much as a loud noise; from wideband telephony on, nothing.":
    {
      telephoneHz: [4_000, 'Hz'],
      widebandHz: [7_000, 'Hz'],
      telephoneSteps: [1.8, 'steps'],
    },
  'A file of 8 kHz holds no more than a telephone, and its low-pass may begin at 3 kHz: so much of its band fills it.':
    {
      filledRatio: [0.75, 'share'],
    },
  'A recording that fills less of its sample rate than this sounds muffled or like a telephone.': {
    narrowBelow: [0.6, 'share'],
  },
})
const { telephoneHz, widebandHz, telephoneSteps, filledRatio, narrowBelow } = weights

export const weighed: Weighed<BandwidthMeasures, { bandwidth: BandwidthMeasures }> = {
  steps: ({ cutoffHz, bandwidthRatio }) => {
    if (cutoffHz === null || bandwidthRatio >= filledRatio) return []
    const share = (widebandHz - cutoffHz) / (widebandHz - telephoneHz)
    return [telephoneSteps * Math.min(1, Math.max(0, share))]
  },
  reason: ({ cutoffHz, bandwidthRatio }) =>
    cutoffHz !== null && bandwidthRatio < narrowBelow
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
