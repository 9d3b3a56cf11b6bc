import { expect, test } from 'vitest'
import type { Memory } from '../../src/speech/moonshine/recogniser.js'
import { type Follower, textScores } from '../../src/speech/moonshine/text-score.js'

const VOCABULARY = 6
/** The probability of a token after another, the same whatever came before: 3 likes 4, everything else is even. */
const probability = (before: number, token: number) =>
  before === 3 ? (token === 4 ? 0.5 : 0.1) : 1 / VOCABULARY

/** A decoder that knows such probabilities, and keeps what it was fed. */
function madeUp(): { model: Follower; fed: number[][] } {
  const fed: number[][] = []
  const model: Follower = {
    async follow(_, lines) {
      fed.push(...lines)
      return lines.map((line) =>
        line.map((before) =>
          Float32Array.from({ length: VOCABULARY }, (_, token) => Math.log(probability(before, token)) + 7),
        ),
      )
    },
  }
  return { model, fed }
}

const memory: Memory = { frames: 1, cross: {} }

test('the log-probability of each text, its end (token 2) included', async () => {
  const { model, fed } = madeUp()
  const [one, other, short] = await textScores(model, memory, [[3, 4], [3, 5, 5], [3]])
  const even = Math.log(1 / VOCABULARY)
  expect(one).toBeCloseTo(even + Math.log(0.5) + even, 4)
  expect(other).toBeCloseTo(even + Math.log(0.1) + even + even, 4)
  expect(short).toBeCloseTo(even + Math.log(0.1), 4)
  // Every line begins with the begin of the text (token 1) and is as long as the longest.
  expect(fed).toEqual([
    [1, 3, 4, 2],
    [1, 3, 5, 5],
    [1, 3, 2, 2],
  ])
})

test('one text alone', async () => {
  const [score] = await textScores(madeUp().model, memory, [[3, 4]])
  expect(score).toBeCloseTo(2 * Math.log(1 / VOCABULARY) + Math.log(0.5), 4)
})
