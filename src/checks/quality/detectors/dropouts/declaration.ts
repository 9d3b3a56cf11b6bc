import type { Declaration } from '../declaration.js'

export const declaration = {
  name: 'dropouts',
  order: 5,
  label: 'Dropouts',
  finds: 'lost and repeated packets, zeros, sound turned down at once and back',
  knownLimits: 'drops of 12 dB and less in part; packets played twice after an mp3 encoder',
  needsTranscript: false,
  models: ['fault1', 'fault2'],
  issue: {
    type: 'dropout',
    title: 'Dropout',
    words: { one: 'dropout', many: 'dropouts' },
    colour: { light: '#7a4fd0', dark: '#bda4ff' },
    explains: ['click'],
    eitherWay: [],
    trait: {
      name: 'dropouts',
      does: 'have dropouts',
      advice: 'Look at gates, noise reduction and streaming in the pipeline.',
    },
  },
} as const satisfies Declaration
