import { describe, expect, it } from 'vitest'
import { defaultOptions, type QualityCheckName } from '../../../src/checks/check.js'
import { detectorOf, type Fault, type IssueType, issueTypes } from '../../../src/checks/quality/issue.js'
import { judgeQuality } from '../../../src/checks/quality/judge.js'
import type { QualityFindings } from '../../../src/checks/quality/listen.js'
import { cleanFindings as clean } from './clean-findings.js'

function withSnr(snrDb: number | null): QualityFindings['measures'] {
  return { ...clean.measures, snr: { snrDb, modulatedSnrDb: null } }
}

function fault(type: IssueType, startSec: number, endSec: number, audibility = 0.9): Fault {
  return { type, startSec, endSec, severity: 0.8, audibility }
}

function judged(findings: Partial<QualityFindings>[], threshold = 0.15, off: QualityCheckName[] = []) {
  const qualityChecks = { ...defaultOptions.qualityChecks }
  for (const name of off) qualityChecks[name] = false
  return judgeQuality(
    findings.map((each, index) => ({ file: `${index}.wav`, findings: { ...clean, ...each } })),
    { deviationThreshold: threshold, qualityChecks },
  )
}

const faulty = (...faults: Fault[]) => judged([{ faults }])

describe('a clean file', () => {
  it('has no issue, no flag and nearly the full score', () => {
    const { report, reasons } = judged([{}])
    expect(report.tracks[0]).toMatchObject({
      file: '0.wav',
      flagged: false,
      snrDb: 45,
      issueCount: 0,
      issues: [],
      issueSummary: {
        total: 0,
        severe: 0,
        noticeable: 0,
        garbleCount: 0,
        staticCount: 0,
        silenceCount: 0,
        worstLabel: 'none',
      },
      clipping: { clipCount: 0, clipPercentage: 0 },
      bandwidth: { cutoffHz: null, spectralCentroidHz: 1_200, bandwidthRatio: 1 },
    })
    expect(report.tracks[0].score).toBeGreaterThan(90)
    expect(reasons).toEqual([[]])
    expect(report.summary).toBe('No fault was found in the file.')
  })

  it('without speech has a number for its signal to noise', () => {
    expect(judged([{ measures: withSnr(null), speechSec: 0 }]).report.tracks[0].snrDb).toBe(0)
  })
})

describe('a faulty file', () => {
  it('lists its issues by time, each as the contract has it', () => {
    const { issues, issueCount } = faulty(
      fault('static', 7.25, 9.125, 0.7),
      fault('click', 3.1234567, 3.125, 0.31),
      fault('hum', 4, 5, 0.1),
    ).report.tracks[0]
    expect(issueCount).toBe(3)
    expect(issues).toEqual([
      {
        timeSec: 3.123,
        endSec: 3.125,
        durationMs: 2,
        type: 'click',
        severity: 0.8,
        audibility: 0.31,
        audibilityLabel: 'noticeable',
        confidence: expect.any(Number),
        trait: null,
      },
      expect.objectContaining({ type: 'hum', audibilityLabel: 'subtle' }),
      {
        timeSec: 7.25,
        endSec: 9.125,
        durationMs: 1875,
        type: 'static',
        severity: 0.8,
        audibility: 0.7,
        audibilityLabel: 'severe',
        confidence: expect.any(Number),
        trait: null,
      },
    ])
  })

  it('that may well be none is subtle and flags nothing, however loud it would be', () => {
    const [unsure, sure] = [-2, 12].map((odds) => ({ ...fault('static', 3, 3.4, 0.9), odds }))
    const [doubtful, certain] = judged([{ faults: [unsure] }, { faults: [sure] }]).report.tracks
    expect(doubtful).toMatchObject({ flagged: false, confidence: null })
    expect(doubtful.issues[0]).toMatchObject({ audibilityLabel: 'subtle' })
    expect(doubtful.issues[0].confidence).toBeLessThan(0.5)
    expect(certain).toMatchObject({ flagged: true, confidence: certain.issues[0].confidence })
    expect(certain.issues[0].confidence).toBeGreaterThan(0.9)
  })

  it('sums them up', () => {
    const { issueSummary } = faulty(
      fault('static', 1, 2, 0.5),
      fault('static', 3, 4, 0.1),
      fault('silence', 5, 7, 0.8),
      fault('garble', 8, 9.5, 0.9),
    ).report.tracks[0]
    expect(issueSummary).toEqual({
      total: 4,
      severe: 2,
      noticeable: 1,
      garbleCount: 1,
      staticCount: 2,
      silenceCount: 1,
      worstLabel: 'severe',
    })
  })

  it('counts one cause once', () => {
    const { issues } = faulty(fault('dropout', 2, 2.05), fault('click', 2.05, 2.051)).report.tracks[0]
    expect(issues.map(({ type }) => type)).toEqual(['dropout'])
  })

  it('is flagged for one fault that nobody can miss, and scores lower for more', () => {
    const [one, three] = judged([
      { faults: [fault('click', 3, 3.001, 1)] },
      { faults: [1, 3, 5].map((at) => fault('click', at, at + 0.001, 1)) },
    ]).report.tracks
    expect(one.flagged).toBe(true)
    expect(three.score).toBeLessThan(one.score)
  })

  it('is flagged at a small threshold whenever it is at a larger one', () => {
    const thresholds = [0, 0.05, 0.15, 0.3, 0.6, 1]
    for (const audibility of [0, 0.2, 0.4, 0.7, 1]) {
      const flags = thresholds.map(
        (threshold) =>
          judged([{ faults: [fault('static', 1, 2, audibility)] }], threshold).report.tracks[0].flagged,
      )
      expect(flags).toEqual(flags.toSorted((one, other) => Number(other) - Number(one)))
    }
  })
})

describe('a sub-check that is off', () => {
  it.each(issueTypes)('leaves %s out of list, counts, score and flag', (type) => {
    const { report, reasons } = judged([{ faults: [fault(type, 2, 3.5, 1)] }], 0.15, [detectorOf[type]])
    expect(report).toEqual(judged([{}], 0.15, [detectorOf[type]]).report)
    expect(reasons).toEqual([[]])
    // And left on, it counts.
    expect(faulty(fault(type, 2, 3.5, 1)).report.tracks[0]).toMatchObject({ flagged: true, issueCount: 1 })
  })

  it('takes the clicks at the edges of what it finds with it', () => {
    const edges = [fault('dropout', 2, 2.05), fault('click', 2.05, 2.051, 1)]
    expect(judged([{ faults: edges }], 0.15, ['dropouts']).report.tracks[0].issues).toEqual([])
  })

  it('leaves the figures in the report and out of the score', () => {
    const poor: QualityFindings['measures'] = {
      snr: { snrDb: 3, modulatedSnrDb: null },
      clipping: { clipCount: 900, clipPercentage: 2.5 },
      bandwidth: { cutoffHz: 3_400, spectralCentroidHz: 900, bandwidthRatio: 0.28 },
    }
    const [track] = judged([{ measures: poor }], 0.15, ['snr', 'clipping', 'bandwidth']).report.tracks
    expect(track).toMatchObject({ snrDb: 3, clipping: poor.clipping, bandwidth: poor.bandwidth })
    expect(track.score).toBe(judged([{}]).report.tracks[0].score)
  })
})

describe('what a person is told', () => {
  const messages = (...faults: Fault[]) => faulty(...faults).reasons[0].map(({ message }) => message)

  it.each<[string, Fault[]]>([
    ['static at 0:07-0:09', [fault('static', 7.2, 9.4)]],
    ['static at 0:07', [fault('static', 7.2, 7.4)]],
    ['click at 0:03', [fault('click', 3.9, 3.901)]],
    ['garbled speech at 0:02-0:04', [fault('garble', 2, 4)]],
    ['dropout at 0:05', [fault('dropout', 5, 5.04)]],
    ['a pause of 3.1 s at 0:04', [fault('silence', 4, 7.1)]],
    ['a hole of 120 ms at 0:04', [fault('silence', 4, 4.12)]],
    ['hum throughout', [fault('hum', 0, 10)]],
    ['hum at 0:00-0:04', [fault('hum', 0, 4)]],
    ['the file stops inside a word', [fault('truncation', 9.99, 10)]],
    ['the file begins inside a word', [fault('truncation', 0, 0.01)]],
    ['3 clicks, the first at 0:03', [3, 5, 7].map((at) => fault('click', at, at + 0.001))],
  ])('"%s"', (message, faults) => {
    expect(messages(...faults)).toEqual([message])
  })

  it('the worst first, and what is hardly audible not at all', () => {
    expect(messages(fault('click', 1, 1, 0.7), fault('static', 3, 4, 0.9), fault('hum', 5, 7, 0.1))).toEqual([
      'static at 0:03-0:04',
      'click at 0:01',
    ])
  })

  it('a minute into a file, the minute', () => {
    expect(messages(fault('click', 67.3, 67.301))).toEqual(['click at 1:07'])
  })

  it('of a batch, how many files have which faults', () => {
    const { summary } = judged([
      {},
      { faults: [fault('static', 1, 2)] },
      { faults: [fault('static', 1, 2), fault('click', 5, 5)] },
    ]).report
    expect(summary).toBe('2 of 3 files have audible faults: static in 2, click in 1.')
    expect(judged([{}, {}]).report.summary).toBe('No fault was found in the 2 files.')
    expect(judged([{}, { faults: [fault('hum', 1, 3, 0.05)] }]).report.summary).toBe(
      '1 of 2 files has slight faults, none that asks for a new one.',
    )
  })
})

it('the score of the check is the square of the share of files in order', () => {
  const faults = [fault('static', 1, 2)]
  expect(judged([{}, { faults }]).report.score).toBe(25)
  expect(judged([{}, {}]).report.score).toBe(100)
  expect(judged([{ faults }, { faults }]).report.score).toBe(0)
})
