import { describe, expect, it } from 'vitest'
import { open as openSnr } from '../../../../../src/checks/quality/detectors/snr/listener.js'
import { whiteNoise } from '../../../../audio/signals.js'
import { heardBy, type MadeUp, madeUpSpeech, meanSquare, mixed, speechPower } from '../../made-up-speech.js'

/** White noise so many dB under the speech. */
function noisy(speech: MadeUp, snrDb: number): MadeUp {
  const noise = whiteNoise(speech.samples.length)
  const gain = Math.sqrt(speechPower(speech) / meanSquare(noise)) * 10 ** (-snrDb / 20)
  return { ...speech, samples: mixed(speech.samples, noise, gain) }
}

async function snrOf(sound: MadeUp): Promise<number> {
  const { snrDb } = (await heardBy(openSnr, sound)).measures
  expect(snrDb).not.toBeNull()
  return snrDb!
}

describe('snr', () => {
  it.each([0, 5, 15, 30, 45, 60])('reads %d dB from the pauses', async (snrDb) => {
    expect(Math.abs((await snrOf(noisy(madeUpSpeech(), snrDb))) - snrDb)).toBeLessThan(1)
  })

  it.each([8_000, 48_000])('reads 20 dB at %d Hz', async (sampleRateHz) => {
    expect(Math.abs((await snrOf(noisy(madeUpSpeech({ sampleRateHz }), 20))) - 20)).toBeLessThan(1)
  })

  it('reads 40 dB in a file that is soft as a whole', async () => {
    const sound = noisy(madeUpSpeech(), 40)
    const soft = { ...sound, samples: sound.samples.map((sample) => 0.01 * sample) }
    expect(Math.abs((await snrOf(soft)) - 40)).toBeLessThan(1)
  })

  it.each([5, 20, 35])('reads %d dB under the speech when the pauses are muted', async (snrDb) => {
    const sound = noisy(madeUpSpeech(), snrDb)
    const muted = new Float32Array(sound.samples.length)
    for (const { startSec, endSec } of sound.speech) {
      const from = Math.round(startSec * sound.sampleRateHz)
      muted.set(sound.samples.subarray(from, Math.round(endSec * sound.sampleRateHz)), from)
    }
    expect(Math.abs((await snrOf({ ...sound, samples: muted })) - snrDb)).toBeLessThan(2)
  })

  it.each([5, 20, 35])('reads %d dB without any pause', async (snrDb) => {
    const speech = madeUpSpeech({ phrases: 1, phraseSec: 6, pauseSec: 0 })
    expect(Math.abs((await snrOf(noisy(speech, snrDb))) - snrDb)).toBeLessThan(2)
  })

  it('does not take a voice for noise where nobody noticed that somebody speaks', async () => {
    const sound = noisy(madeUpSpeech({ phrases: 4 }), 30)
    const [, ...noticed] = sound.speech
    expect(Math.abs((await snrOf({ ...sound, speech: noticed })) - 30)).toBeLessThan(2)
  })

  it('does not take an offset for noise', async () => {
    const sound = noisy(madeUpSpeech(), 40)
    const { samples } = sound
    expect(
      Math.abs((await snrOf({ ...sound, samples: samples.map((sample) => sample + 0.02) })) - 40),
    ).toBeLessThan(1.5)
  })

  it('has no answer without speech', async () => {
    const sampleRateHz = 16_000
    const silence = new Float32Array(2 * sampleRateHz)
    expect((await heardBy(openSnr, { samples: silence, sampleRateHz, speech: [] })).measures.snrDb).toBeNull()
    const all = [{ startSec: 0, endSec: 2 }]
    expect(
      (await heardBy(openSnr, { samples: silence, sampleRateHz, speech: all })).measures.snrDb,
    ).toBeNull()
    const short = {
      samples: new Float32Array(160).fill(0.1),
      sampleRateHz,
      speech: [{ startSec: 0, endSec: 0.01 }],
    }
    expect((await heardBy(openSnr, short)).measures.snrDb).toBeNull()
  })

  it.each([10, 20, 30])('reads %d dB of noise that is modulated by the speech', async (qDb) => {
    // Rec. ITU-T P.810: x (1 + 10^(-Q/20) n), n of unit power.
    const speech = madeUpSpeech()
    const noise = whiteNoise(speech.samples.length, Math.sqrt(3))
    const samples = speech.samples.map((sample, n) => sample * (1 + 10 ** (-qDb / 20) * noise[n]))
    const { modulatedSnrDb } = (await heardBy(openSnr, { ...speech, samples })).measures
    expect(Math.abs(modulatedSnrDb! - qDb)).toBeLessThan(2)
  })

  it('says nothing of modulated noise in a telephone band, which formants fill', async () => {
    const { modulatedSnrDb } = (await heardBy(openSnr, madeUpSpeech({ sampleRateHz: 8_000 }))).measures
    expect(modulatedSnrDb).toBeNull()
  })

  it('does not take steady noise for modulated noise', async () => {
    const { modulatedSnrDb } = (await heardBy(openSnr, noisy(madeUpSpeech(), 15))).measures
    expect(modulatedSnrDb).toBeGreaterThan(25)
  })
})
