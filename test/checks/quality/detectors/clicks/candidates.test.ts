import { describe, expect, it } from 'vitest'
import { amongOthers } from '../../../../../src/checks/quality/detectors/clicks/among-others.js'
import { LowBumps } from '../../../../../src/checks/quality/detectors/clicks/low-bumps.js'
import { lowBurstsIn } from '../../../../../src/checks/quality/detectors/clicks/low-bursts.js'
import { voicePeriod } from '../../../../../src/checks/quality/detectors/clicks/voice-period.js'

const RATE_HZ = 16_000

/** A voice of 120 Hz with ten harmonics, for two seconds. */
function voiced(): Float32Array {
  return Float32Array.from({ length: 2 * RATE_HZ }, (_, n) => {
    let sum = 0
    for (let k = 1; k <= 10; k++) sum += Math.sin((2 * Math.PI * 120 * k * n) / RATE_HZ) / k
    return 0.1 * sum
  })
}

describe('LowBumps', () => {
  it('finds half a sine of 15 ms under a voice, to some milliseconds, and nothing else', () => {
    const sound = voiced()
    for (let n = 0; n < 240; n++) sound[RATE_HZ + n] += 0.2 * Math.sin((Math.PI * n) / 240)
    const places = new LowBumps(sound, RATE_HZ).places(0.01)
    const inside = places.filter((at) => at > 0.1 * RATE_HZ && at < 1.9 * RATE_HZ)
    expect(inside).toHaveLength(1)
    expect(Math.abs(inside[0] - (RATE_HZ + 120))).toBeLessThan(0.004 * RATE_HZ)
  })

  it('finds nothing in a voice alone', () => {
    const places = new LowBumps(voiced(), RATE_HZ).places(0.01)
    expect(places.filter((at) => at > 0.1 * RATE_HZ && at < 1.9 * RATE_HZ)).toEqual([])
  })
})

describe('lowBurstsIn', () => {
  it('finds a pulse of 400 Hz in a hiss above 4 kHz', () => {
    // Differences of differences of noise: little below 2 kHz.
    let seed = 1
    const noise = Float32Array.from({ length: RATE_HZ }, () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed / 2 ** 32 - 0.5
    })
    const sound = noise.map((value, n) => (n < 2 ? 0 : 0.05 * (value - 2 * noise[n - 1] + noise[n - 2])))
    for (let n = 0; n < 40; n++) sound[8_000 + n] += 0.3 * Math.sin((2 * Math.PI * 400 * n) / RATE_HZ)
    const places = lowBurstsIn(sound, RATE_HZ, 0.01)
    expect(places).toHaveLength(1)
    expect(Math.abs(places[0] - 8_020)).toBeLessThan(0.002 * RATE_HZ)
  })

  it.each([0, 1, 7])('finds nothing in %d samples', (length) => {
    expect(lowBurstsIn(new Float32Array(length).fill(1), RATE_HZ, 0.01)).toEqual([])
  })
})

describe('voicePeriod', () => {
  it('tells the period of a voice in spite of a click that is left out', () => {
    const sound = voiced()
    for (let n = 0; n < 20; n++) sound[8_000 + n] += 3
    const { samples, likeness } = voicePeriod(sound, RATE_HZ, [7_650, 8_350], [7_980, 8_060])
    // 133.3 samples, in steps of three.
    expect(Math.abs(samples - RATE_HZ / 120)).toBeLessThan(3)
    expect(likeness).toBeGreaterThan(0.95)
  })

  it('finds no voice in noise', () => {
    const sound = Float32Array.from({ length: RATE_HZ }, (_, n) => Math.sin(n * n * 0.7))
    expect(voicePeriod(sound, RATE_HZ, [7_650, 8_350], [7_980, 8_060]).likeness).toBeLessThan(0.6)
  })
})

describe('amongOthers', () => {
  const suspect = (at: number, value: number) => ({
    at,
    excessDb: 0,
    isNoVoice: false,
    features: new Array(42).fill(value),
  })

  it('compares with the third of the others, those of the same moment left out', () => {
    const one = suspect(1000, 30)
    const others = [suspect(1010, 29), suspect(5000, 28), suspect(9000, 24), suspect(13_000, 20)]
    expect(amongOthers(one, [one, ...others], 5, RATE_HZ)).toEqual([10, 10, 10, 10])
  })

  it('takes what is usual where there are no others', () => {
    expect(amongOthers(suspect(1000, 12), [], 5, RATE_HZ)).toEqual([9, 2, 7, 30])
  })
})
