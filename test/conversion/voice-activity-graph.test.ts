import { InferenceSession, Tensor } from 'audio-audit-runtime'
import { describe, expect, it } from 'vitest'
import { readModelFile } from '../../src/speech/models.js'
import { VoiceActivityDetector } from '../../src/speech/voice-activity.js'
import { voice } from '../../voices/voice.js'

const WINDOW = 512
const CONTEXT = 64

/** As its authors run it: window after window through the published graph. */
async function published(samples: Float32Array): Promise<number[]> {
  const session = await InferenceSession.create(readModelFile('voiceActivity'), { logSeverityLevel: 3 })
  const sr = new Tensor('int64', BigInt64Array.of(16_000n), [])
  let state: Tensor = new Tensor('float32', new Float32Array(256), [2, 1, 128])
  const padded = new Float32Array(CONTEXT + Math.ceil(samples.length / WINDOW) * WINDOW)
  padded.set(samples, CONTEXT)
  const probabilities: number[] = []
  for (let from = 0; from + CONTEXT < padded.length; from += WINDOW) {
    const input = new Tensor('float32', padded.slice(from, from + CONTEXT + WINDOW), [1, CONTEXT + WINDOW])
    const { output, stateN } = await session.run({ input, state, sr })
    probabilities.push((output.data as Float32Array)[0])
    state = stateN as Tensor
  }
  return probabilities
}

describe('the graph of the voice activity detector', () => {
  it('gives the probabilities of the published one, also where parts of ten seconds meet', async () => {
    const { samples } = await voice('flite:rms').speak('The ferry leaves at noon, and the last bus at ten.')
    // Speech, a pause, and speech again on both sides of the tenth second; the end is no whole window.
    const sound = new Float32Array(11 * 16_000 + 77)
    sound.set(samples.subarray(0, 4 * 16_000), 8_000)
    sound.set(samples.subarray(0, 2 * 16_000), 9 * 16_000)
    const expected = await published(sound)
    const found = await (await VoiceActivityDetector.load()).probabilities(sound)
    expect(found.length).toBe(expected.length)
    for (const [window, probability] of found.entries()) expect(probability).toBeCloseTo(expected[window], 4)
    expect(Math.max(...expected)).toBeGreaterThan(0.9)
    expect(Math.min(...expected)).toBeLessThan(0.1)
  })
})
