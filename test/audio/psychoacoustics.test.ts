import { describe, expect, it } from 'vitest'
import {
  CRITICAL_BAND_EDGES_HZ,
  criticalBandwidthHz,
  hiddenInQuietDb,
  quietThresholdDb,
  ROOM_OVER_SPEECH_DB,
  shortSoundDb,
} from '../../src/audio/psychoacoustics.js'

describe('critical bands', () => {
  it('are as wide by the formula as in the table of 1961, within a tenth', () => {
    for (let band = 0; band + 1 < CRITICAL_BAND_EDGES_HZ.length; band++) {
      const [from, to] = CRITICAL_BAND_EDGES_HZ.slice(band, band + 2)
      expect(criticalBandwidthHz(Math.sqrt(from * to)) / (to - from)).toBeGreaterThan(0.85)
      expect(criticalBandwidthHz(Math.sqrt(from * to)) / (to - from)).toBeLessThan(1.15)
    }
  })
})

describe('what is hidden', () => {
  it('in quiet is what ISO 226 has for pure tones, within 5 dB', () => {
    // Hearing thresholds of ISO 226:2003, Table 1.
    for (const [hz, db] of [
      [100, 26.5],
      [250, 11.4],
      [1_000, 2.4],
      [3_150, -6],
      [4_000, -5.4],
    ])
      expect(Math.abs(quietThresholdDb(hz) - db)).toBeLessThan(5)
  })

  it('is never less than what the room hides', () => {
    expect(hiddenInQuietDb(3_000)).toBe(ROOM_OVER_SPEECH_DB)
    expect(hiddenInQuietDb(50)).toBeGreaterThan(ROOM_OVER_SPEECH_DB)
  })
})

it('a sound of 20 ms is 10 dB less loud than one of 200 ms, which is as loud as any longer one', () => {
  expect(shortSoundDb(0.02)).toBeCloseTo(10, 9)
  expect(shortSoundDb(0.2)).toBe(0)
  expect(shortSoundDb(5)).toBe(0)
})
