import { describe, expect, it } from 'vitest'
import { open as openHum } from '../../../../../src/checks/quality/detectors/hum/listener.js'
import { sine, whiteNoise } from '../../../../audio/signals.js'
import { heardBy, type MadeUp, madeUpSpeech, mixed } from '../../made-up-speech.js'

const speech = madeUpSpeech({ phrases: 4 })
/** A room: without any noise nothing would hide a tone. */
const room = { ...speech, samples: mixed(speech.samples, whiteNoise(speech.samples.length), 1e-4) }

function withTone(sound: MadeUp, hz: number, amplitude: number, startSec = 0, endSec = Infinity): MadeUp {
  const { samples, sampleRateHz } = sound
  const from = Math.round(startSec * sampleRateHz)
  const length = Math.min(samples.length, endSec * sampleRateHz) - from
  return { ...sound, samples: mixed(samples, sine(Math.round(length), hz, sampleRateHz), amplitude, from) }
}

describe('hum', () => {
  it('finds none in speech with pauses, nor in noise, silence, or next to nothing', async () => {
    const { sampleRateHz } = room
    const noise = { samples: whiteNoise(5 * sampleRateHz, 0.05), sampleRateHz, speech: [] }
    const silence = { samples: new Float32Array(3 * sampleRateHz), sampleRateHz, speech: [] }
    const nothing = { samples: new Float32Array(100), sampleRateHz, speech: [] }
    for (const sound of [room, speech, noise, silence, nothing])
      expect((await heardBy(openHum, sound)).faults).toEqual([])
  })

  it.each([100, 120, 1_000, 3_150, 7_000])(
    'finds a tone of %d Hz through the whole file, once',
    async (hz) => {
      const { faults } = await heardBy(openHum, withTone(room, hz, 0.01))
      const durationSec = room.samples.length / room.sampleRateHz
      expect(faults).toHaveLength(1)
      expect(faults[0]).toMatchObject({ type: 'hum', startSec: 0 })
      expect(faults[0].endSec).toBeCloseTo(durationSec, 2)
      expect(faults[0].audibility).toBeGreaterThan(0.3)
    },
  )

  it('finds mains hum with its harmonics as one', async () => {
    let sound = room
    for (let k = 1; k <= 10; k++) sound = withTone(sound, 50.03 * k, 0.02 / k)
    const { faults } = await heardBy(openHum, sound)
    expect(faults).toHaveLength(1)
    expect(faults[0].audibility).toBeGreaterThan(0.3)
  })

  it('is not hidden by its own harmonics, at any sample rate', async () => {
    for (const sampleRateHz of [16_000, 24_000]) {
      const speech = madeUpSpeech({ phrases: 4, sampleRateHz })
      const quiet = { ...speech, samples: mixed(speech.samples, whiteNoise(speech.samples.length), 1e-4) }
      let all = quiet
      for (let k = 1; k <= 10; k++) all = withTone(all, 50 * k, 0.01)
      const [one] = (await heardBy(openHum, withTone(quiet, 300, 0.01))).faults
      const [many] = (await heardBy(openHum, all)).faults
      // But for what leaks from line to line in frames that must be short.
      expect(many.audibility).toBeGreaterThan(one.audibility - 0.15)
    }
  })

  it('takes a tone that small loudspeakers hardly give more lightly', async () => {
    // Terhardt's threshold in quiet rises by 14 dB from 100 to 55 Hz; loudspeakers lose some more.
    const [low] = (await heardBy(openHum, withTone(room, 55, 0.05))).faults
    const [high] = (await heardBy(openHum, withTone(room, 100, 0.05 * 10 ** (-14 / 20)))).faults
    expect(low.audibility).toBeLessThan(high.audibility)
  })

  it('tells where a whine begins and ends', async () => {
    const { faults } = await heardBy(openHum, withTone(room, 2_400, 0.01, 3, 6.5))
    expect(faults).toHaveLength(1)
    expect(Math.abs(faults[0].startSec - 3)).toBeLessThan(0.15)
    expect(Math.abs(faults[0].endSec - 6.5)).toBeLessThan(0.2)
  })

  it('finds a whine among the harmonics of a voice that never pauses', async () => {
    const sampleRateHz = 24_000
    // Glides by a fifth up and down, as a lively voice does from word to word.
    const samples = Float32Array.from({ length: 3 * sampleRateHz }, (_, n) => {
      const phase =
        2 * Math.PI * 130 * (n / sampleRateHz + 0.016 * Math.sin((2 * Math.PI * 2.3 * n) / sampleRateHz))
      let sum = 0
      for (let k = 1; k <= 25; k++) sum += Math.sin(k * phase + k * k) / k
      return 0.1 * sum
    })
    const voice = { samples, sampleRateHz, speech: [{ startSec: 0, endSec: 3 }] }
    expect((await heardBy(openHum, voice)).faults).toEqual([])
    expect((await heardBy(openHum, withTone(voice, 500, 0.03))).faults).toHaveLength(1)
  })

  it('does not report what nobody hears', async () => {
    // 0.00003 is some 75 dB under the speech; 50 Hz needs 40 dB SPL to be heard at all.
    expect((await heardBy(openHum, withTone(speech, 1_000, 0.00003))).faults).toEqual([])
    expect((await heardBy(openHum, withTone(room, 50, 0.0015))).faults).toEqual([])
  })

  it('says louder of a louder one', async () => {
    const [soft] = (await heardBy(openHum, withTone(room, 1_000, 0.003))).faults
    const [loud] = (await heardBy(openHum, withTone(room, 1_000, 0.03))).faults
    expect(loud.audibility).toBeGreaterThan(soft.audibility)
    expect(loud.severity).toBeGreaterThan(soft.severity)
  })

  it('follows a hum through the sections of a long file', async () => {
    const long = madeUpSpeech({ phrases: 12 })
    const { faults } = await heardBy(openHum, withTone(long, 1_000, 0.02))
    expect(faults).toHaveLength(1)
    expect(faults[0].startSec).toBe(0)
    expect(faults[0].endSec).toBeCloseTo(long.samples.length / long.sampleRateHz, 2)
  })

  it('takes the fundamental of a monotone voice for none, and the same tone through the pauses for one', async () => {
    const { samples, sampleRateHz } = room
    const tone = sine(samples.length, 180, sampleRateHz)
    // In syllables of 0.18 s, four a second, as the rest of the voice.
    const sung = samples.slice()
    for (const { startSec, endSec } of speech.speech)
      for (let n = Math.round(startSec * sampleRateHz); n < endSec * sampleRateHz; n++) {
        const within = (n / sampleRateHz - startSec) % 0.25
        if (within < 0.18) sung[n] += 0.03 * Math.sin((Math.PI * within) / 0.18) ** 2 * tone[n]
      }
    expect((await heardBy(openHum, { ...room, samples: sung })).faults).toEqual([])
    expect((await heardBy(openHum, { ...room, samples: mixed(samples, tone, 0.03) })).faults).toHaveLength(1)
  })
})
