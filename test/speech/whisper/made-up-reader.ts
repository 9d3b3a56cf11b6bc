// A recogniser that writes a given text, token by token, whatever the sound.
import type { Reader } from '../../../src/speech/whisper/reading.js'
import { marks } from '../../../src/speech/whisper/vocabulary.js'

const VOCABULARY = 51_865
/** From this number on a token goes on with the word before. */
export const WITHIN_WORD = 100

interface MadeUp {
  /** The tokens that it finds most likely, one after the other; the end of the text behind them. */
  tokens: number[]
  /** The frame at which it looks for each; one further each time when left out. */
  frames?: number[]
  /** What it would rather write, at every step, if it may. */
  tempting?: number[]
  noSpeech?: number
}

/** Each token has a score of 2 where all others have 0, but for what is tempting, which has 3. */
export function madeUpReader({
  tokens,
  frames = [],
  tempting = [],
  noSpeech = 0,
}: MadeUp): Reader & { steps: number[] } {
  const steps: number[] = []
  return {
    steps,
    vocabulary: {
      neverWritten: [7],
      neverFirst: [8, marks.endOfText],
      opensWord: (id) => id < WITHIN_WORD,
      textOfTokens: (ids) => ids.map((id) => (id < WITHIN_WORD ? ` w${id}` : `-${id}`)).join(''),
    },
    start: async () => {},
    step: async (token) => {
      const at = steps.push(token) - 4
      const scores = new Float32Array(VOCABULARY).fill(Number.NEGATIVE_INFINITY)
      scores[9] = 0
      for (const id of tempting) scores[id] = 3
      scores[tokens[at] ?? marks.endOfText] = 2
      if (token === marks.startOfTranscript) {
        scores.fill(Number.NEGATIVE_INFINITY)
        scores[marks.noSpeech] = Math.log(noSpeech)
        scores[marks.english] = Math.log(1 - noSpeech)
      }
      const attention = new Float32Array(500)
      attention[Math.max(0, frames[at] ?? at)] = 1
      return { scores, attention }
    },
  }
}
