import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../lab/random.js'
import { offsetStepsIn } from '../../../../src/checks/quality/front-end/offset-steps.js'

const RATE_HZ = 16_000
const AT = 24_321

/** Three seconds of a voice of 110 Hz with twenty harmonics that comes and goes, and a little noise. */
function voiceLike(): Float32Array {
  const random = seededRandom(1)
  return Float32Array.from({ length: 3 * RATE_HZ }, (_, n) => {
    const timeSec = n / RATE_HZ
    let sample = 0
    for (let k = 1; k <= 20; k++) sample += Math.sin(2 * Math.PI * 110 * k * timeSec + k * k) / k
    return 0.1 * sample * (0.6 - 0.4 * Math.cos(2 * Math.PI * 4 * timeSec)) + 0.001 * (random() - 0.5)
  })
}

const voice = voiceLike()
const power = voice.reduce((sum, sample) => sum + sample * sample, 0) / voice.length
const withAdded = (added: (n: number) => number) => voice.map((sample, n) => sample + added(n))

describe('steps of the offset', () => {
  it.each([0.05, -0.05, 0.005])('are found to the sample where the sound moves by %f', (size) => {
    const [at, ...others] = offsetStepsIn(
      withAdded((n) => (n >= AT ? size : 0)),
      RATE_HZ,
      power,
    )
    expect(others).toEqual([])
    // A step as small as the slope of the voice is placed within one of its periods.
    if (Math.abs(size) > 0.01) expect(at).toBe(AT)
    else expect(Math.abs(at - AT)).toBeLessThan(0.03 * RATE_HZ)
  })

  it('are two where the offset comes back', () => {
    const found = offsetStepsIn(
      withAdded((n) => (n >= 16_000 && n < 32_000 ? 0.08 : 0)),
      RATE_HZ,
      power,
    )
    expect(found).toEqual([16_000, 32_000])
  })

  it.each<[string, (n: number) => number]>([
    ['a voice alone', () => 0],
    ['an offset throughout', () => 0.1],
    ['a drift', (n) => n / 5e5],
    ['rumble of 7 Hz', (n) => 0.05 * Math.sin((2 * Math.PI * 7 * n) / RATE_HZ)],
    ['a puff of air on the microphone', (n) => 0.3 * Math.exp(-(((n - AT) / (0.02 * RATE_HZ)) ** 2))],
  ])('are not found in %s', (_, added) => {
    expect(offsetStepsIn(withAdded(added), RATE_HZ, power)).toEqual([])
  })

  it('are not looked for in less than a fifth of a second', () => {
    expect(offsetStepsIn(new Float32Array(0), RATE_HZ, power)).toEqual([])
    expect(
      offsetStepsIn(
        Float32Array.from({ length: 3_000 }, (_, n) => (n < 1_500 ? 0 : 1)),
        RATE_HZ,
        1,
      ),
    ).toEqual([])
  })
})
