import { describe, expect, test } from 'vitest'
import { checkScore, fileCounts } from '../../src/checks/score.js'

describe('the score of a check', () => {
  const ofFlagged = (flagged: number, files = 10) =>
    checkScore(Array.from({ length: files }, (_, at) => fileCounts(at < flagged, 0, 0.15)))

  test('is 100 where all files are in order, 0 where none is', () => {
    expect(ofFlagged(0)).toBe(100)
    expect(ofFlagged(10)).toBe(0)
    expect(ofFlagged(1, 1)).toBe(0)
  })

  test('is how likely two files picked at random are both in order', () => {
    expect(ofFlagged(1)).toBe(81)
    expect(ofFlagged(5)).toBe(25)
    expect(ofFlagged(7)).toBe(9)
  })

  test('falls short of fair where most files are to be regenerated, each for another check', () => {
    const checks = [2, 3, 1, 2].map((flagged) => ofFlagged(flagged))
    expect(checks.reduce((sum, each) => sum + each, 0) / checks.length).toBeLessThan(75)
  })

  test('does not count what was not judged; where nothing was, nothing was found wrong', () => {
    expect(checkScore([1, null, 0])).toBe(25)
    expect(checkScore([null, null])).toBe(100)
    expect(checkScore([])).toBe(100)
  })
})

describe('a file', () => {
  test('that is flagged counts for nothing, however little it is off', () => {
    expect(fileCounts(true, 0, 0.15)).toBe(0)
  })

  test('that is not counts for nearly all, the less the nearer it is to the limit', () => {
    const counts = [-0.2, 0, 0.05, 0.1, 0.15].map((deviation) => fileCounts(false, deviation, 0.15))
    expect(counts.slice(0, 2)).toEqual([1, 1])
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    expect(counts.at(-1)).toBeCloseTo(0.95, 9)
  })

  test('that shares a fault with most others counts for what is left of it', () => {
    expect(fileCounts(false, 0.5, 0.15)).toBeCloseTo((0.95 * 0.5) / 0.85, 9)
    expect(fileCounts(false, 1, 0.15)).toBe(0)
  })

  test('counts at every threshold', () => {
    expect(fileCounts(false, 0, 0)).toBe(1)
    expect(fileCounts(false, 1, 1)).toBeCloseTo(0.95, 9)
  })
})
