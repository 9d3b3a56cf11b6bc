import type { Declaration } from '../declaration.js'

export const declaration = {
  name: 'garble',
  order: 1,
  label: 'Garbled speech',
  finds: 'speech that is no words: reversed, shuffled, two voices, broken, mumbled',
  knownLimits: 'strong accents of children, some other languages',
  needsTranscript: true,
  models: ['garble'],
  issue: {
    type: 'garble',
    title: 'Garbled speech',
    words: { one: 'garbled speech', many: 'stretches of garbled speech' },
    colour: { light: '#b3261e', dark: '#ff8a80' },
    explains: ['click', 'dropout'],
    eitherWay: [],
    trait: null,
  },
} as const satisfies Declaration
