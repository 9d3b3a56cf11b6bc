import { describe, expect, it } from 'vitest'
import type { ReferenceFindings } from '../../../src/checks/check.js'
import { judgeComparison } from '../../../src/checks/comparison/judge.js'
import type { ComparisonFindings } from '../../../src/checks/comparison/listen.js'
import { pooledReference } from '../../../src/checks/comparison/pooled-reference.js'
import { type MadeUpFile, madeUpBatch, madeUpJudge, voices } from './made-up.js'

/** A print of its own, unlike that of any file. */
function reference(voice: string, number: number): ReferenceFindings<ComparisonFindings> {
  return { voice, findings: madeUpBatch(voices(...Array(50).fill(number)))[49].findings }
}

const options = { deviationThreshold: 0.15, accuracy: 'standard' } as const

function judged(
  files: MadeUpFile[],
  should: (string | undefined)[],
  references: ReferenceFindings<ComparisonFindings>[],
) {
  const batch = madeUpBatch(files).map((file, index) => ({ ...file, castVoice: should[index] }))
  return judgeComparison(batch, options, madeUpJudge, references)
}

const allMara = (count: number) => Array<string>(count).fill('Mara')

describe('a batch that should have the voice of a reference', () => {
  it('is left alone where it has', () => {
    const { report, reasons, alarms } = judged(voices(1, 1, 1, 1), allMara(4), [reference('Mara', 1)])
    expect(reasons.flat()).toEqual([])
    expect(alarms).toEqual([])
    expect(report.summary).toBe('The 4 files sound like the reference of Mara.')
    for (const track of report.tracks) expect(track.referenceSimilarity).toBeGreaterThan(0.95)
    expect(report.cast).toEqual([
      { voice: 'Mara', files: ['0.wav', '1.wav', '2.wav', '3.wav'], sameAs: [], hasReference: true },
    ])
    expect(report.similarityMatrix.map((row) => row.length)).toEqual([4, 4, 4, 4])
  })

  it('is flagged whole where all of it has another voice, though it agrees with itself', () => {
    const { report, reasons } = judged(voices(2, 2, 2, 2), allMara(4), [reference('Mara', 1)])
    expect(reasons.map(([reason]) => reason.message)).toEqual(
      Array(4).fill('does not sound like the reference of Mara'),
    )
    expect(report.summary).toBe('No file sounds like the reference of Mara.')
    expect(report.score).toBe(0)
    for (const track of report.tracks) {
      expect(track.referenceSimilarity).toBeLessThan(0.1)
      expect(track.judged).toBe(true)
    }
  })

  it('is judged by the reference where most of it has another voice', () => {
    const { report, reasons } = judged(voices(1, 2, 2, 2, 2), allMara(5), [reference('Mara', 1)])
    expect(reasons.map(({ length }) => length)).toEqual([0, 1, 1, 1, 1])
    expect(report.summary).toBe('4 of 5 files do not sound like the reference of Mara.')
  })

  it('blames a short file no more than its voice does', () => {
    const short = { voice: 1, speechSec: 1 }
    const { reasons } = judged([...voices(1, 1, 1), short, short], allMara(5), [reference('Mara', 1)])
    expect(reasons.flat()).toEqual([])
  })

  it('says of a file without speech that nobody speaks, and holds it against nothing', () => {
    const { report } = judged(
      [...voices(1, 1), { voice: null, presence: 'silence', loudnessLufs: null }],
      allMara(3),
      [reference('Mara', 1)],
    )
    expect(report.tracks[2].referenceSimilarity).toBeNull()
    expect(report.tracks.map(({ flagged }) => flagged)).toEqual([false, false, true])
  })
})

describe('several references of one voice', () => {
  it('are held against the files as one', () => {
    const { report, reasons } = judged(voices(1, 1, 1, 2), allMara(4), [
      reference('Mara', 1),
      reference('Mara', 1),
    ])
    expect(reasons.map(({ length }) => length)).toEqual([0, 0, 0, 1])
    expect(report.cast).toMatchObject([{ voice: 'Mara', hasReference: true }])
    expect(report.similarityMatrix).toHaveLength(4)
  })

  it('count by how much speech each has, and lack a view that one of them lacks', () => {
    const of = (speechSec: number, plain: number[], slow?: number[]) => ({
      voice: {
        speechSec,
        views: { plain: Float32Array.from(plain), ...(slow && { slow: Float32Array.from(slow) }) },
      },
      recording: null,
    })
    const { voice } = pooledReference([of(1, [0, 4], [1, 1]), of(3, [4, 0])])
    expect(voice).toEqual({ speechSec: 4, views: { plain: Float32Array.from([3, 1]) } })
  })
})

describe('a cast with references', () => {
  it('judges the only file of a voice by its reference', () => {
    const has = voices(0, 0, 0, 1)
    const should = ['Narrator', 'Narrator', 'Narrator', 'Mara']
    expect(judged(has, should, [reference('Mara', 1)]).reasons.flat()).toEqual([])
    const { report, reasons } = judged(has, should, [reference('Mara', 3)])
    expect(reasons[3].map(({ message }) => message)).toEqual(['does not sound like the reference of Mara'])
    expect(report.tracks.map(({ referenceSimilarity }) => referenceSimilarity === null)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('names the reference that a file has in place of its own', () => {
    const { report, reasons } = judged(
      voices(0, 0, 0, 0),
      ['Narrator', 'Narrator', 'Mara', 'Mara'],
      [reference('Narrator', 0), reference('Mara', 1)],
    )
    expect(reasons.slice(0, 2).flat()).toEqual([])
    expect(reasons.slice(2).map(([reason]) => reason.message)).toEqual(
      Array(2).fill('sounds like Narrator, should be Mara'),
    )
    expect(report.summary).toBe(
      '2 of 4 files have a different voice from the one that the cast says; no file of Mara sounds like the reference.',
    )
  })

  it('knows voices of which there is a reference and no file', () => {
    const { report, reasons } = judged(voices(1, 1, 0), allMara(3), [
      reference('Mara', 1),
      reference('Narrator', 0),
    ])
    expect(reasons.map((of) => of.map(({ message }) => message))).toEqual([
      [],
      [],
      ['sounds like Narrator, should be Mara'],
    ])
    expect(report.cast?.[1]).toEqual({ voice: 'Narrator', files: [], sameAs: [], hasReference: true })
    expect(report.summary).toBe('1 of 3 files does not sound like the reference of Mara.')
  })

  it('judges a voice without a reference among its files, as without any', () => {
    const should = ['Ann', 'Ann', 'Ann', 'Bea', 'Bea', 'Bea']
    const has = voices(0, 0, 4, 1, 1, 1)
    const without = judged(has, should, [])
    const beside = judged(has, should, [reference('Bea', 1)])
    expect(beside.reasons[2]).toEqual(without.reasons[2])
    expect(beside.report.tracks[0]).toEqual({ ...without.report.tracks[0], referenceSimilarity: null })
  })

  it('tells that two references are one voice', () => {
    const { alarms } = judged(
      voices(0, 0, 0, 0),
      ['Ann', 'Ann', 'Bea', 'Bea'],
      [reference('Ann', 0), reference('Bea', 0)],
    )
    expect(alarms?.map(({ message }) => message)).toEqual(['Ann and Bea are one voice.'])
  })
})

it('says nothing of references where there are none', () => {
  const { report } = judged(voices(0, 0, 1, 1), ['Ann', 'Ann', 'Bea', 'Bea'], [])
  expect(JSON.stringify(report)).not.toMatch(/reference/i)
})
