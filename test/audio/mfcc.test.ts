import { describe, expect, it } from 'vitest'
import { mfcc, slidingCmn } from '../../src/audio/mfcc.js'
import { chirpWithNoise, whiteNoise } from './signals.js'

/*
 * The expected rows below were computed with numpy (float64) from Kaldi's documented formulas, framewise with
 * np.fft.rfft and dense mel and DCT matrices, on the same signal.
 */

function row(features: { dims: number; data: Float32Array }, frame: number): number[] {
  return Array.from(features.data.subarray(frame * features.dims, (frame + 1) * features.dims))
}

function expectClose(actual: number[], expected: number[]): void {
  expect(actual).toHaveLength(expected.length)
  // Half a unit of the four printed decimals, and the float32 of the result.
  for (let i = 0; i < expected.length; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThan(1e-4)
}

describe('mfcc', () => {
  it('gives the features of the x-vector model (8 kHz, 23 coefficients, 20 to 3700 Hz)', () => {
    const features = mfcc(chirpWithNoise(4000, 8000), {
      sampleRateHz: 8000,
      ceps: 23,
      lowHz: 20,
      highHz: 3700,
    })
    expect([features.frames, features.dims]).toEqual([48, 23])
    expectClose(
      row(features, 0),
      [
        23.091, -8.5625, 0.6269, 29.5809, 32.2045, -29.1858, -39.7792, -15.6443, -35.2121, -77.6011, -36.3877,
        8.2162, -18.8628, -24.596, 7.2451, 10.5813, -6.0184, -5.8515, -4.0363, -6.3044, -2.822, 0.1076,
        -0.5493,
      ],
    )
    expectClose(
      row(features, 17),
      [
        23.116, -11.1483, -6.4654, -1.3796, -0.2764, -64.0903, -78.0567, -11.2531, -20.8798, -32.5021,
        16.8584, 58.9674, 13.7068, 1.3229, 11.656, 2.3681, -6.8878, -1.3156, 4.7697, 1.2572, 0.5858, 1.3595,
        0.0205,
      ],
    )
    let sum = 0
    let sumOfSquares = 0
    for (const value of features.data) {
      sum += value
      sumOfSquares += value * value
    }
    expect(sum).toBeCloseTo(-5738.2185, 2)
    expect(sumOfSquares).toBeCloseTo(808184.1119, 0)
  })

  it('mirrors the edges, and takes energy after the window, when told to', () => {
    const features = mfcc(chirpWithNoise(3999, 16000), {
      sampleRateHz: 16000,
      window: 'hamming',
      melBands: 40,
      highHz: -400,
      snipEdges: false,
      rawEnergy: false,
      cepstralLifter: 0,
    })
    expect([features.frames, features.dims]).toEqual([25, 13])
    expectClose(
      row(features, 0),
      [
        19.4971, -1.8188, 0.4722, 0.3832, 5.6884, 4.09, -0.0497, -5.1142, -3.8898, -1.032, 0.4707, -0.0925,
        -2.8148,
      ],
    )
    expectClose(
      row(features, 24),
      [
        19.757, -4.3593, -1.3996, -3.8184, 1.3636, 1.7866, -2.6546, -8.2018, -6.4368, -2.3103, 0.603, 0.7293,
        1.8716,
      ],
    )
  })

  it('keeps the first coefficient without energy, and truncates odd frame lengths', () => {
    const withoutEnergy = mfcc(chirpWithNoise(3999, 16000), { sampleRateHz: 16000, useEnergy: false })
    expect(withoutEnergy.frames).toBe(23)
    expectClose(
      row(withoutEnergy, 10),
      [
        93.8755, -10.5463, 4.7069, -1.7246, 21.6271, 25.973, -2.3606, -52.4874, -77.1574, -44.7611, -6.6384,
        -12.0226, -41.0728,
      ],
    )
    const oddRate = mfcc(chirpWithNoise(2000, 11025), { sampleRateHz: 11025 })
    expect(oddRate.frames).toBe(16)
    expectClose(
      row(oddRate, 3),
      [
        23.4313, -7.3796, 0.3976, 4.5221, 36.4174, 19.0355, -33.7165, -55.1867, -19.0404, -12.8444, -46.6109,
        -60.9657, -23.4195,
      ],
    )
  })

  it('knows the middle of each frame', () => {
    const snipped = mfcc(whiteNoise(8000), { sampleRateHz: 8000 })
    expect(snipped.timesSec[0]).toBeCloseTo(0.0125, 9)
    expect(snipped.timesSec[10]).toBeCloseTo(0.1125, 9)
    const mirrored = mfcc(whiteNoise(8000), { sampleRateHz: 8000, snipEdges: false })
    expect(mirrored.frames).toBe(100)
    expect(mirrored.timesSec[0]).toBeCloseTo(0.005, 9)
  })

  it('stays finite on digital silence and on less than a frame', () => {
    const silence = mfcc(new Float32Array(800), { sampleRateHz: 8000 })
    // log of the smallest float32 step above 1, in place of log 0.
    expect(silence.data[0]).toBeCloseTo(-15.9424, 4)
    expect(silence.data.every(Number.isFinite)).toBe(true)
    expect(mfcc(new Float32Array(199), { sampleRateHz: 8000 }).frames).toBe(0)
    expect(mfcc(new Float32Array(800), { sampleRateHz: 8000, energyFloor: 1 }).data[0]).toBe(0)
    const tiny = mfcc(whiteNoise(50), { sampleRateHz: 8000, snipEdges: false })
    expect(tiny.frames).toBe(1)
    expect(tiny.data.every(Number.isFinite)).toBe(true)
  })

  it('says what is wrong with its options', () => {
    const samples = new Float32Array(800)
    expect(() => mfcc(samples, { sampleRateHz: 0 })).toThrow(/sampleRateHz/)
    expect(() => mfcc(samples, { sampleRateHz: 8000, ceps: 24 })).toThrow(/ceps/)
    expect(() => mfcc(samples, { sampleRateHz: 8000, highHz: 5000 })).toThrow(/highHz/)
    expect(() => mfcc(samples, { sampleRateHz: 8000, melBands: 200 })).toThrow(/fewer bands/)
    expect(() => mfcc(samples, { sampleRateHz: 8000, hopSec: 0 })).toThrow(RangeError)
  })
})

describe('slidingCmn', () => {
  /** Frame t holds t and t squared: means over a window have closed forms. */
  function ramp(frames: number) {
    const data = new Float32Array(frames * 2)
    for (let t = 0; t < frames; t++) data.set([t, t * t], 2 * t)
    return { frames, dims: 2, data }
  }

  it('takes the mean of the window around the frame, which leans inwards at the edges', () => {
    const normalised = slidingCmn(ramp(1000), 300)
    const expectedMean = (t: number) => {
      const start = Math.min(Math.max(t - 150, 0), 700)
      return start + 149.5
    }
    for (const t of [0, 1, 149, 150, 151, 500, 849, 850, 851, 999]) {
      expect(normalised.data[2 * t]).toBeCloseTo(t - expectedMean(t), 4)
    }
    // Sum of squares from 350 to 649 over 300, by the formula n (n + 1) (2n + 1) / 6.
    const squaresBelow = (n: number) => ((n - 1) * n * (2 * n - 1)) / 6
    const meanOfSquares = (squaresBelow(650) - squaresBelow(350)) / 300
    expect(normalised.data[2 * 500 + 1]).toBeCloseTo(500 * 500 - meanOfSquares, 1)
  })

  it('uses one mean when the file is shorter than the window', () => {
    const normalised = slidingCmn(ramp(101))
    for (let t = 0; t < 101; t++) expect(normalised.data[2 * t]).toBeCloseTo(t - 50, 5)
  })

  it('looks back only, but for the first 100 frames, without center', () => {
    const normalised = slidingCmn(ramp(1000), 300, false)
    expect(normalised.data[0]).toBeCloseTo(0 - 49.5, 4)
    expect(normalised.data[2 * 199]).toBeCloseTo(199 - 99.5, 4)
    expect(normalised.data[2 * 600]).toBeCloseTo(600 - 450, 4)
  })

  it('leaves its input and the frame times alone', () => {
    const features = { ...ramp(10), timesSec: new Float64Array(10).fill(0.5) }
    const before = features.data.slice()
    expect(slidingCmn(features).timesSec).toBe(features.timesSec)
    expect(features.data).toEqual(before)
    expect(() => slidingCmn(features, 0)).toThrow(/windowFrames/)
  })
})
