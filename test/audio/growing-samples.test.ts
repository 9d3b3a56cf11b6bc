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

  it('takes more than a short file has, in order', () => {
    const samples = new GrowingSamples()
    const minute = new Float32Array(60 * 16_000).fill(1)
    samples.push(minute.subarray(0, 1_000).map(() => 2))
    samples.push(minute)
    samples.push(Float32Array.of(3))
    const whole = samples.whole()
    expect(whole).toHaveLength(1_000 + minute.length + 1)
    expect([whole[999], whole[1_000], whole.at(-2), whole.at(-1)]).toEqual([2, 1, 1, 3])
  })
})
