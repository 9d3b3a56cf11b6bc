import { describe, expect, it } from 'vitest'
import { speechlessSounds } from '../../eval/plant/speechless.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { resample } from '../../src/audio/resample.js'
import { checkNames, defaultOptions } from '../../src/checks/check.js'
import { checks } from '../../src/checks/registry.js'
import type { VoiceActivity, Word } from '../../src/speech/speech-data.js'
import { speechPresence } from '../../src/speech/speech-presence.js'
import { Track } from '../../src/speech/track.js'
import { voice } from '../../voices/voice.js'
import { wavBytes } from '../../voices/wav.js'
import { concatenated, whiteNoise } from '../audio/signals.js'
import { models } from '../opened-models.js'

const RATE_HZ = 16_000

const trackOf = (samples: Float32Array, rateHz = RATE_HZ) =>
  new Track(bytesInMemory(wavBytes(samples, rateHz)), models)

async function said(name: string, text: string): Promise<Float32Array> {
  const { samples, sampleRateHz } = await voice(name).speak(text)
  return resample(samples, sampleRateHz, RATE_HZ)
}

const sounds = speechlessSounds(RATE_HZ, 3, 7)

describe('what a file holds in which nobody speaks', () => {
  it.each([
    ['digital silence', 'silence'],
    ['constant offset', 'silence'],
    ['noise at -80 dBFS', 'silence'],
    ['white noise, -6 dBFS', 'noise'],
    ['pink noise, -45 dBFS', 'noise'],
    ['brown noise, -25 dBFS', 'noise'],
    ['noise in syllables, -25 dBFS', 'noise'],
    ['clicks, -25 dBFS', 'noise'],
    ['sine of 220 Hz', 'tone'],
    ['saw of 150 Hz', 'tone'],
    ['beeps', 'tone'],
    ['piano, a melody', 'music'],
    ['strings, chords', 'music'],
    ['drums', 'music'],
    ['a band with a lead', 'music'],
  ])('%s is %s', async (name, kind) => {
    const { samples } = sounds.find((sound) => sound.name === name)!
    expect(await trackOf(samples).presence()).toBe(kind)
  })

  it('one sample, and 0.3 s of anything, are too short', async () => {
    expect(await trackOf(Float32Array.of(0.5)).presence()).toBe('tooShort')
    expect(await trackOf(whiteNoise(0.3 * RATE_HZ, 0.5)).presence()).toBe('tooShort')
    expect(await trackOf(new Float32Array(0.3 * RATE_HZ)).presence()).toBe('tooShort')
  })
})

describe('speech', () => {
  it.each(['flite:slt', 'flite:kal16', 'espeak:en-us'])('one word of %s is speech', async (name) => {
    expect(await trackOf(await said(name, 'No.')).presence()).toBe('speech')
  })

  it('is found behind long silence, in noise and when it is hardly audible', async () => {
    const line = await said('flite:rms', 'The old gate was painted green.')
    const late = concatenated([new Float32Array(10 * RATE_HZ), await said('flite:slt', 'Stop!')])
    expect(await trackOf(late).presence()).toBe('speech')
    const power = line.reduce((sum, sample) => sum + sample * sample, 0) / line.length
    // Uniform noise of +-a has a^2 / 3: 5 dB below the speech.
    const noise = whiteNoise(line.length, Math.sqrt(3 * power * 10 ** -0.5))
    expect(await trackOf(line.map((sample, n) => 0.5 * (sample + noise[n]))).presence()).toBe('speech')
    const faint = trackOf(line.map((sample) => 0.003 * sample))
    expect(await faint.presence()).toBe('speech')
    expect((await faint.voiceActivity()).speechSec).toBeGreaterThan(1)
  })
})

describe('in doubt', () => {
  const samples = whiteNoise(3 * RATE_HZ, 0.3)
  const doubtful: VoiceActivity = {
    speech: [{ startSec: 1, endSec: 1.4 }],
    pauses: [],
    speechSec: 0.4,
    surestSpeech: 0.8,
  }
  const word = (confidence: number): Word => ({ text: 'no', startSec: 1, endSec: 1.3, confidence })

  it('words decide, and only those that the recogniser is sure of', async () => {
    expect(await speechPresence(samples, doubtful, async () => [word(0.9)])).toBe('speech')
    expect(await speechPresence(samples, doubtful, async () => [word(0.3)])).toBe('noise')
    expect(await speechPresence(samples, doubtful, async () => [])).toBe('noise')
  })

  it('an exclamation by itself is given the benefit, though no word is made of it', async () => {
    const short = whiteNoise(0.6 * RATE_HZ, 0.3)
    expect(await speechPresence(short, doubtful, async () => [])).toBe('speech')
    const unmarked = { ...doubtful, speech: [], speechSec: 0, surestSpeech: 0.6 }
    expect(await speechPresence(short, unmarked, async () => [])).toBe('speech')
    expect(await speechPresence(short, { ...unmarked, surestSpeech: 0.3 }, async () => [])).toBe('noise')
  })

  it('and nobody listens for words where it is clear', async () => {
    const unasked = () => Promise.reject(new Error('nobody was to ask'))
    const clear = { ...doubtful, speechSec: 2, surestSpeech: 0.99 }
    expect(await speechPresence(samples, clear, unasked)).toBe('speech')
    const masked = { ...doubtful, speechSec: 0.8, surestSpeech: 0.92 }
    expect(await speechPresence(samples, masked, unasked)).toBe('speech')
    const nobody = { speech: [], pauses: [], speechSec: 0, surestSpeech: 0.2 }
    expect(await speechPresence(samples, nobody, unasked)).toBe('noise')
  })
})

describe('all checks, from the file to the reason', () => {
  it.each([
    ['60 s of digital silence', () => new Float32Array(60 * RATE_HZ), 'nothing is said'],
    ['full-scale white noise', () => whiteNoise(10 * RATE_HZ), 'noise, no speech'],
    ['a single sample', () => Float32Array.of(0.5), 'too short to judge'],
  ])('%s', async (_, made, words) => {
    const track = trackOf(made())
    for (const name of checkNames) {
      const check = checks[name]!
      const findings = await check.listen(track, check.listenOptions(defaultOptions, undefined))
      const { report, reasons } = check.judge([{ file: 'a.wav', findings }], defaultOptions)
      expect(report.score).toBe(0)
      expect(report.tracks[0].flagged).toBe(true)
      expect(reasons[0].map(({ message }) => message)).toEqual([expect.stringContaining(words)])
      expect(report.summary).toContain('Nobody speaks in the file')
      expect(notNumbers(report)).toEqual([])
    }
  })
})

/** Where a report has no number though the contract promises one. */
function notNumbers(report: object): string[] {
  // A file without an issue that anybody notices has no confidence, and one without a voice is in no group of voices.
  const allowed =
    /cutoffHz|wordsPerMinute|medianWordsPerMinute|loudnessDb|loudnessDeviationDb|voiceGroup|^confidence$/i
  const found: string[] = []
  JSON.stringify(report, (key, value) => {
    if ((value === null && !allowed.test(key)) || (typeof value === 'number' && !Number.isFinite(value)))
      found.push(key)
    return value
  })
  return found
}
