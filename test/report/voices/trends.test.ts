import { expect, test } from 'vitest'
import {
  batchTrends,
  fileTrends,
  type Trend,
  trendLabel,
  trendText,
} from '../../../src/report/voices/trends.js'

const trend = (kind: Trend['kind'], from: number, to: number, startSec = 0): Trend => ({
  kind,
  from,
  to,
  startSec,
  endSec: 190,
  message: `the ${kind} changes`,
})

test('a label has the size with its sign and its unit', () => {
  const labels = [
    trend('voice', 0.98, 0.712),
    trend('level', -20, -26.04),
    trend('pitch', -1, 2.5),
    trend('pace', 160, 136),
  ].map(trendLabel)
  expect(labels).toEqual(['voice 0.98 → 0.71', '−6.0 dB', '+3.5 semitones', 'pace −15 %'])
})

test('what a drifting voice comes to is told beside the words of the check', () => {
  expect(trendText(trend('voice', 0.98, 0.71))).toBe('the voice changes (similarity 0.98 to 0.71)')
  expect(trendText(trend('level', -20, -26))).toBe('the level changes')
})

test('those of both checks stand together, in order of time', () => {
  const [early, late] = [trend('pace', 160, 190, 4), trend('voice', 1, 0.6, 40)]
  const along = { ...trend('level', -20, -24), firstFile: 'a.mp3', lastFile: 'b.mp3' }
  const audit = {
    checks: {
      comparison: { batchTrends: [along], tracks: [{ file: 'a.mp3' }, { file: 'b.mp3', trends: [late] }] },
      pace: { tracks: [{ file: 'a.mp3' }, { file: 'b.mp3', trends: [early] }] },
    },
  }
  expect(fileTrends(audit, 0)).toEqual([])
  expect(fileTrends(audit, 1)).toEqual([early, late])
  expect(batchTrends(audit)).toEqual([along])
  expect(batchTrends({ checks: {} })).toEqual([])
})
