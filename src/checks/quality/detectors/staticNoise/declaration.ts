import type { Declaration } from '../declaration.js'

export const declaration = {
  name: 'staticNoise',
  order: 3,
  label: 'Static noise',
  finds: 'hiss, crackle, buzz, ring',
  knownLimits:
    'what is just noticeable is found in three cases of five; clear static of under 0.1 s in nine of ten; creaking voices may be listed',
  needsTranscript: false,
  models: ['fault1', 'fault2'],
  issue: {
    type: 'static',
    title: 'Static noise',
    words: { one: 'static', many: 'stretches of static' },
    colour: { light: '#e07b00', dark: '#ffb066' },
    explains: ['click'],
    eitherWay: ['clipping', 'garble'],
    trait: {
      name: 'static',
      does: 'have static',
      advice:
        'Another try gives the same: look at the engine, the bit rate of its codec and what comes after it.',
    },
  },
} as const satisfies Declaration
