import { describe, expect, it } from 'vitest'
import {
  LOSS_ROWS,
  lossFeatures,
} from '../../../../../src/checks/quality/detectors/dropouts/loss-features.js'
import { networkLosses } from '../../../../../src/checks/quality/detectors/dropouts/network-losses.js'
import { Section } from '../../../../../src/checks/quality/front-end/section.js'
import { sine, whiteNoise } from '../../../../audio/signals.js'

const RATE = 16_000
const BANDS = 18
const BLOCKS = 8

function rowsOf(samples: Float32Array, speechDb: number) {
  const { spectrum } = new Section([samples], RATE, 0, 0, samples.length, true, true)
  const features = lossFeatures(spectrum, samples, RATE, speechDb)
  const { frames } = spectrum
  return Array.from({ length: LOSS_ROWS }, (_, row) => features.slice(row * frames, (row + 1) * frames))
}

/** Mean square of a sine of amplitude 0.5: -9.03 dB. */
const TONE_DB = 10 * Math.log10(0.125)

describe('lossFeatures', () => {
  const tone = sine(RATE, 1000, RATE, 0.5)

  it('gives a tone its level in all bands together and in all parts, in units of 10 dB against the speech', () => {
    const rows = rowsOf(tone, TONE_DB - 10)
    const power = rows.slice(0, BANDS).reduce((sum, row) => sum + 10 ** row[50], 0)
    expect(Math.log10(power)).toBeCloseTo(1, 2)
    for (const row of rows.slice(2 * BANDS, 2 * BANDS + BLOCKS)) expect(row[50]).toBeCloseTo(1, 1)
  })

  it('falls by the same in all bands and parts where the sound is turned down by 20 dB', () => {
    const noise = whiteNoise(2 * RATE)
    const speechDb = 10 * Math.log10(noise.reduce((sum, sample) => sum + sample * sample, 0) / noise.length)
    const dropped = noise.map((sample, n) => (n >= RATE && n < 1.5 * RATE ? sample / 10 : sample))
    const whole = rowsOf(noise, speechDb)
    const turnedDown = rowsOf(dropped, speechDb)
    // A second and a quarter: the middle of the drop. Floors differ, so the rows over them are left out.
    for (const [row, values] of turnedDown.entries())
      if (row < BANDS || row >= 2 * BANDS) expect(values[125] - whole[row][125]).toBeCloseTo(-2, 3)
    expect(turnedDown[0][50]).toBeCloseTo(whole[0][50], 5)
  })

  it('is bounded for digital silence and for bands that the rate does not hold', () => {
    const { spectrum } = new Section([tone.fill(0)], 8_000, 0, 0, tone.length, true, true)
    for (const value of lossFeatures(spectrum, tone, 8_000, -30))
      expect(Math.abs(value)).toBeLessThanOrEqual(10)
  })
})

describe('networkLosses', () => {
  const timesSec = Float64Array.from({ length: 199 }, (_, frame) => 0.01 + 0.01 * frame)
  const odds = new Float32Array(199).fill(-8).fill(15, 99, 109)
  const find = (samples: Float32Array, leastOdds = 9) =>
    networkLosses(odds, timesSec, samples, RATE, TONE_DB, leastOdds)
  const steady = sine(2 * RATE, 400, RATE, 0.5)
  const turnedDown = (gain: number) =>
    steady.map((sample, n) => (n >= 0.995 * RATE && n < 1.095 * RATE ? gain * sample : sample))

  it('says where likely frames lie and by how much the sound is softer there', () => {
    const [loss, ...others] = find(turnedDown(0.1))
    expect(others).toEqual([])
    expect(loss.from / RATE).toBeCloseTo(0.995, 3)
    expect(loss.to / RATE).toBeCloseTo(1.095, 3)
    expect(loss.amountDb).toBeCloseTo(20, 0)
    expect(loss.lostDb).toBeCloseTo(0, 0)
    expect(loss.odds).toBe(15)
  })

  it('leaves out what is not likely enough, not softer, or has silence on one side', () => {
    expect(find(turnedDown(0.1), 16)).toEqual([])
    expect(find(turnedDown(0.7))).toEqual([])
    expect(find(turnedDown(0.1).fill(0, 0, 0.995 * RATE))).toEqual([])
  })
})
