import { describe, expect, it } from 'vitest'
import { judgeComparison } from '../../../src/checks/comparison/judge.js'
import { madeUpBatch, madeUpJudge, voices } from './made-up.js'

/** Files with the voices that they have, and the voices that they should have. */
function judged(has: number[], should: (string | undefined)[]) {
  const batch = madeUpBatch(voices(...has)).map((file, index) => ({ ...file, castVoice: should[index] }))
  return judgeComparison(batch, { deviationThreshold: 0.15, accuracy: 'standard' }, madeUpJudge)
}

const FOUR_VOICES = Array.from({ length: 24 }, (_, index) => index % 4)
const NAMES = ['Narrator', 'Mara', 'Tom', 'The old man']
const FOUR_NAMES = FOUR_VOICES.map((voice) => NAMES[voice])

describe('a cast', () => {
  it('is left alone where every file has the voice that it should have', () => {
    const { report, reasons, alarms } = judged(FOUR_VOICES, FOUR_NAMES)
    expect(reasons.flat()).toEqual([])
    expect(alarms).toEqual([])
    expect(report.summary).toBe('The 24 files of 4 voices sound as the cast says.')
    expect(report.score).toBeGreaterThan(95)
    expect(report.cast?.map(({ voice, files }) => [voice, files.length])).toEqual(
      NAMES.map((name) => [name, 6]),
    )
    expect(report.tracks[1]).toMatchObject({ voice: 'Mara', soundsLike: null, judged: true, flagged: false })
  })

  it('names the voice that a swapped file has, and the one that it should have', () => {
    const has = [...FOUR_VOICES]
    has[4] = 1
    has[13] = 0
    const { report, reasons } = judged(has, FOUR_NAMES)
    expect(report.tracks.flatMap(({ flagged }, index) => (flagged ? [index] : []))).toEqual([4, 13])
    expect(reasons[4][0].message).toBe('sounds like Mara, should be Narrator')
    expect(reasons[13][0].message).toBe('sounds like Narrator, should be Mara')
    expect(report.tracks[4].soundsLike).toBe('Mara')
    expect(report.summary).toBe('2 of 24 files have a different voice from the one that the cast says.')
  })

  it('finds a voice that nobody of the cast has', () => {
    const has = [...FOUR_VOICES]
    has[6] = 5
    const { report, reasons } = judged(has, FOUR_NAMES)
    expect(reasons[6].map(({ message }) => message)).toEqual([
      'a different voice from the other files of Tom',
    ])
    expect(report.tracks[6].soundsLike).toBeNull()
  })

  it("tells that a character's only file has the narrator's voice", () => {
    const { report, reasons, alarms } = judged([0, 0, 0, 0], ['Narrator', 'Narrator', 'Narrator', 'Mara'])
    expect(report.tracks.map(({ flagged }) => flagged)).toEqual([false, false, false, true])
    expect(reasons[3][0].message).toBe('sounds like Narrator, should be Mara')
    expect(alarms).toEqual([])
  })

  it('tells once that two names are one voice, and blames no file for it', () => {
    const { report, alarms } = judged([0, 0, 0, 0, 1, 1], ['Ann', 'Ann', 'Bea', 'Bea', 'Cleo', 'Cleo'])
    expect(report.tracks.some(({ flagged }) => flagged)).toBe(false)
    expect(alarms).toEqual([
      {
        kind: 'sharedVoice',
        message: 'Ann and Bea are one voice.',
        advice: 'Give each its own voice and regenerate the files of all but one, or name them the same.',
        files: report.tracks.slice(0, 4).map(({ file }) => file),
      },
    ])
  })

  it('tells of a voice whose files have none in common', () => {
    const { alarms } = judged([0, 1, 2, 3, 3, 3], ['Ann', 'Ann', 'Ann', 'Bea', 'Bea', 'Bea'])
    expect(alarms?.map(({ kind, message }) => [kind, message])).toEqual([
      ['severalVoices', 'The 3 files of Ann have several voices, and none has a majority.'],
    ])
  })

  it('judges files that no voice is named for among themselves', () => {
    const { reasons } = judged(
      [0, 0, 0, 1, 1, 1, 1],
      ['Ann', 'Ann', 'Ann', undefined, undefined, undefined, undefined],
    )
    expect(reasons.flat()).toEqual([])
    const wrong = judged(
      [0, 0, 0, 1, 1, 1, 0],
      ['Ann', 'Ann', 'Ann', undefined, undefined, undefined, undefined],
    )
    expect(wrong.reasons[6][0].message).toBe('sounds like Ann')
  })

  it('flags both of two files whose voices differ and are like nobody else', () => {
    const { reasons } = judged([0, 0, 0, 1, 2], ['Ann', 'Ann', 'Ann', 'Bea', 'Bea'])
    expect(reasons.slice(3).map(([reason]) => reason.message)).toEqual(
      Array(2).fill('the two files of Bea do not have the same voice'),
    )
  })

  it('does not judge the only file of the only voice', () => {
    const { report } = judged([0, 1], ['Ann', 'Bea'])
    expect(report.tracks.map(({ judged, note }) => [judged, note])).toEqual(
      Array(2).fill([false, 'There is no other file of this voice to compare it with.']),
    )
  })

  describe('with voices of different levels', () => {
    const should = ['Ann', 'Ann', 'Ann', 'Ann', 'Bea', 'Bea', 'Bea', 'Bea']
    const levelled = (levels: number[], names: (string | undefined)[] = should) => {
      const batch = madeUpBatch(
        names.map((name, index) => ({ voice: name === 'Ann' ? 0 : 1, loudnessLufs: levels[index] })),
      ).map((file, index) => ({ ...file, castVoice: names[index] }))
      return judgeComparison(batch, { deviationThreshold: 0.15, accuracy: 'standard' }, madeUpJudge)
    }

    it('blames no file for the level of its voice, and tells once that the voices differ', () => {
      const { report, reasons } = levelled([-24, -24, -24, -24, -16, -16, -16, -16])
      expect(reasons.flat()).toEqual([])
      expect(report.volumeConsistency.outliers).toEqual([])
      expect(report.batchTrends).toBeUndefined()
      expect(
        report.batchTraits?.map(({ name, files, share, summary }) => [name, files, share, summary]),
      ).toEqual([['louderVoice', 4, 0.5, 'The files of Bea are 8.0 dB louder than those of Ann.']])
    })

    it('tells of several voices which one stands out', () => {
      const { report } = levelled(
        [-20, -20, -20, -21, -21, -21, -30, -30, -30],
        ['Ann', 'Ann', 'Ann', 'Bea', 'Bea', 'Bea', 'Cleo', 'Cleo', 'Cleo'],
      )
      expect(report.batchTraits?.map(({ summary }) => summary)).toEqual([
        'The files of Cleo are 9.0 dB quieter than those of the other voices.',
      ])
    })

    it('finds the file that is as soft as the other voice', () => {
      const { reasons } = levelled([-24, -24, -24, -24, -16, -16, -16, -24])
      expect(reasons.flat().map(({ message }) => message)).toEqual([
        '8.0 dB quieter than the other files of Bea',
      ])
    })

    it('holds the only file of a voice against the batch', () => {
      const { reasons } = levelled([-20, -20, -20, -20, -14], ['Ann', 'Ann', 'Ann', 'Ann', 'Bea'])
      expect(reasons[4].map(({ message }) => message)).toEqual(['6.0 dB louder than the batch'])
    })
  })
})
