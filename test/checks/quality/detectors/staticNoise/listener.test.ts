import { describe, expect, it } from 'vitest'
import { open as openStaticNoise } from '../../../../../src/checks/quality/detectors/staticNoise/listener.js'
import { type Fault, labelOf } from '../../../../../src/checks/quality/issue.js'
import { sine, whiteNoise } from '../../../../audio/signals.js'
import { heardBy, type MadeUp, mixed, speechPower } from '../../made-up-speech.js'
import { spoken } from '../../spoken.js'

/** So many dB over the level of the speech, from a time on. */
function withSound(speech: MadeUp, sound: Float32Array, startSec: number, levelDb: number): MadeUp {
  const power = sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length
  const gain = Math.sqrt(speechPower(speech) / power) * 10 ** (levelDb / 20)
  return {
    ...speech,
    samples: mixed(speech.samples, sound, gain, Math.round(startSec * speech.sampleRateHz)),
  }
}

const heard = (faults: Fault[]) => faults.filter(({ audibility }) => labelOf(audibility) !== 'subtle')

const voices = ['flite:awb', 'espeak:en-us']

describe('static', () => {
  it.each(voices)('finds nothing noticeable in the clean speech of %s, at any level', async (name) => {
    const speech = await spoken(name)
    for (const gain of [1, 0.03]) {
      const samples = speech.samples.map((sample) => gain * sample)
      const { faults } = await heardBy(openStaticNoise, { ...speech, samples })
      expect(heard(faults)).toEqual([])
    }
  })

  it.each(voices)('finds half a second of hiss under the speech of %s, and where', async (name) => {
    const speech = await spoken(name)
    const hiss = whiteNoise(Math.round(0.5 * speech.sampleRateHz))
    const found = await heardBy(openStaticNoise, withSound(speech, hiss, 2, -12))
    const faults = heard(found.faults)
    expect(faults).toHaveLength(1)
    expect(faults[0].type).toBe('static')
    expect(Math.abs(faults[0].startSec - 2)).toBeLessThan(0.1)
    expect(Math.abs(faults[0].endSec - 2.5)).toBeLessThan(0.15)
    expect(faults[0].audibility).toBeGreaterThan(0.3)
  })

  it.each([0.06, 0.12])('takes a loud burst of %d s for more than subtle', async (lengthSec) => {
    const speech = await spoken('flite:awb')
    const hiss = whiteNoise(Math.round(lengthSec * speech.sampleRateHz))
    const { faults } = await heardBy(openStaticNoise, withSound(speech, hiss, 2, 0))
    expect(heard(faults).some(({ startSec }) => Math.abs(startSec - 2) < 0.1)).toBe(true)
  })

  it('finds crackle', async () => {
    const speech = await spoken('flite:awb')
    const crackle = whiteNoise(Math.round(0.8 * speech.sampleRateHz)).map((value, n, all) =>
      Math.abs(all[(n * 7) % all.length]) > 0.992 ? Math.sign(value) : 0,
    )
    const { faults } = await heardBy(openStaticNoise, withSound(speech, crackle, 1.5, -10))
    expect(faults.some(({ startSec, endSec }) => startSec < 1.8 && endSec > 2)).toBe(true)
  })

  it('says louder of a louder one', async () => {
    const speech = await spoken('flite:awb')
    const hiss = whiteNoise(Math.round(0.5 * speech.sampleRateHz))
    const [soft] = (await heardBy(openStaticNoise, withSound(speech, hiss, 2, -20))).faults
    const [loud] = (await heardBy(openStaticNoise, withSound(speech, hiss, 2, -3))).faults
    expect(soft.severity).toBeLessThan(1)
    expect(loud.severity).toBeGreaterThan(soft.severity)
    expect(loud.audibility).toBeGreaterThanOrEqual(soft.audibility)
  })

  it('takes steady noise through the whole file for no burst', async () => {
    const speech = await spoken('flite:awb')
    const noise = whiteNoise(speech.samples.length)
    expect((await heardBy(openStaticNoise, withSound(speech, noise, 0, -35))).faults).toEqual([])
  })

  it('stays sober without speech, on silence, on a tone and on next to nothing', async () => {
    const sampleRateHz = 16_000
    for (const samples of [
      new Float32Array(2 * sampleRateHz),
      sine(2 * sampleRateHz, 440, sampleRateHz, 0.5),
      new Float32Array(16),
    ])
      expect((await heardBy(openStaticNoise, { samples, sampleRateHz, speech: [] })).faults).toEqual([])
  })
})
