// Files in which nobody speaks, in every check: flagged in its own words, and no part of what is normal for the batch.
import { describe, expect, it } from 'vitest'
import { type Judged, summaryOf, tracksToRegenerate } from '../../src/audit/report.js'
import { defaultOptions, type FileFindings, type Options } from '../../src/checks/check.js'
import { judgeComparison } from '../../src/checks/comparison/judge.js'
import type { PaceFindings } from '../../src/checks/pace/findings.js'
import { judgePace } from '../../src/checks/pace/judge.js'
import { judgeQuality } from '../../src/checks/quality/judge.js'
import type { QualityFindings } from '../../src/checks/quality/listen.js'
import { judgeScripts } from '../../src/checks/script-accuracy/judge.js'
import type { ScriptFindings } from '../../src/checks/script-accuracy/listen.js'
import type { Speechless } from '../../src/checks/speechless.js'
import { madeUpBatch, madeUpJudge } from './comparison/made-up.js'

const kinds: [Speechless, string][] = [
  ['silence', 'nothing is said'],
  ['noise', 'noise, no speech'],
  ['tone', 'only a tone, no speech'],
  ['music', 'music, no speech'],
  ['tooShort', 'too short to judge'],
]

const quality: QualityFindings = {
  presence: 'speech',
  faults: [],
  durationSec: 5,
  speechSec: 4,
  measures: {
    snr: { snrDb: 45, modulatedSnrDb: null },
    clipping: { clipCount: 0, clipPercentage: 0 },
    bandwidth: { cutoffHz: null, spectralCentroidHz: 1_200, bandwidthRatio: 1 },
  },
}
const withSnr = (snrDb: number | null) => ({
  ...quality.measures,
  snr: { snrDb, modulatedSnrDb: null },
})
const pace = (speed: number): PaceFindings => ({
  presence: 'speech',
  wordCount: 40,
  speechSec: 14 / speed,
  runningSec: 13 / speed,
  longestPauseSec: 0.4,
  typicalSec: 13,
  parts: [],
})
const nothing = { wordCount: 0, speechSec: 0, runningSec: 0, longestPauseSec: 0, typicalSec: 0, parts: [] }
const script: ScriptFindings = {
  presence: 'speech',
  transcript: 'the old gate was painted green',
  wordTimesSec: [],
  referenceWords: 6,
  matchedWords: 6,
  differences: [],
  tags: { found: 0, spoken: [] },
  repetitions: [],
  truncated: false,
}

const named = <Findings>(findings: Findings[], written?: string): FileFindings<Findings>[] =>
  findings.map((each, index) => ({ file: `${index}.wav`, findings: each, script: written }))

/** Judges of ten good files, and of the same with a file without speech among them. */
const checks = {
  quality: (speechless: Speechless[], options: Options = defaultOptions) =>
    judgeQuality(
      named([
        ...Array.from({ length: 10 }, (_, n) => ({ ...quality, measures: withSnr(40 + n / 2) })),
        ...speechless.map((presence) => ({
          ...quality,
          presence,
          measures: withSnr(null),
          speechSec: 0,
        })),
      ]),
      options,
    ),
  comparison: (speechless: Speechless[], options: Options = defaultOptions) =>
    judgeComparison(
      madeUpBatch([
        ...Array.from({ length: 10 }, (_, n) => ({ voice: n === 3 ? 1 : 0, loudnessLufs: -20 + n / 5 })),
        // Loud, and with a print of its own: neither may count.
        ...speechless.map((presence) => ({ presence, voice: 5, loudnessLufs: -3 })),
      ]),
      options,
      madeUpJudge,
    ),
  pace: (speechless: Speechless[], options: Options = defaultOptions) =>
    judgePace(
      named([
        ...Array.from({ length: 10 }, (_, n) => pace(1 + n / 50)),
        ...speechless.map((presence) => ({ ...nothing, presence })),
      ]),
      options,
    ),
  scriptAccuracy: (speechless: Speechless[], options: Options = defaultOptions) =>
    judgeScripts(
      named([
        ...Array.from({ length: 10 }, () => script),
        ...speechless.map((presence) => ({ ...script, presence, transcript: '', matchedWords: 0 })),
      ]),
      options,
    ),
}

describe.each(Object.entries(checks))('%s', (_, judge) => {
  it.each(kinds)('flags a file that is %s, in its words, at every threshold below 1', (presence, words) => {
    for (const deviationThreshold of [0, 0.15, 0.99]) {
      const { report, reasons } = judge([presence], { ...defaultOptions, deviationThreshold })
      expect(report.tracks[10]).toMatchObject({ flagged: true, speech: presence })
      expect(reasons[10]).toHaveLength(1)
      expect(reasons[10][0].message.startsWith(words)).toBe(true)
    }
  })

  it('leaves ten good files beside them as they are, to the digit', () => {
    const alone = judge([])
    const beside = judge(kinds.map(([presence]) => presence))
    expect(beside.report.tracks.slice(0, 10)).toEqual(alone.report.tracks)
    expect(beside.reasons.slice(0, 10)).toEqual(alone.reasons)
    expect(beside.report.summary).toMatch(/nobody speaks in 5 of 15 files/i)
    // Ten files of fifteen are as they were: the score goes with the square of that.
    expect(beside.report.score).toBeCloseTo(alone.report.score * (10 / 15) ** 2, 0)
  })
})

describe('the numbers of a file without speech', () => {
  it('quality: nothing is left of the score', () => {
    expect(checks.quality(['noise']).report.tracks[10]).toMatchObject({ score: 0, snrDb: 0 })
  })

  it('comparison: like nobody, as far off as can be, and no part of the volume', () => {
    const { report, reasons } = checks.comparison(['noise'])
    expect(report.tracks[10]).toMatchObject({
      similarity: 0,
      deviation: 1,
      loudnessDb: -3,
      note: 'Noise, no speech.',
    })
    expect(reasons[10][0]).toEqual({ message: 'noise, no speech: no voice to compare', deviation: 1 })
    expect(report.volumeConsistency).toEqual(checks.comparison([]).report.volumeConsistency)
    expect(report.similarityMatrix[10]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  })

  it('pace: as slow as can be, and no part of the median', () => {
    const { report } = checks.pace(['music'])
    expect(report.tracks[10]).toMatchObject({ deviation: -1, wordCount: 0, note: 'Music, no speech.' })
    expect(report.medianWordsPerMinute).toBe(checks.pace([]).report.medianWordsPerMinute)
  })

  it('script accuracy: every word is wrong, with a script and without', () => {
    const wrong = { accuracy: 0, wordErrorRate: 1, transcript: '' }
    expect(checks.scriptAccuracy(['silence']).report.tracks[10]).toMatchObject(wrong)
    const silent = { ...script, presence: 'silence' as const, transcript: '', matchedWords: 0 }
    const without = judgeScripts(named([{ ...silent, referenceWords: 0 }]), defaultOptions)
    expect(without.report.tracks[0]).toMatchObject(wrong)
    expect(without.reasons[0]).toEqual([{ message: 'nothing is said: no word is recognised' }])
    const scripted = judgeScripts(named([silent], 'The old gate was painted green.'), defaultOptions)
    expect(scripted.reasons[0]).toEqual([{ message: 'nothing is said: the whole script is missing' }])
  })
})

describe('a short line in which somebody speaks', () => {
  it('is not flagged: too little speech for the voice, too few words for the pace', () => {
    const { report } = judgeComparison(
      madeUpBatch([{ voice: 0 }, { voice: 0 }, { voice: 0 }, { voice: null, speechSec: 0.4 }]),
      defaultOptions,
      madeUpJudge,
    )
    expect(report.tracks[3]).toMatchObject({
      flagged: false,
      speech: 'speech',
      similarity: 0.5,
      deviation: 0,
    })
    const spoken = judgePace(named([pace(1), pace(1), { ...nothing, presence: 'speech' }]), defaultOptions)
    expect(spoken.report.tracks[2]).toMatchObject({
      flagged: false,
      note: 'Too few words to judge the pace.',
    })
  })
})

describe('a batch without any speech', () => {
  const silences = named<QualityFindings>(
    Array(3).fill({
      ...quality,
      presence: 'silence',
      speechSec: 0,
      measures: withSnr(null),
    }),
  )
  const mixed = silences.map((file, n) =>
    n === 0 ? { ...file, findings: { ...file.findings, presence: 'noise' as const } } : file,
  )

  const audited = (batch: FileFindings<QualityFindings>[]) => {
    const judged: Judged[] = [{ name: 'quality', ...judgeQuality(batch, defaultOptions) }]
    const files = batch.map(({ file }) => file)
    return { judged: judged[0], summary: summaryOf(files.length, tracksToRegenerate(files, judged), judged) }
  }

  it('says so, in the summary of the check and of the audit, and scores 0', () => {
    const { judged, summary } = audited(silences)
    expect(judged.report).toMatchObject({
      score: 0,
      summary: 'Nobody speaks in any of the 3 files (nothing is said).',
    })
    expect(summary).toBe('Nobody speaks in any of the 3 files (nothing is said): regenerate them all.')
    expect(audited(mixed).summary).toBe('Nobody speaks in any of the 3 files: regenerate them all.')
    expect(audited(silences.slice(0, 1)).summary).toBe(
      'Nobody speaks in the file (nothing is said): regenerate it.',
    )
  })

  it('has no score in any check', () => {
    const all = kinds.map(([presence]) => presence)
    const pacing = judgePace(named(all.map((presence) => ({ ...nothing, presence }))), defaultOptions)
    expect(pacing.report).toMatchObject({ score: 0, summary: 'Nobody speaks in any of the 5 files.' })
    const comparing = judgeComparison(
      madeUpBatch(all.map((presence) => ({ presence, voice: null, loudnessLufs: null }))),
      defaultOptions,
      madeUpJudge,
    )
    expect(comparing.report).toMatchObject({ score: 0, summary: 'Nobody speaks in any of the 5 files.' })
    const reading = judgeScripts(
      named(all.map((presence) => ({ ...script, presence, transcript: '' }))),
      defaultOptions,
    )
    expect(reading.report).toMatchObject({ score: 0, summary: 'Nobody speaks in any of the 5 files.' })
  })
})
