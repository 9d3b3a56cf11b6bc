import type { Declaration } from '../declaration.js'

export const declaration = {
  name: 'snr',
  order: 8,
  label: 'Background noise',
  finds: 'noise under the speech, steady or coming and going with it',
  knownLimits: 'over 40 dB with muted pauses the noise is read some dB off',
  needsTranscript: false,
  models: [],
  issue: null,
  reported: {
    snrDb: {
      kind: 'number',
      description: 'Signal-to-noise ratio in dB; 0 where there is no speech to tell it by.',
      example: 38.2,
    },
  },
  reasonOrder: 1,
  trait: {
    name: 'noise',
    does: 'are noisy',
    advice:
      'Take the noise out after the engine, or use a cleaner reference voice: another try gives the same.',
  },
} as const satisfies Declaration
