import { describe, expect, it } from 'vitest'
import { flagsOf, trueWordsPerMinute } from '../../eval/sections/pace.js'
import { atSpeed } from '../../lab/time-stretch.js'
import type { PaceFindings } from '../../src/checks/pace/findings.js'
import { sine } from '../audio/signals.js'

describe('speech at another speed', () => {
  it.each([0.7, 1.3])('has its new length and its old pitch at %d', (speed) => {
    const stretched = atSpeed(sine(16_000, 200, 16_000, 0.5), 16_000, speed)
    expect(stretched).toHaveLength(Math.round(16_000 / speed))
    // 200 Hz crosses zero upwards 200 times a second; the edges aside.
    const inside = stretched.subarray(1_600, -1_600)
    const crossings = inside.reduce(
      (count, sample, n) => count + Number(n > 0 && inside[n - 1] < 0 && sample >= 0),
      0,
    )
    expect(Math.abs(crossings - (200 * inside.length) / 16_000)).toBeLessThanOrEqual(1)
    const peak = inside.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    expect(peak).toBeGreaterThan(0.45)
    expect(peak).toBeLessThan(0.55)
  })

  it('at speed one is what it was', () => {
    const tone = sine(8_000, 150, 16_000, 0.5)
    const same = atSpeed(tone, 16_000, 1)
    expect(same.reduce((worst, sample, n) => Math.max(worst, Math.abs(sample - tone[n])), 0)).toBeLessThan(
      1e-6,
    )
  })
})

it('the true pace leaves long pauses out and counts words as spoken', () => {
  const words = [
    { text: 'In', startSec: 1, endSec: 1.5 },
    { text: '1984', startSec: 1.5, endSec: 2.5 },
    { text: 'then', startSec: 4.5, endSec: 5 },
  ]
  // Five words in 2 s.
  expect(trueWordsPerMinute(words)).toBeCloseTo(150, 9)
})

it('flags are counted in the untouched batch and with each file changed in turn', () => {
  const said = (speed: number): PaceFindings => ({
    presence: 'speech',
    wordCount: 40,
    speechSec: 14 / speed,
    runningSec: 13 / speed,
    longestPauseSec: 0,
    typicalSec: 13,
    parts: [],
  })
  const batch = [1, 1, 1, 1, 1.5].map(said)
  const { files, falseFlags, found } = flagsOf('one voice', batch, (_, change) => said(change))
  expect({ files, falseFlags }).toEqual({ files: 5, falseFlags: 1 })
  expect(found).toMatchObject({ '0.7': 1, '1.3': 1 })
  expect(found['0.9']).toBe(0)
})
