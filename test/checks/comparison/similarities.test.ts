import { describe, expect, it } from 'vitest'
import { type Accuracy, accuracies } from '../../../src/checks/check.js'
import { comparedVoices } from '../../../src/checks/comparison/similarities.js'
import type { TakenView } from '../../../src/checks/comparison/voice-views.js'
import { madeUpJudge, voiceVector } from './made-up.js'

const QUIET_ROOM = { bandwidthHz: 8_000, noiseFloorDb: -60, restDb: -45, bandsDb: [] }

/** A file in which each view looks like the voice of that number. */
function file(seen: Partial<Record<TakenView, number>>, recording = QUIET_ROOM) {
  const views = Object.fromEntries(Object.entries(seen).map(([view, voice]) => [view, voiceVector(voice)]))
  return { voice: { views, speechSec: 5 }, recording }
}

function matrixOf(files: Parameters<typeof comparedVoices>[0], accuracy: Accuracy) {
  return comparedVoices(files, madeUpJudge, accuracy).matrix
}

describe('how alike the voices of a batch are', () => {
  it('takes in more views with more accuracy', () => {
    const files = [
      file({ plain: 0, slow: 0, fast: 0, timbre: 0 }),
      file({ plain: 0, slow: 1, fast: 1, timbre: 0 }),
    ]
    const standard = matrixOf(files, 'standard')
    expect(standard[0][1]).toBeGreaterThan(0.9)
    for (const accuracy of ['high', 'highest'] as const) {
      const matrix = matrixOf(files, accuracy)
      expect(matrix[0][1]).toBeLessThan(0.5)
      expect(matrix[1][0]).toBe(matrix[0][1])
      expect(matrix.map((row, index) => row[index])).toEqual([1, 1])
    }
  })

  it('tells another timbre apart at every accuracy', () => {
    const files = [
      file({ plain: 0, slow: 0, fast: 0, timbre: 0 }),
      file({ plain: 0, slow: 0, fast: 0, timbre: 5 }),
    ]
    const [standard, high, highest] = accuracies.map((accuracy) => matrixOf(files, accuracy)[0][1])
    expect(standard).toBeLessThan(0.1)
    const [alike] = accuracies.map((accuracy) => matrixOf([files[0], files[0]], accuracy)[0][1])
    expect(high).toBeLessThan(alike)
    expect(highest).toBeLessThan(alike)
  })

  it.each([
    ['a narrower band', { ...QUIET_ROOM, bandwidthHz: 4_000 }],
    ['more noise', { ...QUIET_ROOM, restDb: -25 }],
  ])('leaves the timbre out where the other recording has %s', (_, recording) => {
    const one = file({ plain: 0, slow: 0, fast: 0, timbre: 0 })
    const other = (timbre: number) => file({ plain: 0, slow: 0, fast: 0, timbre }, recording)
    for (const accuracy of accuracies)
      expect(matrixOf([one, other(5)], accuracy)).toEqual(matrixOf([one, other(0)], accuracy))
  })

  it('does with fewer views where a file lacks one', () => {
    const files = [file({ plain: 0, slow: 0, fast: 0, timbre: 0 }), file({ plain: 0 })]
    const standard = matrixOf(files, 'standard')
    expect(standard[0][1]).toBeGreaterThan(0.9)
    expect(matrixOf(files, 'highest')).toEqual(standard)
  })

  it('leaves open what a file without speech is like', () => {
    const files = [file({ plain: 0 }), { voice: null, recording: null }]
    expect(matrixOf(files, 'high')).toEqual([
      [1, 0.5],
      [0.5, 1],
    ])
  })
})

describe('how like a file is to several of one voice', () => {
  const brief = (voice: number, nudge: number) => ({
    voice: { views: { plain: voiceVector(voice, nudge) }, speechSec: 0.8 },
    recording: QUIET_ROOM,
  })
  const files = [brief(0, 1), brief(0, 2), brief(0, 3), brief(0, 4), brief(1, 5)]
  const { matrix, likeness } = comparedVoices(files, madeUpJudge, 'standard')

  it('is surer than by each of them, either way', () => {
    const group = [1, 2, 3]
    expect(likeness(0, group)).toBeGreaterThan(Math.max(...group.map((other) => matrix[0][other])))
    expect(likeness(4, group)).toBeLessThan(Math.min(...group.map((other) => matrix[4][other])))
  })

  it('leaves the file itself out', () => {
    expect(likeness(0, [0, 1, 2])).toBe(likeness(0, [1, 2]))
    expect(likeness(0, [0])).toBeNull()
  })

  it('is the similarity to the other where there is only one', () => {
    expect(likeness(0, [4])).toBe(matrix[0][4])
  })

  it('goes by those whose recording is alike, where these are half of them', () => {
    const noisy = { ...QUIET_ROOM, restDb: -20 }
    const voices = [
      file({ plain: 0, timbre: 0 }),
      file({ plain: 0, timbre: 0 }),
      file({ plain: 0, timbre: 0 }),
    ]
    const other = file({ plain: 0, timbre: 5 }, noisy)
    const mixed = comparedVoices([...voices, other], madeUpJudge, 'standard')
    const alone = comparedVoices(voices, madeUpJudge, 'standard')
    expect(mixed.likeness(0, [1, 2, 3])).toBe(alone.likeness(0, [1, 2]))
  })
})
