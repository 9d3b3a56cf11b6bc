import { describe, expect, it } from 'vitest'
import { powerSpectrum } from '../../src/audio/spectrum.js'
import { makeWindow } from '../../src/audio/window.js'
import { chirpWithNoise, sine } from './signals.js'

const framing = { sampleRateHz: 16000, frameSec: 0.025, hopSec: 0.01 }

/** Relative to the value, as the power spans many decades; float32 holds seven digits. */
function expectValues(row: Float32Array, expected: Record<number, number>): void {
  for (const [bin, value] of Object.entries(expected)) {
    expect(Math.abs(row[Number(bin)] / value - 1), `bin ${bin}`).toBeLessThan(2e-5)
  }
}

describe('powerSpectrum', () => {
  // Expected: numpy, abs(rfft(frame * scipy.signal.get_window(name, 400), n))^2 / sum(window)^2.
  it('equals numpy on a Hann window', () => {
    const { frames, dims, data, fftSize, binHz } = powerSpectrum(chirpWithNoise(4000, 16000), framing)
    expect([frames, dims, fftSize, binHz]).toEqual([23, 257, 512, 31.25])
    expectValues(data.subarray(5 * dims, 6 * dims), {
      0: 8.511711e-5,
      1: 3.638538e-5,
      5: 1.347788e-5,
      12: 1.457785e-6,
      39: 2.071141e-3,
      40: 2.083473e-3,
      100: 5.114595e-7,
    })
  })

  it('equals numpy on other windows and a longer FFT', () => {
    const samples = chirpWithNoise(4000, 16000)
    const blackman = powerSpectrum(samples, { ...framing, window: 'blackman', fftSize: 1024 })
    expectValues(blackman.data.subarray(22 * 513), { 0: 1.208668e-4, 10: 9.94335e-7, 79: 2.458268e-3 })
    const hamming = powerSpectrum(samples, { ...framing, window: 'hamming' })
    expectValues(hamming.data.subarray(22 * 257), { 0: 8.52292e-5, 10: 1.082313e-2, 79: 5.33125e-7 })
  })

  it('shows a quarter of the squared amplitude in the bin of a sinusoid', () => {
    for (const window of ['hann', 'hamming', 'blackman', 'rectangular'] as const) {
      const { data } = powerSpectrum(sine(512, 1000, 16000, 0.5), {
        sampleRateHz: 16000,
        frameSec: 0.032,
        hopSec: 0.032,
        window,
      })
      expect(data[32]).toBeCloseTo(0.25 * 0.25, 6)
    }
  })

  it('takes whole frames only, and knows their middles', () => {
    const { timesSec } = powerSpectrum(new Float32Array(4000), framing)
    expect(timesSec[0]).toBeCloseTo(0.0125, 9)
    expect(timesSec[22]).toBeCloseTo(0.2325, 9)
    expect(powerSpectrum(new Float32Array(399), framing).frames).toBe(0)
    expect(powerSpectrum(new Float32Array(400), framing).frames).toBe(1)
  })

  it('says what is wrong with its options', () => {
    const samples = new Float32Array(800)
    expect(() => powerSpectrum(samples, { ...framing, sampleRateHz: -1 })).toThrow(/sampleRateHz/)
    expect(() => powerSpectrum(samples, { ...framing, frameSec: 0 })).toThrow(/frameSec/)
    expect(() => powerSpectrum(samples, { ...framing, hopSec: 0 })).toThrow(/hopSec/)
    expect(() => powerSpectrum(samples, { ...framing, fftSize: 256 })).toThrow(/at least the frame of 400/)
    expect(() => powerSpectrum(samples, { ...framing, fftSize: 500 })).toThrow(/power of two/)
    expect(() => powerSpectrum(samples, { ...framing, window: 'round' as 'hann' })).toThrow(/hann, hamming/)
  })
})

describe('makeWindow', () => {
  it('gives the values of scipy and numpy', () => {
    // scipy.signal.get_window('hann', 8), and numpy.hanning(8) ** 0.85 (Kaldi's Povey window).
    const hann = [0, 0.14644661, 0.5, 0.85355339, 1, 0.85355339, 0.5, 0.14644661]
    makeWindow('hann', 8, 'periodic').forEach((value, n) => {
      expect(value).toBeCloseTo(hann[n], 7)
    })
    const povey = [0, 0.24184368, 0.65810071, 0.95775242, 0.95775242, 0.65810071, 0.24184368, 0]
    makeWindow('povey', 8, 'symmetric').forEach((value, n) => {
      expect(value).toBeCloseTo(povey[n], 7)
    })
    expect(() => makeWindow('hann', 1, 'periodic')).toThrow(RangeError)
  })
})
