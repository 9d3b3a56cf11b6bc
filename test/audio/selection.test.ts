import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selected } from '../../src/audio/selection.js'

const level = fc.integer({ min: -9, max: 9 })

describe('selected', () => {
  it('gives what sorting would put there, equal values or not', () => {
    fc.assert(
      fc.property(fc.array(level, { minLength: 1, maxLength: 60 }), fc.nat(), (values, place) => {
        const index = place % values.length
        const sorted = [...values].sort((one, other) => one - other)
        expect(selected(Float32Array.from(values), values.length, index)).toBe(sorted[index])
      }),
    )
  })

  it('leaves alone what lies beyond the count', () => {
    const values = Float32Array.of(3, 2, 1, -7)
    expect(selected(values, 3, 0)).toBe(1)
    expect(values[3]).toBe(-7)
  })
})
