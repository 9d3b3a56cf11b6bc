import type { Declaration } from '../declaration.js'

export const declaration = {
  name: 'clipping',
  order: 6,
  label: 'Clipping',
  finds: 'flat tops, at full scale and scaled down',
  knownLimits: 'nothing after an mp3 encoder',
  needsTranscript: false,
  models: [],
  issue: {
    type: 'clipping',
    title: 'Clipping',
    words: { one: 'clipping', many: 'clipped stretches' },
    colour: { light: '#d6322a', dark: '#ff7a70' },
    explains: ['click'],
    eitherWay: [],
    trait: {
      name: 'clipping',
      does: 'are clipped',
      advice: 'Lower the level before the file is written, and limit instead of clipping.',
    },
  },
  reported: {
    clipping: {
      name: 'Clipping',
      description: 'Samples cut off at the top.',
      fields: {
        clipCount: { kind: 'count', description: 'Number of places.', example: 3 },
        clipPercentage: {
          kind: 'positive',
          description: 'Share of all samples, in percent.',
          example: 0.02,
        },
      },
    },
  },
} as const satisfies Declaration
