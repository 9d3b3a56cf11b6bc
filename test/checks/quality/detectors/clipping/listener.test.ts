import { beforeAll, describe, expect, it } from 'vitest'
import { open as openClipping } from '../../../../../src/checks/quality/detectors/clipping/listener.js'
import { heardBy, type MadeUp } from '../../made-up-speech.js'
import { spoken } from '../../spoken.js'

let speech: MadeUp
beforeAll(async () => {
  speech = await spoken()
})

function peakOf(samples: Float32Array): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
}

/** Cut off where so large a share of the samples lies above, then scaled. */
function clipped(share: number, scale: number): { sound: MadeUp; percentage: number } {
  const sorted = speech.samples.map(Math.abs).sort()
  const limit = sorted[Math.floor((1 - share) * sorted.length)]
  let count = 0
  const samples = speech.samples.map((sample) => {
    if (Math.abs(sample) >= limit) count++
    return scale * Math.max(-1, Math.min(1, sample / limit))
  })
  // As a file of 16 bit holds it.
  const stored = samples.map((sample) => Math.round(sample * 32767) / 32768)
  return { sound: { ...speech, samples: stored }, percentage: (100 * count) / samples.length }
}

describe('clipping', () => {
  it.each([1, 0.37])('finds none in speech that peaks at %d', async (peak) => {
    const gain = peak / peakOf(speech.samples)
    const { faults, measures } = await heardBy(openClipping, {
      ...speech,
      samples: speech.samples.map((sample) => gain * sample),
    })
    expect(faults).toEqual([])
    expect(measures).toEqual({ clipCount: 0, clipPercentage: 0 })
  })

  it.each([
    [0.01, 1],
    [0.05, 1],
    [0.02, 0.5],
    [0.1, 0.3],
  ])('says how much is cut off (share %d, limit at %d)', async (share, scale) => {
    const { sound, percentage } = clipped(share, scale)
    const { faults, measures } = await heardBy(openClipping, sound)
    expect(faults.length).toBeGreaterThan(0)
    expect(Math.abs(measures.clipPercentage / percentage - 1)).toBeLessThan(0.1)
  })

  it('counts what lies at the limit far from the passages that show it too', async () => {
    const rate = 16_000
    // One second of a sine of 200 Hz cut off at two thirds, then two lone samples at the limit.
    const samples = Float32Array.from({ length: 4 * rate }, (_, n) =>
      n < rate ? Math.max(-0.6, Math.min(0.6, 0.9 * Math.sin((2 * Math.PI * 200 * n) / rate))) : 0,
    )
    samples[2 * rate] = 0.6
    samples[3 * rate] = -0.6
    // 80 samples a period, at the limit while |sin| >= 2/3: 1 - 2 asin(2/3) / pi of the time, about 43 of 80.
    const atLimit = samples.filter((sample) => Math.abs(sample) > 0.5999).length
    const { measures } = await heardBy(openClipping, {
      samples,
      sampleRateHz: rate,
      speech: [{ startSec: 0, endSec: 4 }],
    })
    expect(Math.abs(atLimit / (1 - (2 * Math.asin(2 / 3)) / Math.PI) / rate - 1)).toBeLessThan(0.05)
    expect(measures.clipCount).toBe(atLimit)
  })

  it('tells a soft limiter apart', async () => {
    const gain = 3 / peakOf(speech.samples)
    const samples = speech.samples.map((sample) => Math.round(Math.tanh(gain * sample) * 30000) / 32768)
    expect((await heardBy(openClipping, { ...speech, samples })).faults).toEqual([])
  })

  it('takes digital silence with an offset for no flat top', async () => {
    const { samples } = speech
    const middle = samples.length >> 1
    const offset = samples.map((sample, n) => 0.1 + (n < middle ? sample : 0))
    const off = {
      ...speech,
      samples: Float32Array.from([...offset, ...samples.map((sample) => 0.1 + sample)]),
    }
    expect((await heardBy(openClipping, off)).faults).toEqual([])
  })

  it('finds none in a low tone, whose tops are flat in steps of 16 bit', async () => {
    const samples = Float32Array.from(
      { length: 48_000 },
      (_, n) => Math.round(32767 * Math.sin((2 * Math.PI * 50 * n) / 48_000)) / 32768,
    )
    expect((await heardBy(openClipping, { samples, sampleRateHz: 48_000, speech: [] })).faults).toEqual([])
  })

  it.each([0, 1, 3])('bears %d samples', async (length) => {
    const sound = { samples: new Float32Array(length).fill(1), sampleRateHz: 8_000, speech: [] }
    expect((await heardBy(openClipping, sound)).measures.clipCount).toBe(0)
  })
})
