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

  it('grows when its first room is full', () => {
    const samples = new GrowingSamples(2)
    for (let value = 1; value <= 9; value += 3) samples.push(Float32Array.of(value, value + 1, value + 2))
    expect([...samples.whole()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})
