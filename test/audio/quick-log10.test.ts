import { describe, expect, it } from 'vitest'
import { quickLog10 } from '../../src/audio/quick-log10.js'

describe('quickLog10', () => {
  it('gives powers of ten their exponent', () => {
    for (let exponent = -30; exponent <= 30; exponent++)
      expect(Math.abs(quickLog10(10 ** exponent) - exponent)).toBeLessThan(1e-7)
  })

  it('is as exact as a 32-bit number wherever it lies between two powers of two', () => {
    let worst = 0
    for (let step = 0; step < 20_000; step++) {
      const value = 2 ** (-40 + step / 250)
      worst = Math.max(worst, Math.abs(quickLog10(value) - Math.log10(value)))
    }
    expect(worst).toBeLessThan(4e-8)
  })

  it('never falls as the value rises', () => {
    let before = quickLog10(0.9)
    let deepestFall = 0
    for (let value = 0.9; value < 2.9; value += 2e-5) {
      deepestFall = Math.max(deepestFall, before - quickLog10(value))
      before = quickLog10(value)
    }
    expect(deepestFall).toBeLessThan(1e-9)
  })

  it('takes nothing for very little', () => {
    expect(quickLog10(0)).toBeLessThan(-37)
    expect(quickLog10(0)).toBeGreaterThan(-40)
  })
})
