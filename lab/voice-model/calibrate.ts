// From log-likelihood ratios, which are too sure of themselves, to odds that hold.
import type { Calibration } from '../../src/checks/comparison/voice-model.js'
import { addOuter, cholesky, inverseOfLower, product, square, transposed } from './linear-algebra.js'

export interface ScoredPair {
  ratio: number
  /** Sum of 1 / seconds of speech of both prints. */
  shortness: number
  isSame: boolean
  /** How much the pair counts. */
  weight: number
}

const MOST_STEPS = 100
const GOOD_ENOUGH = 1e-9
/** Holds the numbers in bounds where the pairs can be told apart without a single error. */
const RIDGE = 1e-3
const TERMS = 4

/** Logistic regression by Newton's method, each step halved until it is one for the better. */
export function calibrate(pairs: ScoredPair[]): Calibration {
  let at = new Float64Array(TERMS)
  let loss = lossAt(at, pairs)
  for (let step = 0; step < MOST_STEPS; step++) {
    const full = newtonStep(at, pairs)
    let next = at
    let nextLoss = Infinity
    for (let share = 1; share > GOOD_ENOUGH; share /= 2) {
      next = at.map((value, term) => value + share * full[term])
      nextLoss = lossAt(next, pairs)
      if (nextLoss <= loss) break
    }
    if (!(nextLoss < loss - GOOD_ENOUGH)) break
    at = next
    loss = nextLoss
  }
  const [offset, scale, shortOffset, shortScale] = at
  return { offset, scale, shortOffset, shortScale }
}

function termsOf({ ratio, shortness }: ScoredPair): number[] {
  return [1, ratio, shortness, shortness * ratio]
}

function lossAt(at: Float64Array, pairs: ScoredPair[]): number {
  let loss = (RIDGE * at.reduce((sum, value) => sum + value * value, 0)) / 2
  for (const pair of pairs) {
    const wrongness = (pair.isSame ? -1 : 1) * logOddsAt(at, termsOf(pair))
    // log(1 + e^x) without overflow
    loss += pair.weight * (Math.max(0, wrongness) + Math.log1p(Math.exp(-Math.abs(wrongness))))
  }
  return loss
}

function newtonStep(at: Float64Array, pairs: ScoredPair[]): Float64Array {
  const slope = at.map((value) => -RIDGE * value)
  const curve = square(TERMS)
  for (let term = 0; term < TERMS; term++) curve.data[term * TERMS + term] = RIDGE
  for (const pair of pairs) {
    const terms = termsOf(pair)
    const probability = 1 / (1 + Math.exp(-logOddsAt(at, terms)))
    const error = pair.weight * ((pair.isSame ? 1 : 0) - probability)
    for (let term = 0; term < TERMS; term++) slope[term] += error * terms[term]
    addOuter(curve, terms, pair.weight * probability * (1 - probability))
  }
  const half = inverseOfLower(cholesky(curve))
  const inverse = product(transposed(half), half)
  return at.map((_, row) => slope.reduce((sum, value, k) => sum + inverse.data[row * TERMS + k] * value, 0))
}

function logOddsAt([offset, scale, shortOffset, shortScale]: Float64Array, terms: number[]): number {
  return offset + scale * terms[1] + shortOffset * terms[2] + shortScale * terms[3]
}
