import { describe, expect, it } from 'vitest'
import { judgeComparison } from '../../../src/checks/comparison/judge.js'
import { speakerFaults, spokenParts } from '../../../src/checks/comparison/spoken-parts.js'
import { madeUpBatch, madeUpJudge, voices, voiceVector } from './made-up.js'

const part = (label: string, startSec: number, endSec: number) => ({ label, startSec, endSec })
const turn = (voice: number, startSec: number, endSec: number) => ({ voice, startSec, endSec })

const dialogue = [part('MARA', 0, 5), part('TOM', 5.2, 9), part('MARA', 9.3, 14)]

describe('speakers of a script', () => {
  it('have a voice each, however the changes are told to the half second', () => {
    const turns = [turn(1, 0, 5.5), turn(2, 5.5, 8.8), turn(1, 8.8, 14)]
    expect(speakerFaults(dialogue, turns)).toEqual([])
    expect(spokenParts(dialogue, turns).map(({ voice }) => voice)).toEqual([1, 2, 1])
  })

  it('are told where one is spoken by two voices', () => {
    const turns = [turn(1, 0, 5.1), turn(2, 5.1, 9.1), turn(3, 9.1, 14)]
    expect(speakerFaults(dialogue, turns)).toEqual(['MARA is spoken by 2 voices, by another one at 0:09'])
    const inside = [turn(1, 0, 2), turn(3, 2, 5.1), turn(2, 5.1, 9.1), turn(1, 9.1, 14)]
    expect(speakerFaults(dialogue, inside)).toEqual(['MARA is spoken by 2 voices, by another one at 0:02'])
  })

  it('are told where two are spoken by one voice', () => {
    expect(speakerFaults(dialogue, [turn(1, 0, 14)])).toEqual(['MARA and TOM are spoken by one voice'])
  })

  it('are not judged by a word or two, nor where nobody knows who speaks', () => {
    expect(speakerFaults([part('MARA', 0, 6), part('TOM', 6.1, 7)], [turn(1, 0, 7)])).toEqual([])
    expect(speakerFaults(dialogue, [])).toEqual([])
    expect(spokenParts(dialogue, []).map(({ voice }) => voice)).toEqual([null, null, null])
  })
})

describe('a file whose script has several speakers', () => {
  /** Twelve seconds, of which the second half has another voice. */
  const parts = Array.from({ length: 12 }, (_, at) => ({
    startSec: at,
    endSec: at + 1,
    embedding: voiceVector(at < 6 ? 0 : 1, at),
    speechSec: 1,
  }))
  const judged = (labelledParts?: ReturnType<typeof part>[]) => {
    const batch = madeUpBatch([{ voice: 0, parts }, ...voices(0, 0, 0)])
    const [talk, ...rest] = batch
    return judgeComparison(
      [{ ...talk, labelledParts }, ...rest],
      { deviationThreshold: 0.15, accuracy: 'standard' },
      madeUpJudge,
    )
  }

  it('is not flagged for having several voices', () => {
    expect(judged().reasons[0].map(({ message }) => message)).toEqual(['the voice changes at 0:06'])
    const { report, reasons } = judged([part('MARA', 0, 6), part('TOM', 6, 12)])
    expect(reasons[0]).toEqual([])
    expect(report.summary).toBe('The 4 files have the same voice.')
    expect(report.tracks[0].speakers?.map(({ label, voice }) => [label, voice])).toEqual([
      ['MARA', 1],
      ['TOM', 2],
    ])
  })

  it('is flagged where the voices are not those of the speakers', () => {
    const { reasons } = judged([part('MARA', 0, 3), part('TOM', 3, 6), part('MARA', 6, 12)])
    expect(reasons[0].map(({ message }) => message)).toEqual([
      'MARA is spoken by 2 voices, by another one at 0:06',
    ])
  })

  it('is judged as any other where the script has one speaker', () => {
    const { reasons } = judged([part('MARA', 0, 12)])
    expect(reasons[0].map(({ message }) => message)).toEqual(['the voice changes at 0:06'])
  })
})
