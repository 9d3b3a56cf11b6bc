import type { QualityFindings } from '../../../src/checks/quality/listen.js'

/** What the detectors find in ten seconds of speech without a fault. */
export const cleanFindings: QualityFindings = {
  presence: 'speech',
  faults: [],
  durationSec: 10,
  speechSec: 8,
  measures: {
    snr: { snrDb: 45, modulatedSnrDb: null },
    clipping: { clipCount: 0, clipPercentage: 0 },
    bandwidth: { cutoffHz: null, spectralCentroidHz: 1_200, bandwidthRatio: 1 },
  },
}
