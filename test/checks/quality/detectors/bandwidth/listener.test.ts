import { describe, expect, it } from 'vitest'
import { open as openBandwidth } from '../../../../../src/checks/quality/detectors/bandwidth/listener.js'
import { sine, whiteNoise } from '../../../../audio/signals.js'
import { heardBy } from '../../made-up-speech.js'

/** Tones 25 Hz apart from 200 Hz on, falling by 6 dB an octave as speech does: what ends, ends exactly there. */
function tonesUpTo(highestHz: number, sampleRateHz: number, gainAt = (_hz: number) => 1): Float32Array {
  const period = new Float32Array(sampleRateHz / 25)
  for (let hz = 200; hz <= highestHz; hz += 25) {
    const tone = sine(period.length, hz, sampleRateHz, (2 / hz) * gainAt(hz), hz * hz)
    for (let n = 0; n < period.length; n++) period[n] += tone[n]
  }
  return Float32Array.from({ length: 2 * sampleRateHz }, (_, n) => period[n % period.length])
}

const speech = [{ startSec: 0, endSec: 2 }]

describe('bandwidth', () => {
  it.each([
    [3_400, 24_000],
    [4_000, 24_000],
    [8_000, 22_050],
    [11_025, 44_100],
    [16_000, 48_000],
  ])('finds the end at %d Hz in a file of %d Hz', async (highestHz, sampleRateHz) => {
    const { cutoffHz, bandwidthRatio } = (
      await heardBy(openBandwidth, { samples: tonesUpTo(highestHz, sampleRateHz), sampleRateHz, speech })
    ).measures
    expect(Math.abs(cutoffHz! / highestHz - 1)).toBeLessThan(0.05)
    expect(bandwidthRatio).toBeCloseTo(cutoffHz! / (sampleRateHz / 2), 6)
  })

  it('finds where a gentle filter (Butterworth, order 10) begins', async () => {
    const gainAt = (hz: number) => 1 / Math.sqrt(1 + (hz / 4_000) ** 20)
    const samples = tonesUpTo(11_000, 24_000, gainAt)
    const { cutoffHz } = (await heardBy(openBandwidth, { samples, sampleRateHz: 24_000, speech })).measures
    expect(Math.abs(cutoffHz! / 4_000 - 1)).toBeLessThan(0.1)
  })

  it('finds it through a click', async () => {
    const samples = tonesUpTo(4_000, 24_000)
    samples[30_000] = 0.9
    const { cutoffHz } = (await heardBy(openBandwidth, { samples, sampleRateHz: 24_000, speech })).measures
    expect(Math.abs(cutoffHz! / 4_000 - 1)).toBeLessThan(0.05)
  })

  it.each([8_000, 24_000])('finds no end where %d Hz are filled', async (sampleRateHz) => {
    for (const samples of [tonesUpTo(0.49 * sampleRateHz, sampleRateHz), whiteNoise(2 * sampleRateHz, 0.1)]) {
      const { measures } = await heardBy(openBandwidth, { samples, sampleRateHz, speech })
      expect(measures.cutoffHz).toBeNull()
      expect(measures.bandwidthRatio).toBe(1)
    }
  })

  it('gives the mean frequency by power', async () => {
    // Powers of 4 to 1 at 1 and 4 kHz: (4 * 1000 + 1 * 4000) / 5.
    const sampleRateHz = 24_000
    const high = sine(2 * sampleRateHz, 4_000, sampleRateHz, 0.1)
    const samples = sine(2 * sampleRateHz, 1_000, sampleRateHz, 0.2).map((sample, n) => sample + high[n])
    const { measures } = await heardBy(openBandwidth, { samples, sampleRateHz, speech })
    expect(Math.abs(measures.spectralCentroidHz / 1_600 - 1)).toBeLessThan(0.01)
  })

  it('stays sober on silence and on next to nothing', async () => {
    const silence = { samples: new Float32Array(16_000), sampleRateHz: 16_000, speech: [] }
    const nothing = { samples: new Float32Array(16), sampleRateHz: 16_000, speech: [] }
    for (const sound of [silence, nothing])
      expect((await heardBy(openBandwidth, sound)).measures).toEqual({
        cutoffHz: null,
        spectralCentroidHz: 0,
        bandwidthRatio: 1,
      })
  })
})
