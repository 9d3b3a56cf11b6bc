import { expect, test } from 'vitest'
import { besideLimit, inPercent, percentBeside } from '../../src/report/beside-limit.js'

test('a number has as many decimals as it takes to tell it from its limit', () => {
  expect(percentBeside(0.16, 0.15)).toBe('16')
  expect(percentBeside(-0.1544, 0.15)).toBe('15.4')
  expect(percentBeside(0.1504, 0.15)).toBe('15.04')
  // On the limit, and so not beyond it.
  expect(percentBeside(0.15, 0.15)).toBe('15')
  expect(percentBeside(0.1504, null)).toBe('15')
  expect(besideLimit(3.52, 3.5, 1)).toBe('3.52')
  expect(besideLimit(8.27, 3.5, 1)).toBe('8.3')
})

test('a share in percent has no remainder of binary fractions', () => {
  expect(inPercent(0.07)).toBe(7)
  expect(inPercent(0.15)).toBe(15)
})
