import { beforeAll, describe, expect, it } from 'vitest'
import { resample } from '../../src/audio/resample.js'
import type { Transcript } from '../../src/speech/speech-data.js'
import { compareTexts } from '../../src/text/word-errors.js'
import { voice } from '../../voices/voice.js'
import { whiteNoise } from '../audio/signals.js'
import { models } from '../opened-models.js'

const RATE_HZ = 16_000

beforeAll(async () => {
  await Promise.all([models.voiceActivity(), models.transcriber(), models.aligner()])
})

async function transcribe(samples: Float32Array, signal?: AbortSignal): Promise<Transcript> {
  const activity = await (await models.voiceActivity()).detect(samples)
  return (await models.transcriber()).transcribe(samples, activity, await models.aligner(), signal)
}

async function speech(text: string, name = 'flite:slt') {
  const { samples, sampleRateHz, words } = await voice(name).speak(text)
  return { samples: resample(samples, sampleRateHz, RATE_HZ), words: words! }
}

const silence = (sec: number) => new Float32Array(Math.round(sec * RATE_HZ))

function joined(...parts: Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]))
}

const story =
  'The old man walked slowly down to the river. He sat on a stone and watched the water for a long time.'

describe('a transcript', () => {
  it('holds the words that were said, each with its time and a confidence', async () => {
    const { samples, words } = await speech(story)
    const { text, words: heard, tokens } = await transcribe(samples)
    const { substitutions, deletions, insertions } = compareTexts(story, text)
    expect(substitutions + deletions + insertions).toBeLessThanOrEqual(1)
    expect(heard.map((word) => word.text).join(' ')).toBe(text)
    for (const { startSec, endSec, confidence } of heard) {
      expect(endSec).toBeGreaterThan(startSec)
      expect(confidence).toBeGreaterThan(0)
      expect(confidence).toBeLessThanOrEqual(1)
    }
    const starts = heard.map(({ startSec }) => startSec)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    const river = words.find((word) => word.text === 'river')!
    const heardRiver = heard.find((word) => /river/i.test(word.text))!
    expect(Math.abs(heardRiver.startSec - river.startSec)).toBeLessThan(0.12)
    expect(tokens.every(({ entropyNats }) => entropyNats >= 0)).toBe(true)
  })

  it('is not shifted by silence before the speech, nor emptied by it', async () => {
    const { samples } = await speech(story)
    const plain = await transcribe(samples)
    const late = await transcribe(joined(silence(1.3), samples, silence(2)))
    expect(compareTexts(plain.text, late.text).substitutions).toBeLessThanOrEqual(1)
    expect(late.words[0].startSec - plain.words[0].startSec).toBeCloseTo(1.3, 1)
  })

  it('keeps a repetition that really is in the audio', async () => {
    const { samples } = await speech('You did not mean that you thought me so silly.')
    const { text } = await transcribe(joined(samples, silence(0.3), samples, silence(0.3), samples))
    expect(text.match(/silly/gi)).toHaveLength(3)
  })

  it('keeps a word that is said twice in a row', async () => {
    const { text } = await transcribe(
      (await speech('It was a very very long way to the the station.')).samples,
    )
    expect(text.toLowerCase()).toMatch(/very,? very/)
  })

  it('is whole and in order when the file is long', async () => {
    const { samples } = await speech(story)
    const rounds = 6
    const { text, words } = await transcribe(
      joined(...Array.from({ length: rounds }, () => [samples, silence(0.6)]).flat()),
    )
    expect(text.match(/river/gi)).toHaveLength(rounds)
    expect(text.match(/stone/gi)).toHaveLength(rounds)
    const starts = words.map(({ startSec }) => startSec)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  })

  it('is empty when nobody speaks', async () => {
    expect((await transcribe(silence(3))).words).toEqual([])
    expect((await transcribe(whiteNoise(3 * RATE_HZ, 0.1))).text).toBe('')
    expect((await transcribe(new Float32Array(0))).text).toBe('')
    expect((await transcribe(Float32Array.of(0.5))).text).toBe('')
  })

  it('stops when it is cancelled', async () => {
    const { samples } = await speech(story)
    await expect(transcribe(samples, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
  })
})
