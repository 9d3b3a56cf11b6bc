import type { Declaration } from '../declaration.js'

export const declaration = {
  name: 'hum',
  order: 10,
  label: 'Hum and whine',
  finds: 'mains hum, whine, steady tones',
  knownLimits:
    'recordings of people have mains hum more often than one thinks, and it is reported; a tone at the pitch of a voice (65 to 300 Hz) only where there is a pause',
  needsTranscript: false,
  models: [],
  issue: {
    type: 'hum',
    title: 'Hum',
    words: { one: 'hum', many: 'stretches of hum' },
    colour: { light: '#c99700', dark: '#e2cd6d' },
    explains: [],
    eitherWay: ['static'],
    trait: {
      name: 'hum',
      does: 'have a hum',
      advice: 'Find its source, or take it out with a notch filter: another try gives the same.',
    },
    isBackground: true,
  },
} as const satisfies Declaration
