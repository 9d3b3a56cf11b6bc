import { describe, expect, it } from 'vitest'
import { type Utterance, voice, voiceNames } from '../../voices/voice.js'
import { energyOnsetsSec } from './energy-onset.js'

const text = 'Dr. Smith isn\'t 25 years old, and paid $3.50 at 10:30. "Really" - she said.'
const writtenWords = "Dr Smith isn't 25 years old and paid $3.50 at 10:30 Really she said".split(' ')

function expectSpeech({ samples, sampleRateHz, words }: Utterance, wordCount: number): void {
  const durationSec = samples.length / sampleRateHz
  // English is read at two to five words a second; numbers and pauses make it slower.
  expect(durationSec).toBeGreaterThan(0.15 * wordCount)
  expect(durationSec).toBeLessThan(1.0 * wordCount)
  const rms = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
  expect(rms).toBeGreaterThan(0.01)
  expect(samples.every((sample) => Math.abs(sample) <= 1)).toBe(true)
  let previousEndSec = 0
  for (const { startSec, endSec } of words!) {
    expect(startSec).toBeGreaterThanOrEqual(previousEndSec - 1e-9)
    expect(endSec).toBeGreaterThan(startSec)
    previousEndSec = endSec
  }
  expect(previousEndSec).toBeLessThanOrEqual(durationSec)
}

function onsetErrorsSec(utterance: Utterance): number[] {
  return energyOnsetsSec(utterance).map((onsetSec, index) => onsetSec - utterance.words![index].startSec)
}

describe.each(voiceNames.filter((name) => !name.startsWith('kokoro:')))('%s', (name) => {
  it('speaks a sentence and knows when each written word comes', async () => {
    const utterance = await voice(name).speak(text)
    expect(utterance.words!.map((word) => word.text)).toEqual(writtenWords)
    expectSpeech(utterance, writtenWords.length)
  })
})

describe.each(['espeak:en-us', 'espeak:en-gb+f3', 'flite:slt', 'flite:rms', 'flite:awb'])('%s', (name) => {
  it('starts words where the energy rises', async () => {
    const utterance = await voice(name).speak('Apple, melon, orange, number, under, river, open.')
    for (const errorSec of onsetErrorsSec(utterance)) expect(Math.abs(errorSec)).toBeLessThan(0.03)
  })

  it('keeps times right over several sentences', async () => {
    const utterance = await voice(name).speak('Everyone laughed. Open it again. Our river is wide.')
    const firstWords = [0, 2, 5]
    const errorsSec = onsetErrorsSec(utterance)
    for (const index of firstWords) expect(Math.abs(errorsSec[index])).toBeLessThan(0.03)
  })

  it('speaks twice as fast when told', async () => {
    const [normal, fast] = [await voice(name).speak(text), await voice(name).speak(text, { speed: 2 })]
    expect(fast.samples.length / normal.samples.length).toBeLessThan(0.65)
    expect(fast.words!.at(-1)!.endSec).toBeLessThan(fast.samples.length / fast.sampleRateHz)
  })
})

describe('espeak', () => {
  it('knows the words of pairs that espeak-ng says as one', async () => {
    const pairs = 'One of the many that it was for a while has too much in the end.'
    const utterance = await voice('espeak:en-us').speak(pairs)
    expect(utterance.words!.map((word) => word.text).join(' ')).toBe(pairs.slice(0, -1))
    expectSpeech(utterance, 15)
  })
})

describe('kokoro', () => {
  it('speaks, with words where the energy rises', async () => {
    const utterance = await voice('kokoro:af_heart').speak('Apple, orange, open.')
    expect(utterance.sampleRateHz).toBe(24000)
    expect(utterance.words!.map((word) => word.text)).toEqual(['Apple', 'orange', 'open'])
    expectSpeech(utterance, 3)
    for (const errorSec of onsetErrorsSec(utterance)) expect(Math.abs(errorSec)).toBeLessThan(0.03)
  })
})

describe('voice', () => {
  it('knows 54 Kokoro voices and names what there is', () => {
    expect(voiceNames.filter((name) => name.startsWith('kokoro:'))).toHaveLength(54)
    expect(() => voice('flite:nobody')).toThrow(/flite:slt/)
  })

  it('has nothing to say for an empty text', async () => {
    await expect(voice('flite:kal').speak(' ')).rejects.toThrow('nothing to say')
    await expect(voice('espeak:en-us').speak('...')).rejects.toThrow('nothing to say')
  })
})
