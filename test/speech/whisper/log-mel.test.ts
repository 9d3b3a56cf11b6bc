import { describe, expect, it } from 'vitest'
import { logMelSpectrum, MEL_BANDS } from '../../../src/speech/whisper/log-mel.js'

const RATE_HZ = 16_000

describe('the spectrum that Whisper takes', () => {
  const samples = Float32Array.from(
    { length: RATE_HZ },
    (_, n) => 0.5 * Math.sin((2 * Math.PI * 440 * n) / RATE_HZ) + 0.05 * (((n * n) % 1009) / 504.5 - 1),
  )
  const { frames, data } = logMelSpectrum(samples)

  // Computed with numpy's FFT and the mel bank of librosa 0.11 (filters.mel, 80 bands, n_fft 400).
  it.each([
    [0, 0, 0.9272],
    [10, 0, 1.3323],
    [16, 50, 0.3571],
    [30, 10, 0.2553],
    [45, 60, 0.4357],
    [60, 90, 0.3087],
    [79, 99, 0.396],
    [79, 20, 0.3702],
    [5, 99, 0.5281],
  ])('has in band %i at frame %i what others compute: %f', (band, frame, expected) => {
    expect(frames).toBe(100)
    expect(data[band * frames + frame]).toBeCloseTo(expected, 3)
  })

  it('has no less than eight decades below the loudest, and is even in silence', () => {
    const quiet = new Float32Array(3200)
    expect(new Set(logMelSpectrum(quiet).data)).toEqual(new Set([(-10 + 4) / 4]))
    quiet.fill(0.5, 0, 400)
    const beside = logMelSpectrum(quiet).data
    expect(Math.max(...beside) - Math.min(...beside)).toBeCloseTo(2, 5)
  })

  it('of a sound shorter than its window is finite', () => {
    const short = logMelSpectrum(samples.subarray(0, 170))
    expect(short.frames).toBe(1)
    expect(short.data).toHaveLength(MEL_BANDS)
    expect(short.data.every(Number.isFinite)).toBe(true)
  })
})
