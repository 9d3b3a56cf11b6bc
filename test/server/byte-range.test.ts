import { expect, test } from 'vitest'
import { askedRange } from '../../src/server/byte-range.js'

// RFC 9110, 14.1.2, with its own examples on 10,000 bytes.
test.each([
  ['bytes=0-499', { from: 0, to: 499 }],
  ['bytes=500-999', { from: 500, to: 999 }],
  ['bytes=-500', { from: 9500, to: 9999 }],
  ['bytes=9500-', { from: 9500, to: 9999 }],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=-99999', { from: 0, to: 9999 }],
  ['bytes=9999-20000', { from: 9999, to: 9999 }],
  ['bytes=10000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=7-3', 'whole'],
  ['bytes=0-1,3-4', 'whole'],
  ['bytes=a-b', 'whole'],
  ['chapters=1-2', 'whole'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  [undefined, 'whole'],
])('%s of 10,000 bytes', (header, expected) => {
  expect(askedRange(header, 10_000)).toEqual(expected)
})

test('an empty file has no part', () => {
  expect(askedRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(askedRange('bytes=-5', 0)).toBe('unsatisfiable')
})
