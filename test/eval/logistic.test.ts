import { expect, test } from 'vitest'
import { type Example, fitted, likelihood } from '../../scripts/confidence/logistic.js'

const example = (features: number[], isReal: boolean, weight = 1): Example => ({ features, isReal, weight })

test('with nothing but the constant it is the share of what is real, by weight', () => {
  const weights = fitted([example([1], true, 3), example([1], false, 1)])
  expect(likelihood(weights, [1])).toBeCloseTo(0.75, 6)
})

test('two groups have the shares of each', () => {
  const group = (x: number, real: number, mistaken: number) => [
    ...Array.from({ length: real }, () => example([1, x], true)),
    ...Array.from({ length: mistaken }, () => example([1, x], false)),
  ]
  const weights = fitted([...group(0, 100, 300), ...group(1, 300, 100)])
  // The ridge holds the slope back a little.
  expect(likelihood(weights, [1, 0])).toBeCloseTo(0.25, 1)
  expect(likelihood(weights, [1, 1])).toBeCloseTo(0.75, 1)
})

test('what parts the two without a mistake is still told with bounds', () => {
  const weights = fitted([1, 2, 3, 11, 12, 13].map((x) => example([1, x], x > 10)))
  expect(weights.every(Number.isFinite)).toBe(true)
  expect(likelihood(weights, [1, 2])).toBeLessThan(0.1)
  expect(likelihood(weights, [1, 12])).toBeGreaterThan(0.9)
})
