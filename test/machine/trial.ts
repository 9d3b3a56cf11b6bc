// Run by needing.test.ts in a process of its own, where Redis is not on the path.
import { test } from 'vitest'
import { describeWith, testWith } from './needing.js'

describeWith(['Redis'], 'a suite on Redis', () => {
  test('never runs here', () => {})
})
testWith(['Redis'], 'a test on Redis', async () => {})
test('a test that needs nothing', () => {})
