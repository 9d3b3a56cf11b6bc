import { expect, test } from 'vitest'
import { mumbled, mumblings } from '../../eval/plant/mumbled.js'

const RATE_HZ = 16_000
const tone = (hz: number) =>
  Float32Array.from({ length: RATE_HZ }, (_, n) => 0.5 * Math.sin((2 * Math.PI * hz * n) / RATE_HZ))
const word = { startSec: 0.25, endSec: 0.75 }
const rms = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)

test.each(mumblings)('said %s, one word is another and the rest is left as it was', (how) => {
  const samples = Float32Array.from(tone(300), (sample, n) => (sample * n) / RATE_HZ)
  const spoiled = mumbled(samples, RATE_HZ, word, how)
  expect(spoiled).toHaveLength(samples.length)
  expect(spoiled.subarray(0, 4000)).toEqual(samples.subarray(0, 4000))
  expect(spoiled.subarray(12_000)).toEqual(samples.subarray(12_000))
  expect(spoiled.subarray(4000, 12_000)).not.toEqual(samples.subarray(4000, 12_000))
})

test('a word said softly has lost what lies high', () => {
  const inside = (hz: number) => rms(mumbled(tone(hz), RATE_HZ, word, 'softly').subarray(5000, 11_000))
  // Four poles at 500 Hz: 0.15 dB of each lost at 100 Hz, 16 dB at 3 kHz.
  expect(inside(100)).toBeGreaterThan(0.6 * rms(tone(100)))
  expect(inside(3000)).toBeLessThan(0.01 * rms(tone(3000)))
})

test('a word said backwards ends with its beginning', () => {
  const samples = Float32Array.from({ length: RATE_HZ }, (_, n) => n / RATE_HZ)
  const spoiled = mumbled(samples, RATE_HZ, word, 'backwards')
  expect(spoiled[5000]).toBeCloseTo(samples[11_999 - 1000], 6)
})
