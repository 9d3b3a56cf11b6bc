import { describe, expect, it } from 'vitest'
import { hzOfMel, logMel, melBank, melOfHz } from '../../src/audio/mel.js'
import { chirpWithNoise } from './signals.js'

describe('mel scale', () => {
  it('is 1127 ln(1 + f / 700), which puts 1000 Hz at 1000 mel', () => {
    expect(melOfHz(1000)).toBeCloseTo(1000, 1)
    expect(melOfHz(700)).toBeCloseTo(1127 * Math.LN2, 9)
    for (const hz of [0, 60, 440, 7600]) expect(hzOfMel(melOfHz(hz))).toBeCloseTo(hz, 9)
  })
})

// Expected: numpy, dense triangles between points that np.linspace spreads over the mel range.
describe('melBank', () => {
  const bank = melBank({ sampleRateHz: 16000, fftSize: 512, bands: 40, lowHz: 50, highHz: 7600 })

  it('spaces its triangles evenly in mel', () => {
    expect(Array.from(bank.centersHz.subarray(0, 3))).toEqual([
      expect.closeTo(95.2892, 3),
      expect.closeTo(143.3132, 3),
      expect.closeTo(194.2372, 3),
    ])
    const total = bank.weights.reduce((sum, weights) => sum + weights.reduce((s, w) => s + w, 0), 0)
    expect(total).toBeCloseTo(233.315534, 5)
  })

  it('weighs every bin between the outer centres by 1 in all', () => {
    const sums = new Float64Array(257)
    bank.weights.forEach((weights, band) => {
      weights.forEach((weight, i) => {
        sums[bank.firstBin[band] + i] += weight
      })
    })
    const binHz = 31.25
    for (let bin = 0; bin < 257; bin++) {
      const hz = bin * binHz
      if (hz > bank.centersHz[0] && hz < bank.centersHz[39]) expect(sums[bin]).toBeCloseTo(1, 9)
      if (hz <= 50 || hz >= 7600) expect(sums[bin]).toBe(0)
    }
  })

  it('says what is wrong with its options', () => {
    const options = { sampleRateHz: 16000, fftSize: 512, bands: 40, lowHz: 50, highHz: 7600 }
    expect(() => melBank({ ...options, highHz: 9000 })).toThrow(/highHz <= 8000/)
    expect(() => melBank({ ...options, lowHz: 7600 })).toThrow(RangeError)
    expect(() => melBank({ ...options, bands: 0 })).toThrow(/bands/)
    expect(() => melBank({ ...options, bands: 200 })).toThrow(/fewer bands or a longer FFT/)
  })
})

describe('logMel', () => {
  const options = { sampleRateHz: 16000, frameSec: 0.025, hopSec: 0.01, bands: 40, lowHz: 50, highHz: 7600 }

  it('equals numpy', () => {
    const { frames, dims, data, timesSec } = logMel(chirpWithNoise(4000, 16000), options)
    expect([frames, dims]).toEqual([23, 40])
    expect(timesSec).toHaveLength(23)
    const row = data.subarray(5 * 40, 6 * 40)
    const expected: Record<number, number> = {
      0: -12.5539,
      1: -8.0835,
      5: -11.6194,
      10: -13.4657,
      20: -12.3943,
      30: -12.5921,
      39: -11.4091,
    }
    for (const [band, value] of Object.entries(expected)) expect(row[Number(band)]).toBeCloseTo(value, 3)
    expect(data.reduce((sum, value) => sum + value, 0)).toBeCloseTo(-10762.9095, 1)
  })

  it('floors silence', () => {
    const silent = logMel(new Float32Array(800), { ...options, floor: 1e-6 })
    expect(silent.data.every((value) => Math.abs(value - Math.log(1e-6)) < 1e-5)).toBe(true)
    expect(() => logMel(new Float32Array(800), { ...options, floor: 0 })).toThrow(/floor/)
  })
})
