import { describe, expect, it } from 'vitest'
import { GrowingSamples } from '../../src/audio/growing-samples.js'

describe('GrowingSamples', () => {
  it('keeps pieces in their order as one array', () => {
    const samples = new GrowingSamples()
    samples.push(Float32Array.of(1, 2))
    samples.push(new Float32Array(0))
    samples.push(Float32Array.of(3))
    expect([...samples.whole()]).toEqual([1, 2, 3])
  })

  it('grows past its first hour', () => {
    const samples = new GrowingSamples()
    const halfHour = new Float32Array(1800 * 16_000)
    for (let piece = 0; piece < 3; piece++) {
      halfHour[0] = piece + 1
      samples.push(halfHour)
    }
    const whole = samples.whole()
    expect(whole).toHaveLength(3 * halfHour.length)
    expect([0, 1, 2].map((piece) => whole[piece * halfHour.length])).toEqual([1, 2, 3])
  })
})
