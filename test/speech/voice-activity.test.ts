import { beforeAll, describe, expect, it } from 'vitest'
import type { VoiceActivity } from '../../src/speech/speech-data.js'
import { activityFrom, VoiceActivityDetector } from '../../src/speech/voice-activity.js'
import { concatenated, sine, whiteNoise } from '../audio/signals.js'
import { SPEECH_RATE_HZ, silence, spoken } from './spoken.js'

const SENTENCES = ['We walked along the river until dark.', 'Nobody had seen her since Monday morning.']
const EDGE_SEC = 0.1

/** The samples between the first and the last that are more than 40 dB below the loudest: where the sound really is. */
function trimmed(samples: Float32Array): Float32Array {
  const floor = 0.01 * samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
  const first = samples.findIndex((sample) => Math.abs(sample) > floor)
  const last = samples.findLastIndex((sample) => Math.abs(sample) > floor)
  return samples.slice(first, last + 1)
}

/** Speech and pauses take turns and fill the file from its first sample to its last. */
function expectTiles({ speech, pauses, speechSec }: VoiceActivity, durationSec: number): void {
  const all = [...speech, ...pauses].sort((a, b) => a.startSec - b.startSec)
  let atSec = 0
  for (const { startSec, endSec } of all) {
    expect(startSec).toBe(atSec)
    expect(endSec).toBeGreaterThan(startSec)
    atSec = endSec
  }
  expect(atSec).toBe(durationSec)
  for (let index = 1; index < all.length; index++)
    expect(speech.includes(all[index])).toBe(!speech.includes(all[index - 1]))
  const summed = speech.reduce((sum, { startSec, endSec }) => sum + endSec - startSec, 0)
  expect(speechSec).toBeCloseTo(summed, 9)
}

describe('VoiceActivityDetector', () => {
  let detector: VoiceActivityDetector
  beforeAll(async () => {
    detector = await VoiceActivityDetector.load()
  })

  it.each(['flite:slt', 'flite:rms', 'flite:awb'])('finds where %s speaks between silences', async (name) => {
    const [first, second] = (await Promise.all(SENTENCES.map((text) => spoken(name, text)))).map(trimmed)
    const sound = concatenated([silence(0.7), first, silence(1.2), second, silence(0.9)])
    const activity = await detector.detect(sound)
    expectTiles(activity, sound.length / SPEECH_RATE_HZ)

    const firstEndSec = 0.7 + first.length / SPEECH_RATE_HZ
    const secondStartSec = firstEndSec + 1.2
    const secondEndSec = secondStartSec + second.length / SPEECH_RATE_HZ
    const inFirst = activity.speech.filter(({ startSec }) => startSec < firstEndSec)
    const inSecond = activity.speech.filter(({ startSec }) => startSec >= firstEndSec)
    const near = (seconds: number) => [seconds - EDGE_SEC, seconds + EDGE_SEC]
    for (const [found, [low, high]] of [
      [inFirst[0].startSec, near(0.7)],
      [inFirst.at(-1)!.endSec, near(firstEndSec)],
      [inSecond[0].startSec, near(secondStartSec)],
      [inSecond.at(-1)!.endSec, near(secondEndSec)],
    ] as const) {
      expect(found).toBeGreaterThan(low)
      expect(found).toBeLessThan(high)
    }
  })

  const length = 3 * SPEECH_RATE_HZ
  it.each([
    ['silence', silence(3)],
    ['white noise', whiteNoise(length, 0.1)],
    ['faint noise', whiteNoise(length, 0.001)],
    ['a tone', sine(length, 440, SPEECH_RATE_HZ, 0.3)],
    ['a hum', sine(length, 100, SPEECH_RATE_HZ, 0.3)],
    ['less than a window', silence(0.01)],
  ])('finds no speech in %s', async (_, sound) => {
    const activity = await detector.detect(sound)
    expect(activity.speech).toEqual([])
    expect(activity.speechSec).toBe(0)
    expectTiles(activity, sound.length / SPEECH_RATE_HZ)
  })

  it('finds nothing at all in no sound', async () => {
    expect(await detector.detect(new Float32Array(0))).toEqual({
      speech: [],
      pauses: [],
      speechSec: 0,
      surestSpeech: 0,
    })
  })

  it('stops when told', async () => {
    const aborted = AbortSignal.abort(new Error('told to stop'))
    await expect(detector.detect(silence(1), aborted)).rejects.toThrow('told to stop')
  })
})

describe('activityFrom', () => {
  const WINDOW_SEC = 0.032
  const activity = (...probabilities: number[]) =>
    activityFrom(Float32Array.from(probabilities), probabilities.length * WINDOW_SEC)
  const speechWindows = (...probabilities: number[]) =>
    activity(...probabilities).speech.map(({ startSec, endSec }) => [
      Math.round(startSec / WINDOW_SEC),
      Math.round(endSec / WINDOW_SEC),
    ])
  const sure = Array(10).fill(0.95)
  const none = Array(10).fill(0.02)

  it('begins where speech is likelier than not and goes on through doubt', () => {
    expect(speechWindows(0.4, 0.4, ...sure, 0.4, 0.4, ...none)).toEqual([[2, 14]])
  })

  it('finds no pause in the closure of a plosive, and one in a real gap', () => {
    expect(speechWindows(...sure, 0.1, 0.1, ...sure)).toEqual([[0, 22]])
    expect(speechWindows(...sure, ...none, ...sure)).toEqual([
      [0, 10],
      [20, 30],
    ])
  })

  it('finds no speech in a click', () => {
    expect(speechWindows(...none, 0.9, ...none)).toEqual([])
  })

  it('tiles a file that ends inside a window and inside speech', () => {
    const durationSec = 10 * WINDOW_SEC - 0.01
    const ending = activityFrom(Float32Array.from([0, 0, ...sure.slice(2)]), durationSec)
    expect(ending.speech).toEqual([{ startSec: 2 * WINDOW_SEC, endSec: durationSec }])
    expectTiles(ending, durationSec)
    expectTiles(activity(...none, ...sure, ...none, 0.9, ...none, ...sure), 51 * WINDOW_SEC)
  })
})
