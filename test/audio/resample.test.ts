import { describe, expect, it } from 'vitest'
import { Resampler, resample } from '../../src/audio/resample.js'
import { concatenated, sine, whiteNoise } from './signals.js'

const TO_SPEECH_RATE = [8000, 11025, 12345, 22050, 24000, 32000, 44100, 44101, 48000, 96000, 192000]
const PAIRS = [
  ...TO_SPEECH_RATE.map((hz) => [hz, 16000]),
  [16000, 8000],
  [16000, 48000],
  [16000, 44100],
  [24000, 48000],
]

/** Root mean square relative to that of a sinusoid of amplitude 1, away from the ends. */
function levelDb(samples: Float32Array): number {
  const middle = samples.subarray(Math.floor(samples.length * 0.3), Math.floor(samples.length * 0.7))
  const meanSquare = middle.reduce((sum, value) => sum + value * value, 0) / middle.length
  return 10 * Math.log10(2 * meanSquare)
}

/** Quicker than comparing element by element. */
function expectSameBits(actual: Float32Array, expected: Float32Array): void {
  expect(actual).toHaveLength(expected.length)
  expect(Buffer.from(actual.buffer).equals(Buffer.from(expected.buffer))).toBe(true)
}

describe('resample', () => {
  it.each(PAIRS)('keeps sinusoids to 0.92 of the lower Nyquist frequency: %i to %i Hz', (fromHz, toHz) => {
    const lowerNyquistHz = Math.min(fromHz, toHz) / 2
    for (const part of [0.01, 0.37, 0.75, 0.92]) {
      const hz = part * lowerNyquistHz
      const length = Math.floor(0.4 * fromHz)
      const output = resample(sine(length, hz, fromHz), fromHz, toHz)
      const expected = sine(output.length, hz, toHz)
      // The difference holds ripple, delay, images and aliases at once.
      const difference = output.map((value, n) => value - expected[n])
      expect(levelDb(difference)).toBeLessThan(-105)
    }
  })

  it.each([
    [44100, 16000],
    [48000, 16000],
    [24000, 16000],
    [44101, 16000],
    [192000, 16000],
    [16000, 8000],
    [96000, 44100],
  ])('rejects what would alias by 100 dB: %i to %i Hz', (fromHz, toHz) => {
    const length = Math.floor(0.4 * fromHz)
    for (const part of [1.0005, 1.025, 1.3, 1.999, 2.5, 2.999, 3.7, 5.01, 11.9]) {
      const hz = (part * toHz) / 2
      if (hz >= fromHz / 2) continue
      expect(levelDb(resample(sine(length, hz, fromHz), fromHz, toHz))).toBeLessThan(-105)
    }
  })

  it.each(PAIRS)('gives ceil(n * to / from) samples: %i to %i Hz', (fromHz, toHz) => {
    for (const length of [0, 1, 2, 999, 12345]) {
      expect(resample(new Float32Array(length), fromHz, toHz)).toHaveLength(
        Math.ceil((length * toHz) / fromHz),
      )
    }
  })

  it.each([
    [44100, 16000],
    [12345, 16000],
    [16000, 8000],
    [8000, 44100],
    [44101, 16000],
  ])('does not care how the input is cut: %i to %i Hz', (fromHz, toHz) => {
    const input = whiteNoise(30_000)
    const whole = resample(input, fromHz, toHz)
    for (const sizes of [[1, 7, 0, 3001], [4096], [29_999], [517]]) {
      const resampler = new Resampler(fromHz, toHz)
      const pieces: Float32Array[] = []
      for (let at = 0, i = 0; at < input.length; i++) {
        const size = sizes[i % sizes.length]
        pieces.push(resampler.push(input.subarray(at, at + size)))
        at += size
      }
      pieces.push(resampler.flush())
      expectSameBits(concatenated(pieces), whole)
    }
  })

  it('leaves a pulse where it was', () => {
    const input = new Float32Array(48000)
    input[24000] = 1
    const output = resample(input, 48000, 16000)
    expect(output.indexOf(Math.max(...output))).toBe(8000)
    // A linear-phase filter is the same on both sides.
    for (let n = 1; n < 50; n++) expect(Math.abs(output[8000 + n] - output[8000 - n])).toBeLessThan(1e-7)
  })

  it('keeps a level without sound in it', () => {
    const output = resample(new Float32Array(44100).fill(0.5), 44100, 16000)
    const middle = output.subarray(2000, 14000)
    expect(middle.every((value) => Math.abs(value - 0.5) < 1e-6)).toBe(true)
  })

  it('hands equal rates through untouched, as a copy', () => {
    const input = whiteNoise(1000)
    const output = resample(input, 16000, 16000)
    expect(output).toEqual(input)
    const resampler = new Resampler(8000, 8000)
    expect(resampler.push(input).buffer).not.toBe(input.buffer)
    expect(resampler.flush()).toHaveLength(0)
  })

  it('does not run its stages over input longer than a slice differently', () => {
    const input = whiteNoise(150_000)
    const resampler = new Resampler(44100, 16000)
    expectSameBits(concatenated([resampler.push(input), resampler.flush()]), resample(input, 44100, 16000))
  })

  it('refuses rates that are none, and use after the end', () => {
    for (const hz of [0, -1, 44100.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => new Resampler(hz, 16000)).toThrow(RangeError)
      expect(() => new Resampler(16000, hz)).toThrow(/toHz/)
    }
    expect(() => new Resampler(10_000_000, 8000)).toThrow(/factor of 256/)
    const resampler = new Resampler(44100, 16000)
    resampler.flush()
    expect(() => resampler.push(new Float32Array(1))).toThrow(/flushed/)
    expect(() => resampler.flush()).toThrow(/flushed/)
  })
})
