import { expect, it } from 'vitest'
import { type UntouchedResult, untouchedRows } from '../../eval/sections/quality-untouched.js'
import type { Issue } from '../../src/checks/quality/issue.js'

function issue(type: Issue['type'], timeSec: number, audibility = 0.5): Issue {
  const audibilityLabel = audibility >= 0.3 ? 'noticeable' : 'subtle'
  const endSec = timeSec + 0.01
  return {
    timeSec,
    endSec,
    durationMs: 10,
    type,
    severity: audibility,
    audibility,
    audibilityLabel,
    confidence: 0.9,
    trait: null,
  }
}

function result(clip: string, flagged: boolean, ...issues: Issue[]): UntouchedResult {
  return {
    clip,
    group: 'human',
    durationSec: 900,
    issues,
    flagged,
    deviation: flagged ? 0.3 : 0,
    reasons: [],
  }
}

it('tells faults that a recording is known to have from false alarms', () => {
  const [row] = untouchedRows([
    result('audio/yourtts-gt/0035.flac', true, issue('truncation', 0.01)),
    // Known for its cut, not for a click nor for a cut at its end.
    result('audio/yourtts-gt/0042.flac', true, issue('truncation', 0), issue('click', 0)),
    result('audio/yourtts-gt/0043.flac', true, issue('truncation', 6)),
    result('audio/yourtts-gt/0001.flac', false, issue('hum', 0, 0.1)),
  ])
  expect(row).toMatchObject({ files: 4, hours: 1, flagged: 3 / 4, flaggedFalsely: 2 / 4 })
  expect(row).toMatchObject({ noticedPerHour: 4, falsePerHour: 2, anyPerHour: 5 })
})

it('takes a file that is flagged for its noise alone for a false alarm', () => {
  expect(untouchedRows([result('audio/yourtts-gt/0001.flac', true)])[0].flaggedFalsely).toBe(1)
})
