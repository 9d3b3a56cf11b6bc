import { describe, expect, it } from 'vitest'
import { Excess } from '../../../../../src/checks/quality/detectors/clicks/excess.js'
import { sine } from '../../../../audio/signals.js'

const RATE_HZ = 24_000
const SPEECH_POWER = 0.01

/** A sample of a height in silence, or in the sound given. */
function excessDb(height: number, sound: Float32Array = new Float32Array(RATE_HZ)): number {
  const samples = sound.slice()
  samples[12_000] += height
  return new Excess(RATE_HZ).ofMoment(samples, 12_000, SPEECH_POWER)
}

describe('how far a click stands out', () => {
  it('grows by 6 dB where it is twice as high in silence', () => {
    expect(excessDb(0.2) - excessDb(0.1)).toBeCloseTo(20 * Math.log10(2), 3)
  })

  it('is less within a tone, the less the louder that is', () => {
    const soft = sine(RATE_HZ, 1_000, RATE_HZ, 0.02)
    const loud = sine(RATE_HZ, 1_000, RATE_HZ, 0.5)
    expect(excessDb(0.1, soft)).toBeLessThan(excessDb(0.1))
    expect(excessDb(0.1, loud)).toBeLessThan(excessDb(0.1, soft))
  })

  it('is next to nothing where there is no click', () => {
    expect(excessDb(0)).toBe(-Infinity)
    expect(excessDb(0, sine(RATE_HZ, 1_000, RATE_HZ, 0.5))).toBeLessThan(0)
  })
})
