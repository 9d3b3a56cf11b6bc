import { describe, expect, it } from 'vitest'
import { open as openDropouts } from '../../../../src/checks/quality/detectors/dropouts/listener.js'
import { open as openSilenceGaps } from '../../../../src/checks/quality/detectors/silenceGaps/listener.js'
import { open as openStaticNoise } from '../../../../src/checks/quality/detectors/staticNoise/listener.js'
import { aroundZero } from '../../../../src/checks/quality/front-end/around-zero.js'
import { heardBy, madeUpSpeech, speechPower } from '../made-up-speech.js'
import { spoken } from '../spoken.js'

const voice = madeUpSpeech()
const { samples, sampleRateHz } = voice
const power = speechPower(voice)
const greatest = (values: Float32Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)

function lessOf(one: Float32Array, other: Float32Array): Float32Array {
  return one.map((sample, n) => sample - other[n])
}

describe('a constant offset', () => {
  it('is taken away, up to what is left of the voice in its mean', () => {
    const off = samples.map((sample) => sample + 0.05)
    expect(greatest(lessOf(aroundZero(off, sampleRateHz, [], power), samples))).toBeLessThan(0.002)
  })

  it('is taken away from each part between its steps', () => {
    const step = samples.length >> 1
    const off = samples.map((sample, n) => sample + (n < step ? -0.03 : 0.04))
    expect(greatest(lessOf(aroundZero(off, sampleRateHz, [step], power), samples))).toBeLessThan(0.002)
  })

  it('that is none leaves the samples as they are', () => {
    expect(aroundZero(samples, sampleRateHz, [], power)).toBe(samples)
    expect(aroundZero(new Float32Array(0), sampleRateHz, [], power)).toHaveLength(0)
  })

  it('is none where only the voice is lopsided', () => {
    const lopsided = samples.map((sample) => sample + 0.3 * Math.abs(sample))
    expect(aroundZero(lopsided, sampleRateHz, [], power)).toBe(lopsided)
  })

  it.each([
    ['dropouts', openDropouts],
    ['silenceGaps', openSilenceGaps],
    ['staticNoise', openStaticNoise],
  ])('makes no fault for %s, in a file with digital silence', async (_, open) => {
    const speech = await spoken()
    const off = { ...speech, samples: speech.samples.map((sample) => sample + 0.05) }
    expect((await heardBy(open, off)).faults).toEqual((await heardBy(open, speech)).faults)
  })
})
