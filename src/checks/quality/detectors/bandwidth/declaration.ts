import type { Declaration } from '../declaration.js'

export const declaration = {
  name: 'bandwidth',
  order: 7,
  label: 'Narrow bandwidth',
  finds: 'telephone sound in a wide file',
  knownLimits: 'gentle low-passes (under 12th order) read too wide',
  needsTranscript: false,
  models: [],
  issue: null,
  reported: {
    bandwidth: {
      name: 'Bandwidth',
      description: 'How high the sound reaches.',
      fields: {
        cutoffHz: {
          kind: 'numberOrNull',
          description:
            'Frequency above which there is nothing; null when the recording fills its sample rate.',
          example: 11025,
        },
        spectralCentroidHz: { kind: 'number', description: 'Centre of the spectrum.', example: 1840.5 },
        bandwidthRatio: {
          kind: 'number',
          description: 'Share of the band that the sample rate allows, 0 to 1.',
          example: 0.92,
        },
      },
    },
  },
  reasonOrder: 2,
  trait: {
    name: 'narrowBand',
    does: 'hold less than their sample rate could',
    advice: 'Export at the rate and bit rate that the engine speaks at, 24 kHz or more where it can.',
  },
} as const satisfies Declaration
