// From log-likelihood ratios, which are too sure of themselves, to odds that hold.
import type { Calibration } from '../../src/checks/comparison/voice-model.js'

export interface ScoredPair {
  ratio: number
  isSame: boolean
  /** How much the pair counts. */
  weight: number
}

const MOST_STEPS = 50
const GOOD_ENOUGH = 1e-10

/** Holds the scale in bounds where the pairs can be told apart without a single error. */
const RIDGE = 1e-3

/** Logistic regression by Newton's method. */
export function calibrate(pairs: ScoredPair[]): Calibration {
  let scale = 0.1
  let offset = 0
  for (let step = 0; step < MOST_STEPS; step++) {
    let gradientScale = -RIDGE * scale
    let gradientOffset = -RIDGE * offset
    let curveScale = RIDGE
    let curveBoth = 0
    let curveOffset = RIDGE
    for (const { ratio, isSame, weight } of pairs) {
      const probability = 1 / (1 + Math.exp(-(scale * ratio + offset)))
      const error = weight * ((isSame ? 1 : 0) - probability)
      const curve = weight * probability * (1 - probability)
      gradientScale += error * ratio
      gradientOffset += error
      curveScale += curve * ratio * ratio
      curveBoth += curve * ratio
      curveOffset += curve
    }
    const determinant = curveScale * curveOffset - curveBoth * curveBoth
    const stepScale = (curveOffset * gradientScale - curveBoth * gradientOffset) / determinant
    const stepOffset = (curveScale * gradientOffset - curveBoth * gradientScale) / determinant
    scale += stepScale
    offset += stepOffset
    if (Math.abs(stepScale) + Math.abs(stepOffset) < GOOD_ENOUGH) break
  }
  return { scale, offset }
}
