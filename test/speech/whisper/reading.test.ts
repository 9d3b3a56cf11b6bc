import { describe, expect, it } from 'vitest'
import { readPiece } from '../../../src/speech/whisper/reading.js'
import { marks, PROMPT } from '../../../src/speech/whisper/vocabulary.js'
import { madeUpReader } from './made-up-reader.js'

const sound = new Float32Array(16_000)
const MOST = 40

describe('the text of a piece', () => {
  it('is read after the marks for English, as it is said, without times', async () => {
    const reader = madeUpReader({ tokens: [1, 2] })
    const { words, finished } = await readPiece(reader, sound, MOST)
    expect(reader.steps).toEqual([...PROMPT, 1, 2])
    expect(words.map(({ text }) => text)).toEqual(['w1', 'w2'])
    expect(finished).toBe(true)
  })

  it('has words of several tokens, and says how sure it is of each', async () => {
    const { words } = await readPiece(madeUpReader({ tokens: [1, 101, 2] }), sound, MOST)
    // Scores of 2 against 0: e^2 / (e^2 + 1).
    expect(words.map(({ text }) => text)).toEqual(['w1-101', 'w2'])
    for (const { confidence } of words) expect(confidence).toBeCloseTo(0.8808, 4)
  })

  it('has none of the tokens that stand for sounds, languages or times, and does not end before it begins', async () => {
    const tempting = [7, marks.english, marks.noTimes + 1]
    const { words } = await readPiece(madeUpReader({ tokens: [1], tempting }), sound, MOST)
    expect(words.map(({ text }) => text)).toEqual(['w1'])
    const empty = await readPiece(madeUpReader({ tokens: [] }), sound, MOST)
    expect(empty.words.map(({ text }) => text)).toEqual(['w9'])
  })

  it('comes with how likely it is that nobody speaks', async () => {
    const { noSpeech } = await readPiece(madeUpReader({ tokens: [1], noSpeech: 0.7 }), sound, MOST)
    expect(noSpeech).toBeCloseTo(0.7, 5)
  })

  it('is cut where it is said again without having been looked for further on', async () => {
    const frames = [10, 20, 30, 10, 20, 30, 10, 20, 30]
    const { words, finished } = await readPiece(
      madeUpReader({ tokens: [1, 2, 3, 1, 2, 3, 1, 2, 3], frames }),
      sound,
      9,
    )
    expect(words.map(({ text }) => text)).toEqual(['w1', 'w2', 'w3'])
    expect(finished).toBe(true)
  })

  it('keeps what was said twice', async () => {
    const { words } = await readPiece(
      madeUpReader({ tokens: [1, 2, 1, 2], frames: [10, 20, 60, 70] }),
      sound,
      MOST,
    )
    expect(words).toHaveLength(4)
  })

  it('is not finished when the end never comes', async () => {
    const tokens = Array.from({ length: 60 }, (_, at) => 10 + at)
    const { words, finished } = await readPiece(madeUpReader({ tokens }), sound, MOST)
    expect(words).toHaveLength(MOST)
    expect(finished).toBe(false)
  })

  it('is given up when it is not wanted any more', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(readPiece(madeUpReader({ tokens: [1] }), sound, MOST, signal)).rejects.toThrow('enough')
  })
})
