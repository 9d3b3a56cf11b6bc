import { describe, expect, it } from 'vitest'
import { RealFft } from '../../src/audio/fft.js'
import { whiteNoise } from './signals.js'

/** The definition, summed term by term. */
function slowSpectrum(x: Float64Array): { re: Float64Array; im: Float64Array } {
  const bins = x.length / 2 + 1
  const re = new Float64Array(bins)
  const im = new Float64Array(bins)
  for (let k = 0; k < bins; k++) {
    for (let n = 0; n < x.length; n++) {
      const angle = (2 * Math.PI * ((k * n) % x.length)) / x.length
      re[k] += x[n] * Math.cos(angle)
      im[k] -= x[n] * Math.sin(angle)
    }
  }
  return { re, im }
}

describe('RealFft', () => {
  it.each([2, 4, 8, 16, 32, 64, 256, 512, 2048])('equals the defining sum at size %i', (size) => {
    const fft = new RealFft(size)
    const x = Float64Array.from(whiteNoise(size))
    const expected = slowSpectrum(x)
    const re = new Float64Array(fft.bins)
    const im = new Float64Array(fft.bins)
    // The second call runs on used buffers.
    for (let call = 0; call < 2; call++) {
      fft.forward(x, re, im)
      for (let k = 0; k < fft.bins; k++) {
        expect(Math.abs(re[k] - expected.re[k])).toBeLessThan(1e-10)
        expect(Math.abs(im[k] - expected.im[k])).toBeLessThan(1e-10)
      }
    }
  })

  it.each([
    [2, 2],
    [4, 3],
    [8, 8],
    [64, 40],
    [512, 512],
  ])('gives the powers of a windowed part at size %i with %i samples', (size, length) => {
    const fft = new RealFft(size)
    const samples = Float32Array.from(whiteNoise(length + 5))
    const window = Float64Array.from({ length }, (_, n) => 1 + Math.sin(n))
    const x = new Float64Array(size)
    for (let n = 0; n < length; n++) x[n] = samples[5 + n] * window[n]
    const { re, im } = slowSpectrum(x)
    for (const count of [0, 1, Math.ceil(size / 4), fft.bins - 1, fft.bins]) {
      const into = new Float32Array(fft.bins + 2).fill(-1)
      fft.windowedPowers(samples, 5, window, 3, into, 1, count)
      const expected = Array.from({ length: count }, (_, k) => 3 * (re[k] ** 2 + im[k] ** 2))
      for (const [k, power] of expected.entries())
        expect(Math.abs(into[1 + k] - power)).toBeLessThan(1e-6 * (1 + power))
      expect([into[0], ...into.subarray(1 + count)].every((untouched) => untouched === -1)).toBe(true)
    }
  })

  it.each([2, 4, 8, 128, 1024])('goes back to the signal at size %i', (size) => {
    const fft = new RealFft(size)
    const x = Float64Array.from(whiteNoise(size))
    const re = new Float64Array(fft.bins)
    const im = new Float64Array(fft.bins)
    const back = new Float64Array(size)
    fft.forward(x, re, im)
    fft.inverse(re, im, back)
    for (let n = 0; n < size; n++) expect(Math.abs(back[n] - x[n])).toBeLessThan(1e-14)
  })

  it('puts a cosine of amplitude 1 into one bin of height N / 2', () => {
    const fft = new RealFft(64)
    const x = Float32Array.from({ length: 64 }, (_, n) => Math.cos((2 * Math.PI * 5 * n) / 64))
    const re = new Float64Array(33)
    const im = new Float64Array(33)
    fft.forward(x, re, im)
    for (let k = 0; k < 33; k++) expect(re[k]).toBeCloseTo(k === 5 ? 32 : 0, 5)
  })

  it('refuses sizes that are no power of two, and arrays of the wrong length', () => {
    for (const size of [0, 1, 3, 12, 1000, 2.5, Number.NaN])
      expect(() => new RealFft(size)).toThrow(RangeError)
    const fft = new RealFft(8)
    const powers = (length: number, start: number) =>
      fft.windowedPowers(new Float32Array(12), start, new Float64Array(length), 1, new Float32Array(5), 0, 5)
    expect(() => powers(9, 0)).toThrow(RangeError)
    expect(() => powers(8, 5)).toThrow(RangeError)
    expect(() => powers(8, -1)).toThrow(RangeError)
    expect(() => fft.forward(new Float64Array(7), new Float64Array(5), new Float64Array(5))).toThrow(
      /8 samples/,
    )
    expect(() => fft.inverse(new Float64Array(4), new Float64Array(5), new Float64Array(8))).toThrow(
      RangeError,
    )
  })
})
