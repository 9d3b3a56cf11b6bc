import { expect, test } from 'vitest'
import { TimeLeft } from '../../src/server/audit/time-left.js'

const done = (index: number) => ({ index, step: 'heard' as const })
const begun = (index: number) => ({ index, step: 'decode' as const })

test('nothing is told before a file was listened to', () => {
  const left = new TimeLeft([100, 100], 0)
  left.add(begun(0))
  left.add({ index: 1, step: 'remembered' })
  expect(left.seconds(5_000)).toBeUndefined()
})

test('what is left takes as long by the byte as what is done', () => {
  const left = new TimeLeft([100, 300, 200], 1_000)
  left.add(begun(0))
  left.add(done(0))
  // 100 bytes in 2 seconds: 500 more take 10.
  expect(left.seconds(3_000)).toBe(10)
  left.add(begun(1))
  left.add(done(1))
  // 400 in 8 seconds: 200 more take 4.
  expect(left.seconds(9_000)).toBe(4)
  left.add(done(2))
  expect(left.seconds(13_000)).toBe(0)
})

test('what is cached takes no time, and what is begun is half done', () => {
  const left = new TimeLeft([1000, 100, 100, 100], 0)
  left.add({ index: 0, step: 'remembered' })
  for (const index of [1, 2]) left.add(begun(index))
  left.add(done(1))
  // 150 of 300 bytes in 3 seconds.
  expect(left.seconds(3_000)).toBe(3)
})
