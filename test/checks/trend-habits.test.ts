import { describe, expect, it } from 'vitest'
import type { Trend } from '../../src/checks/trend.js'
import { type MovingFile, trendHabits } from '../../src/checks/trend-habits.js'

type Told = Trend<'level', 'dB'>

const traits = {
  level: { up: { name: 'up', does: 'get louder' }, down: { name: 'down', does: 'get softer' } },
}

/** Falls by so many dB, or rises; null for a file that shows nothing, undefined for one that is too short. */
const file = (byDb: number | null | undefined): MovingFile<'level', Told> => ({
  shownKinds: byDb === undefined ? [] : ['level'],
  trends:
    typeof byDb === 'number'
      ? [
          {
            kind: 'level',
            startSec: 0,
            endSec: 60,
            from: -20,
            to: -20 + byDb,
            unit: 'dB',
            deviation: 0.03 * Math.abs(byDb),
            flagged: 0.03 * Math.abs(byDb) > 0.15,
            message: '',
          },
        ]
      : [],
})

const judged = (...files: (number | null | undefined)[]) => trendHabits(files.map(file), traits, 0.15)
const flags = ({ trends }: ReturnType<typeof judged>) =>
  trends.map((own) => own.some(({ flagged }) => flagged))

describe('a slow change that most files make', () => {
  it('is told once, and flags none of them', () => {
    const habits = judged(-6, -7, -6, -8, null)
    expect(habits.traits).toEqual([
      {
        name: 'down',
        files: 4,
        share: 0.8,
        summary: '4 of 5 files get softer.',
        advice: expect.stringContaining('shorter passages'),
      },
    ])
    expect(flags(habits)).toEqual([false, false, false, false, false])
  })

  it('flags the file that goes much further, by what it is beyond them', () => {
    const habits = judged(-6, -6, -6, -6, -12)
    expect(habits.traits).toMatchObject([{ files: 5, share: 1, summary: 'All 5 files get softer.' }])
    expect(flags(habits)).toEqual([false, false, false, false, true])
    expect(habits.trends[4][0].deviation).toBeCloseTo(0.03 * 6, 9)
  })

  it('is no excuse for one that goes the other way', () => {
    expect(flags(judged(-6, -6, -6, -6, -6, -6, 6))).toEqual([...Array(6).fill(false), true])
  })
})

it('half of the files, or three, have no habit', () => {
  expect(judged(-6, -6, null, null)).toMatchObject({ traits: [] })
  expect(flags(judged(-6, -6, null, null))).toEqual([true, true, false, false])
  expect(flags(judged(-6, -6, -6))).toEqual([true, true, true])
})

it('files that are too short to show a change do not count among those that could', () => {
  expect(judged(-6, -6, -6, -6, undefined, undefined, undefined).traits).toMatchObject([
    { files: 4, share: 1 },
  ])
  expect(judged(-6, -6, undefined, undefined, undefined).traits).toEqual([])
})
