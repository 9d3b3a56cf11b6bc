import type { Declaration } from '../declaration.js'

export const declaration = {
  name: 'truncation',
  order: 9,
  label: 'Cut-off beginnings and ends',
  finds: 'a file that stops or begins inside a word',
  knownLimits:
    'cuts where the voice is soft anyway (20 dB below the speech and more), or in the silence of a plosive; a cut further than 0.4 s from all speech is listed as subtle',
  needsTranscript: false,
  models: ['fault1', 'fault2', 'cut1', 'cut2'],
  issue: {
    type: 'truncation',
    title: 'Cut off',
    words: {
      one: 'cut-off words',
      many: 'cut-off words',
      byPlace: { atStart: 'the file begins inside a word', later: 'the file stops inside a word' },
    },
    colour: { light: '#1f2a44', dark: '#dbe3f5' },
    explains: ['click', 'dropout', 'silence'],
    eitherWay: [],
    trait: {
      atStart: {
        name: 'tightStarts',
        does: 'begin at the level of the voice',
        advice: 'Add 50 ms of silence before the first word, or let the engine trim less.',
        isHarmless: true,
      },
      later: {
        name: 'tightEnds',
        does: 'end at the level of the voice',
        advice: 'Add 50 ms of silence after the last word, or let the engine trim less.',
        isHarmless: true,
      },
    },
  },
} as const satisfies Declaration
