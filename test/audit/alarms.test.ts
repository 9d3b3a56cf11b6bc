// What is wrong with a batch as a whole stands before all else that is said of it.
import { describe, expect, test } from 'vitest'
import { alarmsOf, type Judged, summaryOf, tracksToRegenerate } from '../../src/audit/report.js'
import { defaultOptions } from '../../src/checks/check.js'
import { judgeComparison } from '../../src/checks/comparison/judge.js'
import { judgeQuality } from '../../src/checks/quality/judge.js'
import type { QualityFindings } from '../../src/checks/quality/listen.js'
import { type MadeUpFile, madeUpBatch, madeUpJudge, voices } from '../checks/comparison/made-up.js'
import { cleanFindings } from '../checks/quality/clean-findings.js'

const namesOf = (count: number) => Array.from({ length: count }, (_, at) => `${at}.wav`)

function told(count: number, judged: Judged[], contents: string[] = []) {
  const files = namesOf(count)
  const alarms = alarmsOf(files, judged, contents)
  return { alarms, summary: summaryOf(count, tracksToRegenerate(files, judged), judged, alarms) }
}

const voicesOf = (files: MadeUpFile[]): Judged => ({
  name: 'comparison',
  ...judgeComparison(madeUpBatch(files), defaultOptions, madeUpJudge),
})

const soundOf = (...findings: Partial<QualityFindings>[]): Judged => ({
  name: 'quality',
  ...judgeQuality(
    findings.map((each, at) => ({ file: `${at}.wav`, findings: { ...cleanFindings, ...each } })),
    defaultOptions,
  ),
})

test('a batch of several voices says so first, though no file is flagged', () => {
  const { alarms, summary } = told(6, [voicesOf(voices(0, 1, 2, 0, 1, 2))])
  expect(alarms.map(({ kind }) => kind)).toEqual(['severalVoices'])
  expect(summary).toBe(
    'No voice has a majority: the files fall into 3 voices of 2, 2 and 2 files; none of the 6 files stands out by itself.',
  )
})

describe('a batch in which nobody speaks', () => {
  const silent = { presence: 'silence' as const, speechSec: 0 }

  test('in half of the files is an alarm, in fewer not', () => {
    expect(told(4, [soundOf({}, silent, {}, silent)])).toEqual({
      alarms: [
        {
          kind: 'nobodySpeaks',
          message: 'Nobody speaks in 2 of 4 files (nothing is said).',
          files: ['1.wav', '3.wav'],
        },
      ],
      summary:
        'Nobody speaks in 2 of 4 files (nothing is said); 2 of 4 files should be regenerated: 1.wav (nothing is said) and 3.wav (nothing is said).',
    })
    expect(told(4, [soundOf({}, {}, {}, silent)]).alarms).toEqual([])
  })

  test('at all says nothing else', () => {
    expect(told(2, [soundOf(silent, silent)]).summary).toBe(
      'Nobody speaks in any of the 2 files (nothing is said): regenerate them all.',
    )
  })
})

test('a fault that most files share is told once, with what to do', () => {
  const pause = { type: 'silence' as const, startSec: 2, endSec: 6, severity: 0.5, audibility: 0.5 }
  const { alarms, summary } = told(5, [soundOf(...Array(4).fill({ faults: [pause] }), {})])
  expect(alarms).toEqual([
    {
      kind: 'sharedFault',
      message: '4 of 5 files have long pauses.',
      advice: expect.stringMatching(/^Shorten pauses/),
      files: ['0.wav', '1.wav', '2.wav', '3.wav'],
    },
  ])
  expect(summary).toBe('4 of 5 files have long pauses; none of the 5 files stands out by itself.')
})

test('tight edges, which nobody minds, are no alarm', () => {
  const cut = { type: 'truncation' as const, startSec: 0, endSec: 0.01, severity: 0.5, audibility: 0.5 }
  expect(told(4, [soundOf(...Array(4).fill({ faults: [cut] }))]).alarms).toEqual([])
})

test('one file under several names is told by its content', () => {
  const { alarms, summary } = told(5, [soundOf({}, {}, {}, {}, {})], ['one', 'two', 'one', 'three', 'two'])
  expect(alarms).toEqual([
    {
      kind: 'identicalFiles',
      message: 'The same file is there twice: 0.wav and 2.wav.',
      files: ['0.wav', '2.wav'],
    },
    {
      kind: 'identicalFiles',
      message: 'The same file is there twice: 1.wav and 4.wav.',
      files: ['1.wav', '4.wav'],
    },
  ])
  expect(summary).toMatch(/^The same file is there twice: 0\.wav and 2\.wav; the same file/)
})
