import { describe, expect, it } from 'vitest'
import { judgeComparison } from '../../../src/checks/comparison/judge.js'
import { type MadeUpFile, madeUpBatch, madeUpJudge, voices, voiceVector } from './made-up.js'

function judged(files: MadeUpFile[], deviationThreshold = 0.15) {
  return judgeComparison(madeUpBatch(files), { deviationThreshold, accuracy: 'standard' }, madeUpJudge)
}

function flaggedOf(files: MadeUpFile[], deviationThreshold?: number): number[] {
  return judged(files, deviationThreshold).report.tracks.flatMap(({ flagged }, index) =>
    flagged ? [index] : [],
  )
}

describe('whose voice it is', () => {
  it('leaves a batch of one voice alone', () => {
    const { report, reasons } = judged(voices(0, 0, 0, 0, 0, 0))
    expect(report.tracks.map(({ flagged }) => flagged)).toEqual(Array(6).fill(false))
    expect(reasons).toEqual(Array(6).fill([]))
    expect(report.score).toBeGreaterThan(95)
    expect(report.summary).toBe('The 6 files have the same voice.')
    for (const { similarity } of report.tracks) expect(similarity).toBeGreaterThan(0.9)
  })

  it('names one stranger, and why', () => {
    const { report, reasons } = judged(voices(0, 0, 1, 0, 0))
    expect(report.tracks.map(({ flagged }) => flagged)).toEqual([false, false, true, false, false])
    expect(report.tracks[2].similarity).toBeLessThan(0.1)
    expect(report.tracks[2].deviation).toBeGreaterThan(0.8)
    expect(reasons[2]).toEqual([
      { message: 'a different voice from the rest of the batch', deviation: report.tracks[2].deviation },
    ])
    expect(report.summary).toBe('1 of 5 files has a different voice from the rest.')
  })

  it('names several strangers, of one voice or of several', () => {
    expect(flaggedOf(voices(0, 1, 0, 1, 0, 1, 0, 0))).toEqual([1, 3, 5])
    expect(flaggedOf(voices(0, 1, 0, 2, 0, 3, 0, 0))).toEqual([1, 3, 5])
  })

  it('names the minority however close the vote', () => {
    expect(flaggedOf(voices(0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1))).toEqual([7, 8, 9, 10, 11, 12])
  })

  it('takes the only voice that comes twice for that of the batch', () => {
    expect(flaggedOf(voices(2, 0, 1, 0))).toEqual([0, 2])
  })

  it('says so when no voice has a majority, and flags nobody', () => {
    const half = judged(voices(0, 1, 0, 1, 0, 1))
    expect(half.report.tracks.some(({ flagged }) => flagged)).toBe(false)
    expect(half.report.summary).toBe(
      'No voice has a majority: the files fall into 2 voices of 3 and 3 files.',
    )
    expect(half.report.score).toBe(25)
    expect(half.alarms).toEqual([
      {
        kind: 'severalVoices',
        message: half.report.summary,
        advice:
          'Decide which voice it should be, and audit its files by themselves or regenerate the others.',
        files: half.report.tracks.map(({ file }) => file),
      },
    ])
    const all = judged(voices(0, 1, 2))
    expect(all.report.tracks.some(({ flagged }) => flagged)).toBe(false)
    expect(all.report.summary).toBe('Every file has another voice: none is the voice of the batch.')
    expect(all.report.score).toBe(0)
  })

  it('is judged of no file where no voice is the batch’s: none of them is like the rest', () => {
    const { tracks } = judged(voices(0, 1, 2, 3, 4, 0, 1, 2, 3, 4)).report
    for (const track of tracks) {
      expect(track).toMatchObject({
        judged: false,
        deviation: 0,
        note: 'No voice is that of the batch: this is one of 5.',
      })
      // One of nine others has its voice.
      expect(track.similarity).toBeLessThan(0.2)
    }
    expect(tracks.map(({ voiceGroup }) => voiceGroup)).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
  })

  it('is numbered, the commonest first', () => {
    const { report, alarms } = judged([...voices(1, 0, 0, 2, 0), { voice: null }])
    expect(report.tracks.map(({ voiceGroup }) => voiceGroup)).toEqual([2, 1, 1, 3, 1, null])
    expect(report.tracks.map(({ judged }) => judged)).toEqual([true, true, true, true, true, false])
    expect(alarms).toEqual([])
  })

  it('does not pretend to know which of two files is the wrong one', () => {
    const { report, reasons } = judged(voices(0, 1))
    expect(report.tracks[0].deviation).toBe(report.tracks[1].deviation)
    expect(report.tracks.map(({ flagged }) => flagged)).toEqual([true, true])
    expect(reasons[0][0].message).toBe('the two files do not have the same voice')
    expect(report.summary).toBe(
      'The two files have different voices, and nobody can tell from two which one is wrong.',
    )
    expect(judged(voices(0, 0)).report.summary).toBe('The two files have the same voice.')
    expect(flaggedOf(voices(0, 0))).toEqual([])
  })

  it('flags more the smaller the threshold, whatever the batch', () => {
    const spread = [0, 0.2, 0.4, 0.5, 0.55, 0.6, 0.8]
    const batch = madeUpBatch(voices(0, 0, 0, 0, 0, 0, 0, 0, 0, ...spread.map(() => 0)))
    spread.forEach((share, index) => {
      const own = batch[9 + index].findings.voice!
      own.views.plain = own.views.plain!.map((x, d) => (1 - share) * x + share * voiceVector(1)[d])
    })
    let last = batch.length
    const counts = [0, 0.05, 0.1, 0.15, 0.3, 0.6, 1].map((deviationThreshold) => {
      const { tracks } = judgeComparison(
        batch,
        { deviationThreshold, accuracy: 'standard' },
        madeUpJudge,
      ).report
      for (const { deviation, flagged } of tracks) expect(flagged).toBe(deviation > deviationThreshold)
      const count = tracks.filter(({ flagged }) => flagged).length
      expect(count).toBeLessThanOrEqual(last)
      last = count
      return count
    })
    expect(counts[0]).toBeGreaterThan(counts[3])
    expect(counts[3]).toBeGreaterThan(0)
    expect(counts.at(-1)).toBe(0)
  })
})

describe('speech that is short or missing', () => {
  it('does not judge under 0.8 s of speech, and says so', () => {
    const { report } = judged([...voices(0, 0, 0), { voice: 1, speechSec: 0.7 }])
    expect(report.tracks[3]).toMatchObject({
      flagged: false,
      deviation: 0,
      note: 'Too little speech to judge the voice.',
    })
    expect(report.summary).toBe(
      'The 3 files have the same voice; 1 file has too little speech to judge the voice.',
    )
    expect(flaggedOf([...voices(0, 0, 0), { voice: 1, speechSec: 0.9 }])).toEqual([3])
  })

  it('takes a silent file', () => {
    const { report } = judged([...voices(0, 0, 0), { voice: null, speechSec: 0, loudnessLufs: null }])
    expect(report.tracks[3].loudnessDb).toBeNull()
    expect(report.tracks[3]).toMatchObject({ flagged: false, similarity: 0.5 })
    expect(report.similarityMatrix[3]).toEqual([0.5, 0.5, 0.5, 1])
  })

  it('has nothing to say of a batch without speech', () => {
    const silent = { voice: null, speechSec: 0, loudnessLufs: null }
    const { report } = judged([silent, silent])
    expect(report.summary).toBe('Too little speech to compare voices.')
    expect(report.volumeConsistency).toEqual({
      score: 100,
      medianDb: -70,
      spreadDb: 0,
      limitDb: 3.5,
      outliers: [],
    })
  })
})

describe('the similarity matrix', () => {
  it('is symmetric with 1 on the diagonal', () => {
    const { similarityMatrix } = judged([...voices(0, 1, 0, 2), { voice: null }]).report
    expect(similarityMatrix).toHaveLength(5)
    similarityMatrix.forEach((row, i) => {
      expect(row).toHaveLength(5)
      expect(row[i]).toBe(1)
      row.forEach((value, j) => {
        expect(value).toBe(similarityMatrix[j][i])
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      })
    })
    expect(similarityMatrix[0][2]).toBeGreaterThan(0.9)
    expect(similarityMatrix[0][1]).toBeLessThan(0.1)
  })
})

describe('volume and recording', () => {
  it('flags a file that is much louder, for that', () => {
    const { report, reasons } = judged([...voices(0, 0, 0, 0), { voice: 0, loudnessLufs: -14 }])
    expect(report.tracks.map(({ loudnessDb }) => loudnessDb)).toEqual([-20, -20, -20, -20, -14])
    expect(report.tracks.map(({ loudnessDeviationDb }) => loudnessDeviationDb)).toEqual([0, 0, 0, 0, 6])
    expect(report.tracks[4].flagged).toBe(true)
    // Beyond what everybody hears (5.5 dB), and so beyond every threshold.
    expect(reasons[4]).toEqual([{ message: '6.0 dB louder than the batch', deviation: 1.0909 }])
    expect(report.tracks[4].deviation).toBeLessThan(0.15)
    expect(report.summary).toBe('The 5 files have the same voice; 1 file stands out in volume.')
  })

  it('says that a recording sounds different without flagging it', () => {
    const usual = { bandwidthHz: 8000, noiseFloorDb: -60, restDb: -45, bandsDb: [-10, -20, -30, -40] }
    const { report } = judged([
      ...voices(0, 0, 0, 0).map((file) => ({ ...file, recording: usual })),
      {
        voice: 0,
        recording: { bandwidthHz: 4000, noiseFloorDb: -30, restDb: -45, bandsDb: [-10, -20, -60, -60] },
      },
    ])
    expect(report.tracks[4]).toMatchObject({
      flagged: false,
      note: 'The recording sounds different: more noise, nothing above 4 kHz.',
    })
    expect(report.tracks[0].note).toBeUndefined()
    const stranger = { voice: 1, recording: { ...usual, bandwidthHz: 4000 } }
    const own = voices(0, 0, 0, 0).map((file) => ({ ...file, recording: usual }))
    expect(judged([...own, stranger]).report.tracks[4].note).toBeUndefined()
    expect(report.summary).toBe('The 5 files have the same voice; 1 file sounds like another recording.')
  })
})

describe('noise where there is no pause', () => {
  it.each([
    [-25, 'The recording sounds different: more noise.'],
    [-38, undefined],
  ])('is found under the speech: what is left in the bands at %i dB', (restDb, note) => {
    const quiet = { bandwidthHz: 8000, noiseFloorDb: null, restDb: -45, bandsDb: [-10, -20] }
    const { report } = judged([
      ...voices(0, 0, 0).map((file) => ({ ...file, recording: quiet })),
      { voice: 0, recording: { ...quiet, restDb } },
    ])
    expect(report.tracks[3].note).toBe(note)
    expect(report.tracks[3].flagged).toBe(false)
  })
})

describe('a change of voice inside a file', () => {
  const part = (voice: number, index: number) => ({
    embedding: voiceVector(voice, index),
    speechSec: 2,
    startSec: index,
    endSec: index + 2,
  })

  it('is found where it is', () => {
    const changing = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1].map(part)
    const steady = Array(12).fill(0).map(part)
    const { report, reasons } = judged([
      { voice: 0, parts: steady },
      { voice: 0, parts: steady },
      { voice: 0, parts: changing },
    ])
    expect(report.tracks[0].voiceChangesSec).toEqual([])
    expect(report.tracks[2].voiceChangesSec).toEqual([6.5])
    expect(report.tracks[2].flagged).toBe(true)
    expect(reasons[2].some(({ message }) => /^the voice changes at 0:0[67]$/.test(message))).toBe(true)
  })

  it('is told at the longest pause near by', () => {
    const changing = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1].map(part)
    const pauses = [
      { startSec: 6.3, endSec: 6.4 },
      { startSec: 6.8, endSec: 7.2 },
      { startSec: 9, endSec: 10 },
    ]
    const { report } = judged([...voices(0, 0), { voice: 0, parts: changing, pauses }])
    expect(report.tracks[2].voiceChangesSec).toEqual([7])
  })

  it('back and forth is told as turns of voices', () => {
    const talk = [...Array(6).fill(0), ...Array(6).fill(1), ...Array(6).fill(0), ...Array(6).fill(1)].map(
      part,
    )
    const overlaps = [{ startSec: 6, endSec: 7.2 }]
    const { report, reasons } = judged([...voices(0, 0), { voice: 0, parts: talk, overlaps }])
    expect(report.tracks[2].overlaps).toEqual(overlaps)
    expect(report.tracks[2].voiceTurns).toEqual([
      { voice: 1, startSec: 0, endSec: 6.5 },
      { voice: 2, startSec: 6.5, endSec: 12.5 },
      { voice: 1, startSec: 12.5, endSec: 18.5 },
      { voice: 2, startSec: 18.5, endSec: 25 },
    ])
    expect(report.tracks[2].voiceChangesSec).toEqual([6.5, 12.5, 18.5])
    expect(reasons[2].map(({ message }) => message)).toEqual(['2 voices take turns, the first time at 0:06'])
  })

  it('is no cough: what lasts for less than three parts is not another voice', () => {
    const coughing = [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0].map(part)
    const overlaps = [{ startSec: 6, endSec: 7.2 }]
    const { report } = judged([...voices(0, 0), { voice: 0, parts: coughing, overlaps }])
    expect(report.tracks[2].voiceChangesSec).toEqual([])
    expect(report.tracks[2]).not.toHaveProperty('voiceTurns')
    expect(report.tracks[2]).not.toHaveProperty('overlaps')
  })

  it('is found the more readily the smaller the threshold', () => {
    const leaning = (share: number) => (index: number) => {
      const [one, other] = [part(0, index), part(1, index)]
      const towards = index < 8 ? 0 : share
      const embedding = one.embedding.map((x, d) => (1 - towards) * x + towards * other.embedding[d])
      return { ...one, embedding }
    }
    const found = (threshold: number) =>
      Array.from({ length: 40 }, (_, step) => 0.3 + 0.01 * step).filter((share) => {
        const parts = [...Array(16).keys()].map(leaning(share))
        const { report } = judged([...voices(0, 0), { voice: 0, parts }], threshold)
        return report.tracks[2].voiceChangesSec!.length > 0
      }).length
    const [strict, usual, lenient] = [0.01, 0.15, 1].map(found)
    expect(strict).toBeGreaterThan(lenient)
    expect(strict).toBeGreaterThanOrEqual(usual)
    expect(usual).toBeGreaterThanOrEqual(lenient)
  })

  it('late in a file is placed as well as in its middle', () => {
    const changing = [...Array(14).fill(0), ...Array(5).fill(1)].map(part)
    const { report } = judged([...voices(0, 0), { voice: 0, parts: changing }])
    expect(report.tracks[2].voiceChangesSec).toEqual([14.5])
  })
})
