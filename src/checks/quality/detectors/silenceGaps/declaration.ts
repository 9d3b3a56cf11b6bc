import type { Declaration } from '../declaration.js'

export const declaration = {
  name: 'silenceGaps',
  order: 2,
  label: 'Gaps of silence',
  finds: 'pauses that are too long for the file, holes',
  knownLimits:
    "pauses of under 2.1 s, or 2.5 times the file's own longest, are listed as subtle, and in the first 5 s, after what may be a heading, those of under 3.6 s",
  needsTranscript: false,
  models: [],
  issue: {
    type: 'silence',
    title: 'Silence',
    words: {
      one: 'silence',
      many: 'silences',
      // A pause is noticed as one from half a second on; a shorter silence is a hole in the sound.
      byLength: [
        { fromSec: 0.5, message: 'a pause of {sec} s at {at}' },
        { fromSec: 0, message: 'a hole of {ms} ms at {at}' },
      ],
    },
    colour: { light: '#5b6b8c', dark: '#a9b6d3' },
    explains: ['click'],
    eitherWay: ['dropout'],
    trait: {
      name: 'longPauses',
      does: 'have long pauses',
      advice: 'Shorten pauses in the engine, in the script or when phrases are joined.',
    },
  },
} as const satisfies Declaration
