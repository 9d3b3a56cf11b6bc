import { expect, test } from 'vitest'
import { phoneDistance } from '../../src/text/phone-distance.js'

const distance = (one: string, other: string) =>
  phoneDistance(one.split(' ').filter(Boolean), other.split(' ').filter(Boolean))

test('the same phones are at 0, nothing at all is at 1', () => {
  expect(distance('K AE T', 'K AE T')).toBe(0)
  expect(distance('', '')).toBe(0)
  expect(distance('K AE T', '')).toBe(1)
})

test('it does not matter which comes first', () => {
  expect(distance('S AH N D EY', 'M AH N D EY')).toBeCloseTo(distance('M AH N D EY', 'S AH N D EY'), 12)
})

test('sounds made alike are nearer than sounds made differently', () => {
  // pin and bin differ in voice, pin and sin in place and manner, pin and ape in all.
  expect(distance('P IH N', 'B IH N')).toBeLessThan(distance('P IH N', 'S IH N'))
  expect(distance('P IH N', 'S IH N')).toBeLessThan(distance('P IH N', 'EY P'))
  // Vowels that are neighbours on the chart, and ones that are not.
  expect(distance('B IH T', 'B IY T')).toBeLessThan(distance('B IY T', 'B AA T'))
})

test('one plosive made with the voice for one without: 0.2 of 0.7 + 0.4 + 0.7', () => {
  expect(distance('P IH N', 'B IH N')).toBeCloseTo(0.2 / 1.8, 12)
})

test('words with nothing in common lie above one half', () => {
  expect(distance('EH L AH F AH N T', 'G R IY N')).toBeGreaterThan(0.5)
  expect(distance('K IH CH AH N', 'B L AE NG K IH T')).toBeGreaterThan(0.5)
})
