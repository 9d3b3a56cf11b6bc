import { expect, test } from 'vitest'
import { fewestFound, probability } from './limits.js'

test('the chance of a count is the binomial one', () => {
  // 3 heads in 5 throws: 10 / 32; 2 sixes in 4 throws: 6 * 25 / 1296.
  expect(probability(3, 5, 0.5)).toBeCloseTo(10 / 32, 12)
  expect(probability(2, 4, 1 / 6)).toBeCloseTo(150 / 1296, 12)
  let sum = 0
  for (let found = 0; found <= 24; found++) sum += probability(found, 24, 0.98)
  expect(sum).toBeCloseTo(1, 12)
})

test.each([
  // The chances are those of Python's math.comb. At (24 + 1/2) / 25 = 0.98 four or more are missed 0.14 % of the time, three or more 1.2 %.
  [24, 24, 21],
  [20, 24, 15],
  [12, 12, 10],
  [8, 8, 6],
])('%i of %i today allow no fewer than %i', (today, count, fewest) => {
  expect(fewestFound(today, count)).toBe(fewest)
  const passes = (rate: number) => {
    let below = 0
    for (let found = 0; found < fewest; found++) below += probability(found, count, rate)
    return 1 - below
  }
  expect(passes((today + 0.5) / (count + 1))).toBeGreaterThan(0.99)
})

test('a detector that loses a third of 24 passes less than one time in forty', () => {
  let passes = 0
  for (let found = fewestFound(24, 24); found <= 24; found++) passes += probability(found, 24, 2 / 3)
  expect(passes).toBeLessThan(1 / 40)
})
