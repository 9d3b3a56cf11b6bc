import { describe, expect, it } from 'vitest'
import { networkLosses } from '../../../../../src/checks/quality/detectors/dropouts/network-losses.js'
import { Section } from '../../../../../src/checks/quality/front-end/section.js'
import { sine } from '../../../../audio/signals.js'

const RATE = 16_000

describe('networkLosses', () => {
  // Two seconds have 199 frames.
  const oddsOf = (likely: number) => new Float32Array(199).fill(-8).fill(likely, 99, 109)
  const find = (samples: Float32Array, likely = 15) =>
    networkLosses(oddsOf(likely), new Section([samples], RATE, 0, 0, samples.length, true, true), 0)
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
    expect(find(turnedDown(0.1), 0.5)).toEqual([])
    expect(find(turnedDown(0.7))).toEqual([])
    expect(find(turnedDown(0.1).fill(0, 0, 0.995 * RATE))).toEqual([])
  })
})
