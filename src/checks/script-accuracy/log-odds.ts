// Evidence added up as natural logarithms of odds, and turned into a belief.

/** From log-odds to a belief, 0 to 1. */
export function sigmoid(odds: number): number {
  return 1 / (1 + Math.exp(-odds))
}

export type Range = readonly [least: number, most: number]

/** Evidence beyond what a fit has seen counts like the outermost that it has. */
export function within(value: number, [least, most]: Range): number {
  return Math.min(most, Math.max(least, value))
}

/** A recogniser that is quite sure, or not at all, is not as sure as it says. */
const CONFIDENCE: Range = [0.02, 0.999]

/** The odds that the recogniser gave its words. */
export function oddsOfConfidence(confidence: number): number {
  const sure = within(confidence, CONFIDENCE)
  return Math.log(sure / (1 - sure))
}
