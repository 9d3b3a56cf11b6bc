import { describe, expect, it } from 'vitest'
import { similarityMatrix } from '../../../src/checks/comparison/similarities.js'
import type { View } from '../../../src/checks/comparison/voice-views.js'
import { madeUpJudge, voiceVector } from './made-up.js'

const QUIET_ROOM = { bandwidthHz: 8_000, noiseFloorDb: -60, restDb: -45, bandsDb: [] }

/** A file in which each view looks like the voice of that number. */
function file(seen: Partial<Record<View, number>>, recording = QUIET_ROOM) {
  const views = Object.fromEntries(Object.entries(seen).map(([view, voice]) => [view, voiceVector(voice)]))
  return { voice: { views, speechSec: 5 }, recording }
}

describe('how alike the voices of a batch are', () => {
  it('takes in more views with more accuracy', () => {
    const files = [
      file({ plain: 0, slow: 0, fast: 0, timbre: 0 }),
      file({ plain: 0, slow: 1, fast: 1, timbre: 0 }),
      file({ plain: 0, slow: 0, fast: 0, timbre: 5 }),
    ]
    const standard = similarityMatrix(files, madeUpJudge, 'standard')
    expect(standard[0][1]).toBeGreaterThan(0.9)
    const high = similarityMatrix(files, madeUpJudge, 'high')
    expect(high[0][1]).toBeLessThan(0.1)
    expect(high[0][2]).toBeGreaterThan(0.9)
    const highest = similarityMatrix(files, madeUpJudge, 'highest')
    expect(highest[0][2]).toBeLessThan(high[0][2])
    expect(highest[2][0]).toBe(highest[0][2])
    expect(highest.map((row, index) => row[index])).toEqual([1, 1, 1])
  })

  it.each([
    ['a narrower band', { ...QUIET_ROOM, bandwidthHz: 4_000 }],
    ['more noise', { ...QUIET_ROOM, restDb: -25 }],
  ])('leaves the timbre out where the other recording has %s', (_, recording) => {
    const one = file({ plain: 0, slow: 0, fast: 0, timbre: 0 })
    const other = file({ plain: 0, slow: 0, fast: 0, timbre: 5 }, recording)
    const high = similarityMatrix([one, other], madeUpJudge, 'high')
    expect(similarityMatrix([one, other], madeUpJudge, 'highest')).toEqual(high)
  })

  it('does with fewer views where a file lacks one', () => {
    const files = [file({ plain: 0, slow: 0, fast: 0, timbre: 0 }), file({ plain: 0 })]
    const standard = similarityMatrix(files, madeUpJudge, 'standard')
    expect(standard[0][1]).toBeGreaterThan(0.9)
    expect(similarityMatrix(files, madeUpJudge, 'highest')).toEqual(standard)
  })

  it('leaves open what a file without speech is like', () => {
    const files = [file({ plain: 0 }), { voice: null, recording: null }]
    expect(similarityMatrix(files, madeUpJudge, 'high')).toEqual([
      [1, 0.5],
      [0.5, 1],
    ])
  })
})
