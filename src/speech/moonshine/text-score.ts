// How well given texts fit a sound: the decoder is led along each text instead of choosing one.
import type { Memory, Moonshine } from './recogniser.js'
import { BEGIN_OF_TEXT, END_OF_TEXT } from './search.js'

/** The part of a recogniser that scoring needs. */
export type Follower = Pick<Moonshine, 'follow'>

/**
 * Log-probability of each text (as tokens) with its end, in nats. All tokens are known beforehand, so that all are read in one
 * pass: a third of the time of one after the other.
 */
export async function textScores(model: Follower, memory: Memory, texts: number[][]): Promise<number[]> {
  const longest = Math.max(...texts.map((tokens) => tokens.length))
  const fed = texts.map((tokens) => [
    BEGIN_OF_TEXT,
    ...tokens,
    ...Array<number>(longest - tokens.length).fill(END_OF_TEXT),
  ])
  const logits = await model.follow(memory, fed)
  return texts.map((tokens, line) =>
    [...tokens, END_OF_TEXT].reduce((sum, token, at) => {
      const row = logits[line][at]
      return sum + row[token] - logTotal(row)
    }, 0),
  )
}

/** What lies so far below the most likely token adds less than a ten-thousandth, all 32,768 together, and needs no exponential. */
const NEGLIGIBLE_NATS = 20

function logTotal(logits: Float32Array): number {
  let highest = Number.NEGATIVE_INFINITY
  for (let index = 0; index < logits.length; index++) if (logits[index] > highest) highest = logits[index]
  let total = 0
  for (let index = 0; index < logits.length; index++) {
    const below = highest - logits[index]
    if (below < NEGLIGIBLE_NATS) total += Math.exp(-below)
  }
  return highest + Math.log(total)
}
