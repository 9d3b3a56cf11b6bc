import { describe, expect, it } from 'vitest'
import {
  bandEdges,
  type FeatureName,
  type Features,
  featureNames,
  featureRows,
} from '../../../../../src/checks/quality/front-end/fault-network/features.js'
import { Section } from '../../../../../src/checks/quality/front-end/section.js'
import { sine, whiteNoise } from '../../../../audio/signals.js'

const RATE_HZ = 16_000
/** Frame 125 of 20 ms every 10 ms: around a second and a quarter. */
const FRAME = 125

function featuresIn(samples: Float32Array, sampleRateHz = RATE_HZ): Features {
  return new Section([samples], sampleRateHz, 0, 0, samples.length, true, true).featuresOf(0)!
}

const at = (features: Features, name: FeatureName, row: number, frame = FRAME) =>
  features[name][row * features.frames + frame]

describe('bands', () => {
  it('follow each other from 0 Hz up to 24 kHz, in bins', () => {
    const edges = bandEdges(RATE_HZ / 512)
    expect(edges).toHaveLength(featureRows.level)
    expect(edges[0].from).toBe(0)
    for (const [band, { from, to }] of edges.entries()) {
      expect(to).toBeGreaterThan(from)
      if (band > 0) expect(from).toBeLessThanOrEqual(edges[band - 1].to)
    }
    expect(edges.at(-1)!.to).toBe(24_000 / (RATE_HZ / 512))
  })
})

describe('features of the fault network', () => {
  it('give a steady tone its level over the speech, in units of 10 dB, in all bands together and in every part', () => {
    // The speech is the tone itself: all of it is at 0 dB.
    const features = featuresIn(sine(3 * RATE_HZ, 1_000, RATE_HZ, 0.5))
    let power = 0
    for (let band = 0; band < featureRows.level; band++) power += 10 ** at(features, 'level', band)
    expect(Math.log10(power)).toBeCloseTo(0, 2)
    for (let part = 0; part < featureRows.sound; part++) expect(at(features, 'sound', part)).toBeCloseTo(0, 1)
    // It stands still: the least movement of a level that counts is 0.05 dB.
    const band = bandEdges(RATE_HZ / 512).findIndex(({ from, to }) => from <= 32 && to > 32)
    expect(at(features, 'flux', band)).toBeCloseTo(Math.log10(0.05), 1)
    // And can be foreseen: its residual lies far below it.
    expect(at(features, 'residual', 3)).toBeLessThan(-3)
  })

  it('fall by the same in all bands and parts where the sound is turned down by 20 dB', () => {
    const noise = whiteNoise(4 * RATE_HZ)
    const dropped = noise.map((sample, n) => (n >= RATE_HZ && n < 1.5 * RATE_HZ ? sample / 10 : sample))
    const whole = featuresIn(noise)
    const turnedDown = featuresIn(dropped)
    // What counts as the level of the speech is the same: nearly all frames are.
    for (const name of ['sound', 'bend', 'residual', 'residualPeak'] as const)
      for (let row = 0; row < featureRows[name]; row++)
        expect(at(turnedDown, name, row) - at(whole, name, row)).toBeCloseTo(-2, 1)
    for (const band of [10, 20, 30])
      expect(at(turnedDown, 'level', band) - at(whole, 'level', band)).toBeCloseTo(-2, 1)
  })

  it('show in which eighth of the middle of a frame an impulse lies', () => {
    const samples = whiteNoise(3 * RATE_HZ, 0.001)
    // Frame 125 begins at sample 20000, its middle 10 ms at 20080, the fourth eighth of them 60 samples later.
    samples[20_080 + 65] += 1
    const features = featuresIn(samples)
    for (const name of ['sound', 'bend', 'residual', 'residualPeak'] as const) {
      const parts = Array.from({ length: featureRows[name] }, (_, part) => at(features, name, part))
      expect(parts.indexOf(Math.max(...parts))).toBe(3)
    }
  })

  it('are bounded for next to nothing, for noise at full scale and where the rate does not hold all bands', () => {
    const nearlySilent = new Float32Array(16_000)
    nearlySilent[8_000] = 1e-4
    for (const [samples, rateHz] of [
      [nearlySilent, 8_000],
      [whiteNoise(16_000), 8_000],
      [whiteNoise(96_000), 96_000],
    ] as const)
      for (const name of featureNames)
        for (const value of featuresIn(samples, rateHz)[name]) expect(Math.abs(value)).toBeLessThanOrEqual(40)
  })

  it.each([0, 1, 100])('are none of %d samples', (length) => {
    const samples = new Float32Array(length).fill(0.5)
    expect(new Section([samples], RATE_HZ, 0, 0, length, true, true).featuresOf(0)).toBeNull()
  })
})
