import { expect, test } from 'vitest'
import { verdictOf } from '../../src/report/verdict.js'

test.each([
  [10, 7, 0, '7 of 10 files should be regenerated'],
  [10, 1, 0, '1 of 10 files should be regenerated'],
  [10, 0, 0, 'No reason was found to regenerate any of the 10 files'],
  [10, 0, 1, 'None of the 10 files stands out by itself'],
  [10, 2, 1, '2 of 10 files should be regenerated'],
  [1, 1, 0, 'The file should be regenerated'],
  [1, 0, 0, 'No reason was found to regenerate the file'],
])('of %i files %i to regenerate, %i alarms: %s', (fileCount, regenCount, alarmCount, verdict) => {
  expect(verdictOf({ fileCount, regenCount, alarmCount })).toBe(verdict)
})
