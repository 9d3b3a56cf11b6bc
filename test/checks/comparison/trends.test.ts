import { describe, expect, it } from 'vitest'
import { judgeComparison } from '../../../src/checks/comparison/judge.js'
import type { ComparisonFindings } from '../../../src/checks/comparison/listen.js'
import { type MadeUpFile, madeUpBatch, madeUpJudge, voices, voiceVector } from './made-up.js'

const PART_SEC = 2

function judged(files: MadeUpFile[], deviationThreshold = 0.15) {
  return judgeComparison(madeUpBatch(files), { deviationThreshold, accuracy: 'standard' }, madeUpJudge)
}

/** One file among two ordinary ones. */
function of(file: Partial<MadeUpFile>, deviationThreshold?: number) {
  const { report, reasons } = judged([{ voice: 0, ...file }, ...voices(0, 0)], deviationThreshold)
  return { report, track: report.tracks[0], reasons: reasons[0].map(({ message }) => message) }
}

/** What speech varies by from part to part, without chance. */
const restless = (index: number) => Math.sin(2.4 * index + Math.sin(5 * index))

const times = (index: number) => ({ startSec: PART_SEC * index, endSec: PART_SEC * (index + 1) })

function levels(count: number, db: (share: number) => number): ComparisonFindings['levels'] {
  return Array.from({ length: count }, (_, index) => ({
    ...times(index),
    levelDb: -20 + db(index / (count - 1)) + 1.5 * restless(index),
  }))
}

function pitches(count: number, semitones: (share: number) => number): ComparisonFindings['pitches'] {
  return Array.from({ length: count }, (_, index) => ({
    ...times(index),
    semitones: 6 + semitones(index / (count - 1)) + restless(index),
  }))
}

/** Parts of a voice that becomes another as `share` says. */
function parts(count: number, share: (at: number) => number): ComparisonFindings['parts'] {
  return Array.from({ length: count }, (_, index) => {
    const towards = share(index / (count - 1))
    const [one, other] = [voiceVector(0, index), voiceVector(1, index)]
    return {
      embedding: one.map((x, d) => (1 - towards) * x + towards * other[d]),
      speechSec: PART_SEC,
      startSec: index,
      endSec: index + PART_SEC,
    }
  })
}

describe('a level that sinks', () => {
  it('is told with its times, and flags the file', () => {
    const { track, reasons, report } = of({ levels: levels(40, (share) => -8 * share) })
    expect(track.trends).toHaveLength(1)
    const [{ kind, unit, startSec, endSec, from, to, flagged }] = track.trends!
    expect({ kind, unit, startSec, endSec, flagged }).toEqual({
      kind: 'level',
      unit: 'dB',
      startSec: 0,
      endSec: 80,
      flagged: true,
    })
    expect(from).toBeCloseTo(-20, 0)
    expect(to).toBeCloseTo(-28, 0)
    expect(track.flagged).toBe(true)
    expect(reasons).toEqual([`gets ${(from - to).toFixed(1)} dB softer from 0:00 to 1:20`])
    expect(report.summary).toBe(
      'The 3 files have the same voice; 1 file changes slowly in voice, pitch or level.',
    )
  })

  it('is told the other way round, too', () => {
    expect(of({ levels: levels(40, (share) => 8 * share) }).reasons[0]).toMatch(
      /^gets 8\.\d dB louder from 0:00 to 1:20$/,
    )
  })

  it('is held against the threshold: told and not flagged where it is small', () => {
    const sinking = levels(60, (share) => -6 * share)
    const flaggedAt = (threshold: number) => of({ levels: sinking }, threshold).track.flagged
    expect([0.05, 0.15, 0.3].map(flaggedAt)).toEqual([true, true, false])
    const { track } = of({ levels: sinking }, 0.3)
    expect(track.trends).toMatchObject([{ kind: 'level', flagged: false }])
    expect(track.trends![0].deviation).toBeLessThan(0.3)
  })

  it('is nothing where the voice is only restless, or sinks by less than anybody minds', () => {
    expect(of({ levels: levels(40, () => 0) }).track).not.toHaveProperty('trends')
    expect(of({ levels: levels(60, (share) => -2 * share) }).track).not.toHaveProperty('trends')
  })

  it('is nothing in a few words', () => {
    expect(of({ levels: levels(7, (share) => -12 * share) }).track).not.toHaveProperty('trends')
  })
})

describe('last words that sink', () => {
  const ends = (...dbs: number[]): ComparisonFindings['phraseEnds'] =>
    dbs.map((levelDb, index) => ({ startSec: 4 * index + 2.2, endSec: 4 * index + 3, levelDb }))

  it('are told where the other phrases do not end so', () => {
    const { track, reasons } = of({ phraseEnds: ends(-22, -24, -21, -23, -25, -37) })
    expect(track.trends).toMatchObject([
      { kind: 'level', startSec: 22.2, endSec: 23, from: -23, to: -37, flagged: true },
    ])
    expect(reasons).toEqual([
      'the last words are 14.0 dB softer than the other phrases end, from 0:22 to 0:23',
    ])
  })

  it('are not told where this is how the file ends its phrases, nor of a few phrases', () => {
    expect(of({ phraseEnds: ends(-22, -36, -21, -23, -35, -37) }).track).not.toHaveProperty('trends')
    expect(of({ phraseEnds: ends(-22, -24, -21, -40) }).track).not.toHaveProperty('trends')
    expect(of({ phraseEnds: ends(-22, -24, -21, -23, -25, -28) }).track).not.toHaveProperty('trends')
  })
})

describe('a pitch that creeps', () => {
  it('is told in semitones', () => {
    const { track, reasons } = of({ pitches: pitches(30, (share) => 5 * share) })
    expect(track.trends).toMatchObject([{ kind: 'pitch', unit: 'semitones', flagged: true }])
    expect(reasons[0]).toMatch(/^the pitch rises by [45]\.\d semitones from 0:00 to 1:00$/)
    expect(of({ pitches: pitches(30, (share) => -5 * share) }).reasons[0]).toMatch(/^the pitch sinks by/)
  })

  it('is nothing where it goes up and down', () => {
    const melody = pitches(30, (share) => 4 * Math.sin(20 * share))
    expect(of({ pitches: melody }).track).not.toHaveProperty('trends')
  })
})

describe('a voice that drifts', () => {
  it('is held against its beginning, and told', () => {
    const { track, reasons } = of({ parts: parts(60, (at) => 0.55 * at) })
    expect(track).not.toHaveProperty('voiceTurns')
    expect(track.trends).toMatchObject([{ kind: 'voice', unit: 'similarity' }])
    const [{ from, to }] = track.trends!
    expect(from).toBeGreaterThan(0.9)
    expect(to).toBeLessThan(from)
    expect(track.trends![0].flagged).toBe(true)
    expect(reasons).toEqual(['the voice drifts away from how it begins, from 0:00 to 1:01'])
    const curve = track.voiceCurve!
    expect(curve[0].similarity).toBeGreaterThan(curve.at(-1)!.similarity)
  })

  it('is nothing where the voice stays; the curve says so', () => {
    const { track } = of({ parts: parts(60, () => 0) })
    expect(track).not.toHaveProperty('trends')
    expect(track.voiceCurve!.length).toBeGreaterThan(20)
    for (const { similarity } of track.voiceCurve!) expect(similarity).toBeGreaterThan(0.9)
    const times = track.voiceCurve!.map(({ atSec }) => atSec)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('has no curve in a short file, and no more than 60 points in a long one', () => {
    expect(of({ parts: parts(15, () => 0) }).track).not.toHaveProperty('voiceCurve')
    expect(of({ parts: parts(125, () => 0) }).track.voiceCurve!.length).toBeLessThanOrEqual(60)
  })

  it('is not told of a talk: there the turns are', () => {
    const talk = parts(60, (at) => (at < 0.5 ? 0 : 1))
    const { track } = of({ parts: talk, pitches: pitches(30, (share) => 6 * share) })
    expect(track.voiceTurns).toHaveLength(2)
    expect(track).not.toHaveProperty('trends')
  })
})

describe('along a batch', () => {
  const batch = (count: number, file: (share: number, index: number) => Partial<MadeUpFile>) =>
    Array.from({ length: count }, (_, index) => ({ voice: 0, ...file(index / (count - 1), index) }))

  it('a level that sinks is told once, and no file is flagged for it', () => {
    const { report, reasons } = judged(
      batch(24, (share, index) => ({ loudnessLufs: -20 - 5 * share + 0.3 * restless(index) })),
      0.5,
    )
    expect(report.batchTrends).toMatchObject([
      { kind: 'level', unit: 'dB', firstFile: '0.wav', lastFile: '23.wav' },
    ])
    const [{ from, to }] = report.batchTrends!
    expect(from).toBeCloseTo(-20, 0)
    expect(to).toBeCloseTo(-25, 0)
    expect(report.summary).toMatch(/; the files get [45]\.\d dB softer from the first file to the last\.$/)
    expect(reasons.flat()).toEqual([])
  })

  it('a pitch that creeps is told, not so in a cast, where voices differ', () => {
    const rising = batch(12, (share, index) => ({ pitchSemitones: 4 + 4 * share + 0.3 * restless(index) }))
    expect(judged(rising).report.batchTrends).toMatchObject([{ kind: 'pitch', unit: 'semitones' }])
    const cast = madeUpBatch(rising).map((file) => ({ ...file, castVoice: 'Mara' }))
    const { report } = judgeComparison(cast, { deviationThreshold: 0.15, accuracy: 'standard' }, madeUpJudge)
    expect(report).not.toHaveProperty('batchTrends')
  })

  it('a level that sinks in every file is a trait of the batch, and the file that sinks far more stands out', () => {
    const sinking = batch(6, (_, index) => ({
      levels: levels(40, (share) => (index === 5 ? -18 : -8) * share),
    }))
    const { report, reasons } = judged(sinking)
    expect(report.batchTraits).toMatchObject([{ name: 'levelSinks', files: 6, share: 1 }])
    expect(report.summary).toMatch(/1 file changes slowly.*\. All 6 files get softer towards their end\.$/)
    expect(report.tracks.map(({ trends = [] }) => trends.map(({ flagged }) => flagged))).toEqual([
      ...Array(5).fill([false]),
      [true],
    ])
    expect(reasons.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 1])
  })

  it('nothing is told of a few files, nor of files that merely differ', () => {
    expect(judged(batch(6, (share) => ({ loudnessLufs: -20 - 3 * share }))).report).not.toHaveProperty(
      'batchTrends',
    )
    const restive = batch(24, (_, index) => ({ loudnessLufs: -20 + restless(index) }))
    expect(judged(restive).report).not.toHaveProperty('batchTrends')
  })
})
