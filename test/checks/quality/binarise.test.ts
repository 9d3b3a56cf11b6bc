import { describe, expect, it } from 'vitest'
import { binarise, merged } from '../../../src/checks/quality/binarise.js'

describe('a curve made into stretches', () => {
  const curve = [0, 2, 5, 2, 0, 0, 2, 2, 0, 6]

  it('holds what reaches the offset', () => {
    expect(binarise(curve, { offset: 2 })).toEqual([
      { from: 1, to: 4 },
      { from: 6, to: 8 },
      { from: 9, to: 10 },
    ])
  })

  it('leaves out stretches that nowhere reach the onset, or are too short', () => {
    expect(binarise(curve, { offset: 2, onset: 5 })).toEqual([
      { from: 1, to: 4 },
      { from: 9, to: 10 },
    ])
    expect(binarise(curve, { offset: 2, onset: 5, shortest: 2 })).toEqual([{ from: 1, to: 4 }])
  })

  it('joins over gaps, and asks of the whole how high and how long it is', () => {
    expect(binarise(curve, { offset: 2, join: 1, onset: 6, shortest: 4 })).toEqual([{ from: 6, to: 10 }])
    expect(binarise(curve, { offset: 2, join: 2 })).toEqual([{ from: 1, to: 10 }])
  })

  it('of what is no number is nothing', () => {
    expect(binarise([Number.NaN, Number.NaN], { offset: 0 })).toEqual([])
  })
})

describe('items that are merged', () => {
  const items = [
    { startSec: 3, endSec: 4, size: 1 },
    { startSec: 0, endSec: 2.5, size: 2 },
    { startSec: 1, endSec: 2, size: 3 },
  ]
  const add = (whole: { size: number }, next: { size: number }) => {
    whole.size += next.size
  }

  it('are one where they touch, and left alone themselves', () => {
    expect(merged(items, 0.4, add)).toEqual([
      { startSec: 0, endSec: 2.5, size: 5 },
      { startSec: 3, endSec: 4, size: 1 },
    ])
    expect(merged(items, 0.5, add)).toEqual([{ startSec: 0, endSec: 4, size: 6 }])
    expect(items[1]).toEqual({ startSec: 0, endSec: 2.5, size: 2 })
  })
})
