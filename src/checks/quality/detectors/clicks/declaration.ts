import type { Declaration } from '../declaration.js'

export const declaration = {
  name: 'clicks',
  order: 4,
  label: 'Clicks',
  finds: 'pops, clicks, joins with a jump, offset steps',
  knownLimits: 'dull clicks and low pops under hisses and voiced speech, more so after an mp3 encoder',
  needsTranscript: false,
  models: ['fault1', 'fault2'],
  issue: {
    type: 'click',
    title: 'Click',
    words: { one: 'click', many: 'clicks' },
    colour: { light: '#9a1b7f', dark: '#f29be0' },
    explains: [],
    eitherWay: [],
    trait: {
      name: 'clicks',
      does: 'have clicks',
      advice: 'Look at where pieces are joined: fade over a few milliseconds there.',
    },
    // A step of the offset looks like a burst that begins there, or like a loss on either side.
    seemsToBe: { static: 'after', dropout: 'eitherSide' },
  },
} as const satisfies Declaration
