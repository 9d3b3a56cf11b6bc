// What is shown of a file is what its check held against the limit: told of batches that were really judged.
import { describe, expect, test } from 'vitest'
import { defaultOptions } from '../../src/checks/check.js'
import { judgeComparison } from '../../src/checks/comparison/judge.js'
import type { PaceFindings } from '../../src/checks/pace/findings.js'
import { judgePace } from '../../src/checks/pace/judge.js'
import { judgeQuality } from '../../src/checks/quality/judge.js'
import { type JudgedAudit, measuresOf } from '../../src/report/judgements.js'
import { type MadeUpFile, madeUpBatch, madeUpJudge, voices } from '../checks/comparison/made-up.js'
import { cleanFindings } from '../checks/quality/clean-findings.js'
import { judgedBatch } from '../checks/script-accuracy/spoken-batch.js'

const { deviationThreshold } = defaultOptions
const shown = (checks: JudgedAudit['checks'], name: string) => {
  const measure = measuresOf({ deviationThreshold, checks }).find((each) => each.name === name)!
  return { ...measure, texts: measure.files.map(({ text }) => text) }
}

const compared = (files: MadeUpFile[]) => ({
  comparison: judgeComparison(madeUpBatch(files), defaultOptions, madeUpJudge).report,
})

describe('voice', () => {
  test('is the deviation, in percent, and a fault of the volume is none of it', () => {
    const checks = compared([...voices(0, 0, 0, 0, 1), { voice: 0, loudnessLufs: -12 }])
    const { files, limit, limitText } = shown(checks, 'voice')
    expect([limit, limitText]).toEqual([0.15, '15 %'])
    expect(files.map(({ verdict }) => verdict)).toEqual(['good', 'good', 'good', 'good', 'flagged', 'good'])
    for (const [index, { value }] of files.entries())
      expect(value).toBe(Math.max(0, checks.comparison.tracks[index].deviation))
    expect(files[4].text).toMatch(/^\d+ % off$/)
    const volume = shown(checks, 'volume')
    expect(volume.files.map(({ verdict }) => verdict)).toEqual([...Array(5).fill('good'), 'flagged'])
  })

  test('is judged of no file of a batch of many voices', () => {
    expect(shown(compared(voices(0, 1, 2, 3, 4, 5)), 'voice').texts).toEqual(Array(6).fill('not judged'))
  })

  test('is not judged of too little speech', () => {
    const checks = compared([...voices(0, 0, 0), { voice: 1, speechSec: 0.7 }])
    expect(shown(checks, 'voice').texts[3]).toBe('not judged')
  })
})

test('volume is the difference in dB, held against a limit in dB', () => {
  const checks = compared([...voices(0, 0, 0, 0), { voice: 0, loudnessLufs: -25.26 }])
  const { files, limit, limitText, texts } = shown(checks, 'volume')
  expect([limit, limitText]).toEqual([3.5, '±3.5 dB'])
  expect(texts).toEqual(['0.0 dB', '0.0 dB', '0.0 dB', '0.0 dB', '−5.3 dB'])
  expect(files[4]).toMatchObject({ verdict: 'flagged', value: -5.26 })
})

describe('pace', () => {
  const saying = (speed: number, wordCount = 40): PaceFindings => ({
    presence: 'speech',
    wordCount,
    speechSec: (wordCount * 0.35) / speed,
    runningSec: (wordCount * 0.33) / speed,
    longestPauseSec: 0.4,
    typicalSec: wordCount * 0.33,
    parts: [],
  })
  const judged = (...findings: PaceFindings[]) =>
    judgePace(
      findings.map((each, at) => ({ file: `${at}.wav`, findings: each })),
      defaultOptions,
    )

  test('is the number of the reason, at every speed', () => {
    for (const speed of [0.6, 0.85, 0.87, 0.88, 1.1, 1.12, 1.3]) {
      const { report, reasons } = judged(saying(1), saying(1), saying(1), saying(1), saying(speed))
      const { texts, files } = shown({ pace: report }, 'pace')
      expect(files[4]).toMatchObject({ verdict: 'flagged', value: report.tracks[4].deviation })
      const size = /^[+−](.+) %$/.exec(texts[4])![1]
      expect(reasons[4][0].message).toBe(`spoken ${size} % ${speed > 1 ? 'faster' : 'slower'} than the batch`)
      expect(Number(size)).toBeGreaterThan(15)
    }
  })

  test('is not judged of too few words, and is none where nobody speaks', () => {
    const silent: PaceFindings = { ...saying(1, 0), presence: 'silence' }
    const { report } = judged(saying(1), saying(1), saying(1, 3), silent)
    expect(shown({ pace: report }, 'pace').texts).toEqual(['0 %', '0 %', 'not judged', 'no speech'])
  })
})

describe('a slow change', () => {
  const trend = (kind: string, from: number, to: number, flagged = true) => ({ kind, from, to, flagged })
  const track = (...trends: ReturnType<typeof trend>[]) => ({
    file: 'a.wav',
    flagged: trends.some(({ flagged }) => flagged),
    judged: true,
    deviation: 0.01,
    loudnessDeviationDb: 0.4,
    ...(trends.length > 0 ? { trends } : {}),
  })
  const volumeConsistency = { limitDb: 3.5, outliers: [] }

  test('is told where its kind is judged, in place of a number that is within its limit', () => {
    const tracks = [
      track(),
      track(trend('level', -20, -27)),
      track(trend('pitch', 4, 9)),
      track(trend('voice', 0.98, 0.2), trend('pitch', 4, 9)),
      track(trend('level', -20, -24.5, false)),
    ]
    const checks = { comparison: { volumeConsistency, tracks } }
    expect(shown(checks, 'voice').texts).toEqual([
      '1 % off',
      '1 % off',
      'pitch rises',
      'voice drifts',
      '1 % off',
    ])
    expect(shown(checks, 'volume').texts).toEqual(['+0.4 dB', 'gets softer', '+0.4 dB', '+0.4 dB', '+0.4 dB'])
    expect(shown(checks, 'voice').files.map(({ verdict }) => verdict)).toEqual([
      'good',
      'good',
      'flagged',
      'flagged',
      'good',
    ])
    expect(shown(checks, 'volume').files.map(({ verdict }) => verdict)).toEqual([
      'good',
      'flagged',
      'good',
      'good',
      'good',
    ])
  })

  test('of the pace gives way to a file that is too fast as a whole', () => {
    const faster = trend('pace', 150, 190)
    const tracks = [track(faster), { ...track(faster), deviation: 0.2 }]
    expect(shown({ pace: { tracks } }, 'pace').texts).toEqual(['gets faster', '+20 %'])
  })
})

test('sound is the score of the file; a silent file has none left', () => {
  const silent = { ...cleanFindings, presence: 'silence' as const, speechSec: 0 }
  const { report } = judgeQuality(
    [cleanFindings, silent].map((findings, at) => ({ file: `${at}.wav`, findings })),
    defaultOptions,
  )
  const { files, limit, texts } = shown({ quality: report }, 'sound')
  expect(limit).toBe(85)
  expect(texts).toEqual(['100', '0'])
  expect(files[1].verdict).toBe('flagged')
})

describe('script', () => {
  const texts = ['The lighthouse keeper counted ships in a notebook.', 'A wooden bridge crossed the canal.']

  test('is the score by which a file is flagged', async () => {
    const scriptAccuracy = await judgedBatch([
      { file: 'a.wav', says: texts[0], script: texts[0] },
      { file: 'b.wav', says: texts[1], script: `${texts[1]} Nobody had used it for years.` },
    ])
    const { files } = shown({ scriptAccuracy }, 'script')
    expect(files[0]).toEqual({ verdict: 'good', value: 100, text: '100' })
    expect(files[1]).toMatchObject({ verdict: 'flagged', value: scriptAccuracy.tracks[1].score })
    expect(files[1].value).toBeLessThan(85)
  })

  test('is not said of a file without one, unless it repeats itself', async () => {
    const scriptAccuracy = await judgedBatch([
      { file: 'a.wav', says: texts[0] },
      { file: 'b.wav', says: 'A wooden bridge crossed crossed crossed the canal.' },
    ])
    const { files } = shown({ scriptAccuracy }, 'script')
    expect(files[0]).toEqual({ verdict: 'notJudged', value: null, text: 'no script' })
    expect(files[1].verdict).toBe(scriptAccuracy.tracks[1].flagged ? 'flagged' : 'notJudged')
  })
})

test('audits of older versions, which tell no limits, show what they have', () => {
  const old: JudgedAudit = {
    checks: {
      comparison: {
        volumeConsistency: { outliers: [{ file: 'b.wav', deviationDb: 8 }] },
        tracks: [
          { file: 'a.wav', flagged: false, deviation: 0, note: 'Too little speech to judge the voice.' },
          { file: 'b.wav', flagged: true, deviation: 0.01 },
          { file: 'c.wav', flagged: true, deviation: 0.8 },
        ],
      },
      scriptAccuracy: {
        tracks: [
          { file: 'a.wav', flagged: false },
          { file: 'b.wav', flagged: true },
          { file: 'c.wav', flagged: false, hasScript: false },
        ],
      },
    },
  }
  const measures = measuresOf(old)
  expect(measures.map(({ limit }) => limit)).toEqual([null, null, null])
  expect(measures.map(({ files }) => files.map(({ text }) => text))).toEqual([
    ['not judged', '1 % off', '80 % off'],
    ['not judged', '+8.0 dB', 'not judged'],
    ['as written', 'differs', 'no script'],
  ])
  expect(measures[0].files.map(({ verdict }) => verdict)).toEqual(['notJudged', 'good', 'flagged'])
})
