import { describe, expect, it } from 'vitest'
import { oddsLessHabit } from '../../../../../src/checks/quality/detectors/clicks/habit.js'

const SURE_FROM = 3
const at = (startSec: number, odds: number) => ({ startSec, endSec: startSec + 0.003, odds })

describe('habits', () => {
  it('leaves a single moment as sure as it is, and those of a file full of sure clicks', () => {
    expect(oddsLessHabit([at(1, 4)], SURE_FROM)).toEqual([4])
    expect(oddsLessHabit([at(1, 4), at(2, 9), at(3, 5)], SURE_FROM)).toEqual([4, 9, 5])
  })

  it('takes one for each other doubtful moment nearby, three at most, and none for itself', () => {
    expect(oddsLessHabit([at(1, 2), at(2, 4)], SURE_FROM)).toEqual([2, 3])
    expect(oddsLessHabit([at(1, 2), at(2, 2.5), at(3, 4)], SURE_FROM)).toEqual([1, 1.5, 2])
    const many = [at(0, 2), at(1, 2), at(2, 2), at(3, 2), at(4, 2), at(5, 8)]
    expect(oddsLessHabit(many, SURE_FROM).at(-1)).toBe(5)
  })

  it('counts neither what is hardly possible nor what lies far away', () => {
    expect(oddsLessHabit([at(1, 0.6), at(2, 4)], SURE_FROM)).toEqual([0.6, 4])
    expect(oddsLessHabit([at(1, 2), at(20, 4), at(40, 2)], SURE_FROM)).toEqual([2, 4, 2])
  })
})
