import { beforeAll, describe, expect, it } from 'vitest'
import { bytesInMemory } from '../../../src/audio/bytes.js'
import { defaultOptions } from '../../../src/checks/check.js'
import { judgeQuality } from '../../../src/checks/quality/judge.js'
import { listenForQuality } from '../../../src/checks/quality/listen.js'
import type { OpenModels } from '../../../src/speech/open-models.js'
import type { Interval } from '../../../src/speech/speech-data.js'
import { Track } from '../../../src/speech/track.js'
import { cached } from '../../../voices/cache.js'
import { voice } from '../../../voices/voice.js'
import { wavBytes } from '../../../voices/wav.js'
import { concatenated, sine, whiteNoise } from '../../audio/signals.js'

/** Hears voices where it is told to, so that no model is needed. */
function earFor(speech: Interval[]): OpenModels {
  const speechSec = speech.reduce((sum, { startSec, endSec }) => sum + endSec - startSec, 0)
  const detector = { detect: async () => ({ speech, pauses: [], speechSec }) }
  return { voiceActivity: async () => detector } as unknown as OpenModels
}

async function heard(channels: Float32Array | Float32Array[], sampleRateHz: number, speech: Interval[] = []) {
  const bytes = wavBytes(channels, sampleRateHz)
  return listenForQuality(new Track(bytesInMemory(bytes), earFor(speech)), { reading: [] })
}

describe('speech longer than a section', () => {
  let samples: Float32Array
  let sampleRateHz: number
  let speech: Interval[]

  beforeAll(async () => {
    const spoken = await cached(voice('flite:rms')).speak(
      'A cold wind moved over the empty fields, and the dog ran home before anybody could call its name.',
    )
    sampleRateHz = spoken.sampleRateHz
    const sentence = concatenated([spoken.samples, new Float32Array(sampleRateHz / 2)])
    const lengthSec = sentence.length / sampleRateHz
    const first = spoken.words![0].startSec
    const last = spoken.words!.at(-1)!.endSec
    speech = [0, 1, 2, 3].map((turn) => ({
      startSec: turn * lengthSec + first,
      endSec: turn * lengthSec + last,
    }))
    samples = concatenated([sentence, sentence, sentence, sentence])
  })

  it('is measured as a whole', async () => {
    const noisy = whiteNoise(samples.length, 0.004).map((noise, n) => noise + samples[n])
    const findings = await heard(noisy, sampleRateHz, speech)
    expect(findings.durationSec).toBeCloseTo(samples.length / sampleRateHz, 6)
    expect(findings.durationSec).toBeGreaterThan(15)
    let power = 0
    let count = 0
    for (const { startSec, endSec } of speech)
      for (let n = Math.round(startSec * sampleRateHz); n < endSec * sampleRateHz; n++, count++)
        power += samples[n] ** 2
    // Uniform noise of +-a has a^2 / 3. Short pauses inside the speech count in this sum: within 3 dB is right.
    const snrDb = 10 * Math.log10(power / count / (0.004 ** 2 / 3))
    expect(Math.abs(findings.measures.snr.snrDb! - snrDb)).toBeLessThan(3)
  })
})

describe('whatever a file holds', () => {
  const cases: [string, Float32Array | Float32Array[], number][] = [
    ['10 ms', whiteNoise(160, 0.1), 16_000],
    ['one sample', Float32Array.of(0.5), 16_000],
    ['silence', new Float32Array(48_000), 16_000],
    ['silence at 8 kHz', new Float32Array(8_000), 8_000],
    ['96 kHz stereo', [whiteNoise(96_000, 0.1), new Float32Array(96_000)], 96_000],
    ['a constant', new Float32Array(24_000).fill(0.5), 24_000],
    ['full scale', new Float32Array(24_000).fill(1), 24_000],
    ['a tone', sine(240_000, 440, 24_000, 0.9), 24_000],
    ['noise', whiteNoise(240_000, 0.9), 24_000],
    ['one impulse', Float32Array.from({ length: 24_000 }, (_, n) => (n === 12_000 ? 1 : 0)), 24_000],
  ]

  it.each(cases)('%s: there are findings of plain numbers and a judgement', async (_, channels, rateHz) => {
    const whole = { startSec: 0, endSec: (Array.isArray(channels) ? channels[0] : channels).length / rateHz }
    for (const speech of [[], [whole]]) {
      const findings = await heard(channels, rateHz, speech)
      // NaN and infinity do not survive being written down.
      expect(JSON.parse(JSON.stringify(findings))).toEqual(findings)
      for (const { startSec, endSec, audibility, severity } of findings.faults) {
        expect(startSec).toBeGreaterThanOrEqual(0)
        expect(endSec).toBeGreaterThanOrEqual(startSec)
        expect(endSec).toBeLessThanOrEqual(whole.endSec + 1e-6)
        for (const share of [audibility, severity]) {
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(1)
        }
      }
      const { tracks } = judgeQuality([{ file: 'a', findings }], defaultOptions).report
      expect(tracks[0].score).toBeGreaterThanOrEqual(0)
      expect(tracks[0].score).toBeLessThanOrEqual(100)
    }
  })
})
