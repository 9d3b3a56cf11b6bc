import { beforeAll, describe, expect, it } from 'vitest'
import { plant } from '../../../../../eval/plant/plant.js'
import type { Strength } from '../../../../../eval/plant/planter.js'
import { seededRandom } from '../../../../../lab/random.js'
import { GrowingSamples } from '../../../../../src/audio/growing-samples.js'
import { Resampler } from '../../../../../src/audio/resample.js'
import { open } from '../../../../../src/checks/quality/detectors/trailingSounds/listener.js'
import type { Word } from '../../../../../src/speech/speech-data.js'
import { SPEECH_RATE_HZ, type Track } from '../../../../../src/speech/track.js'
import type { MadeUp } from '../../made-up-speech.js'
import { spoken } from '../../spoken.js'

let speech: MadeUp
/** As a recogniser that hears all of the speech would place them. */
let words: Word[]

beforeAll(async () => {
  speech = await spoken()
  words = wordsOf(speech)
})

function wordsOf({ speech: [{ startSec, endSec }] }: MadeUp): Word[] {
  const count = Math.round((endSec - startSec) / 0.3)
  const at = (index: number) => startSec + ((endSec - startSec) * index) / count
  return Array.from({ length: count }, (_, index) => ({
    text: 'word',
    startSec: at(index),
    endSec: at(index + 1),
    confidence: 0.95,
  }))
}

function atSpeechRate({ samples, sampleRateHz }: MadeUp): Float32Array {
  const resampler = new Resampler(sampleRateHz, SPEECH_RATE_HZ)
  const whole = new GrowingSamples()
  whole.push(resampler.push(samples))
  whole.push(resampler.flush())
  return whole.whole()
}

async function heard(sound: MadeUp, said: Word[] = words) {
  let transcripts = 0
  const track = {
    presence: async () => 'speech',
    decoded: async () => ({ speechSamples: atSpeechRate(sound) }),
    transcript: async () => {
      transcripts++
      return { text: '', words: said, tokens: [] }
    },
  }
  const durationSec = sound.samples.length / sound.sampleRateHz
  const about = { ...sound, channels: 1, durationSec, bitsPerSample: 16, track: track as unknown as Track }
  return { ...(await open(about).result()), transcripts }
}

function withSound(variant: string, strength: Strength = 'clear') {
  const { samples, sampleRateHz } = speech
  const made = plant('trailingSound', strength, samples, sampleRateHz, seededRandom(3), {
    speech: speech.speech,
    variant,
  })!
  return { sound: { ...speech, samples: made.samples }, planted: made.planted[0] }
}

describe('sounds after the last word', () => {
  it.each(['flite:slt', 'flite:kal', 'flite:awb'])('are none in a whole utterance of %s', async (name) => {
    const whole = await spoken(name)
    expect((await heard(whole, wordsOf(whole))).faults).toEqual([])
  })

  it.each(['breath', 'vowel', 'wordPart'])('are found: %s', async (variant) => {
    const { sound, planted } = withSound(variant)
    const { faults } = await heard(sound)
    expect(faults).toHaveLength(1)
    expect(Math.abs(faults[0].startSec - planted.startSec)).toBeLessThan(0.06)
    expect(Math.abs(faults[0].endSec - planted.endSec)).toBeLessThan(0.06)
    expect(faults[0].audibility).toBeGreaterThan(0.3)
  })

  it.each(['breath', 'vowel'])('are more audible the louder they are: %s', async (variant) => {
    const [soft, clear, gross] = await Promise.all(
      (['just', 'clear', 'gross'] as const).map(async (strength) => {
        const { faults } = await heard(withSound(variant, strength).sound)
        return faults[0]?.audibility ?? 0
      }),
    )
    expect(soft).toBeLessThan(0.3)
    expect(clear).toBeGreaterThan(soft)
    expect(gross).toBeGreaterThan(clear)
  })

  it('are no words: what is understood is said', async () => {
    const { sound, planted } = withSound('wordPart', 'gross')
    const word = { ...planted, text: 'Take', confidence: 0.8 }
    expect((await heard(sound, [...words, word])).faults).toEqual([])
    expect((await heard(sound, [...words, { ...word, text: 'Uh...' }])).faults).toHaveLength(1)
  })

  it('are not told where nothing at all is understood', async () => {
    expect((await heard(withSound('wordPart').sound, [])).faults).toEqual([])
  })

  it('are a held vowel without a pause before it, from where it is longer than any vowel of speech', async () => {
    const { samples, sampleRateHz } = speech
    const { sound, planted } = withSound('vowel', 'gross')
    const from = Math.round(planted.startSec * sampleRateHz)
    const until = Math.round((speech.speech[0].endSec - 0.02) * sampleRateHz)
    const held = sound.samples.slice(from, Math.round(planted.endSec * sampleRateHz))
    const joined = new Float32Array(until + held.length)
    joined.set(samples.subarray(0, until))
    joined.set(held, until)
    const { faults, transcripts } = await heard({ ...speech, samples: joined })
    expect(faults).toHaveLength(1)
    expect(faults[0].startSec).toBeGreaterThan(speech.speech[0].endSec + 0.2)
    expect(faults[0].endSec).toBeCloseTo(joined.length / sampleRateHz, 1)
    expect(transcripts).toBe(0)
  })

  it('ask for the transcript only where a short sound with a voice stands alone', async () => {
    expect((await heard(withSound('breath').sound)).transcripts).toBe(0)
    expect((await heard(withSound('vowel').sound)).transcripts).toBe(1)
  })
})
