import type { Declaration } from '../declaration.js'

export const declaration = {
  name: 'trailingSounds',
  order: 11,
  label: 'Sounds after the last word',
  finds: 'a breath, a held vowel or part of a word after the last word, with the time from which to trim',
  knownLimits:
    'a sound that follows the last word without a pause, unless it is held for half a second; one that the recogniser takes for a word; softer than 20 dB below the speech it is listed as subtle',
  needsTranscript: true,
  models: [],
  issue: {
    type: 'trailingSound',
    title: 'Sound after the last word',
    words: {
      one: 'a sound after the last word',
      many: 'sounds after the last word',
      byLength: [
        {
          fromSec: 0,
          message: 'a breath or sound of the voice after the last word: trim from {second} s on',
        },
      ],
    },
    colour: { light: '#00756b', dark: '#5fd4c5' },
    explains: ['static', 'click', 'truncation'],
    eitherWay: [],
    trait: {
      name: 'trailingSounds',
      does: 'have a sound after the last word',
      advice: 'Trim every file from the second that is told, or change how the engine is told to stop.',
    },
  },
} as const satisfies Declaration
