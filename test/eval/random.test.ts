import { describe, expect, it } from 'vitest'
import { sample, seededRandom, stableHash } from '../../lab/random.js'

describe('seeded numbers', () => {
  it('are those of mulberry32', () => {
    // Worked out in Python with the published definition and 32-bit masks.
    const random = seededRandom(1)
    expect([random(), random(), random()]).toEqual([
      0.6270739405881613, 0.002735721180215478, 0.5274470399599522,
    ])
  })

  it('hash names as FNV-1a does', () => {
    // Test vectors of the FNV page (32 bit, FNV-1a).
    expect(stableHash('')).toBe(0x811c9dc5)
    expect(stableHash('a')).toBe(0xe40c292c)
    expect(stableHash('foobar')).toBe(0xbf9cf968)
  })

  it('draw the same sample every time, in the order of the items', () => {
    const items = Array.from({ length: 100 }, (_, index) => index)
    const drawn = sample(items, 10, 7)
    expect(drawn).toHaveLength(10)
    expect(new Set(drawn).size).toBe(10)
    expect(drawn).toEqual([...drawn].sort((a, b) => a - b))
    expect(sample(items, 10, 7)).toEqual(drawn)
    expect(sample(items, 10, 8)).not.toEqual(drawn)
    expect(sample(items, 1000, 7)).toEqual(items)
  })
})
