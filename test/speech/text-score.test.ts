import { expect, test } from 'vitest'
import type { DecoderState, Memory } from '../../src/speech/moonshine/recogniser.js'
import type { Stepper } from '../../src/speech/moonshine/search.js'
import { textScores } from '../../src/speech/moonshine/text-score.js'

const VOCABULARY = 6
/** The probability of a token after another, the same whatever came before: 3 likes 4, everything else is even. */
const probability = (before: number, token: number) =>
  before === 3 ? (token === 4 ? 0.5 : 0.1) : 1 / VOCABULARY

/** A decoder that knows such probabilities, and counts the rows that it is asked for. */
function madeUp(): { model: Stepper; rows: number[] } {
  const rows: number[] = []
  const model: Stepper = {
    start: (memory) => ({ memory, rows: 1, past: {} }),
    async step(state, tokens) {
      expect(tokens).toHaveLength(state.rows)
      rows.push(tokens.length)
      const logits = tokens.map((before) =>
        Float32Array.from({ length: VOCABULARY }, (_, token) => Math.log(probability(before, token)) + 7),
      )
      return { logits, attention: [] }
    },
    reorder(state: DecoderState, kept) {
      state.rows = kept.length
    },
  }
  return { model, rows }
}

const memory: Memory = { frames: 1, cross: {} }

test('the log-probability of each text, its end (token 2) included', async () => {
  const { model, rows } = madeUp()
  const [one, other, short] = await textScores(model, memory, [[3, 4], [3, 5, 5], [3]])
  const even = Math.log(1 / VOCABULARY)
  expect(one).toBeCloseTo(even + Math.log(0.5) + even, 4)
  expect(other).toBeCloseTo(even + Math.log(0.1) + even + even, 4)
  expect(short).toBeCloseTo(even + Math.log(0.1), 4)
  // The first token and what follows it are asked for once: all texts begin alike.
  expect(rows).toEqual([1, 1, 3, 3])
})

test('one text alone', async () => {
  const [score] = await textScores(madeUp().model, memory, [[3, 4]])
  expect(score).toBeCloseTo(2 * Math.log(1 / VOCABULARY) + Math.log(0.5), 4)
})
