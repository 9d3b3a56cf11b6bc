import { describe, expect, it } from 'vitest'
import type { Reading } from '../../../src/speech/whisper/reading.js'
import { isBetter, isDoubtful, SecondReader } from '../../../src/speech/whisper/second-reading.js'
import { madeUpReader } from './made-up-reader.js'

const words = (text: string, confidence: number) =>
  text.split(' ').map((each) => ({ text: each, confidence }))

describe('a piece', () => {
  it('is doubtful where its words are unsure as a whole, or nothing was read', () => {
    expect(isDoubtful(words('the old man', 0.85))).toBe(false)
    expect(isDoubtful(words('the old man', 0.8))).toBe(true)
    expect(isDoubtful([])).toBe(true)
  })

  it('is doubtful where four words in a row are unsure, but not where one is', () => {
    const sure = words('it was a long and winding way down to the old river and back again', 0.98)
    const amid = (unsure: number) => [...sure, ...words('a b c d'.slice(0, 2 * unsure - 1), 0.65), ...sure]
    expect(isDoubtful(amid(1))).toBe(false)
    expect(isDoubtful(amid(4))).toBe(true)
  })
})

describe('what the second recogniser reads', () => {
  const first = words('the old man sat town', 0.85)
  const reading: Reading = { words: words('the old man sat down', 0.9), noSpeech: 0.1, finished: true }

  it('is taken where it is as sure of it', () => {
    expect(isBetter(reading, first)).toBe(true)
  })

  it.each<[string, Partial<Reading>]>([
    ['it holds that nobody speaks', { noSpeech: 0.6 }],
    ['it did not come to an end', { finished: false }],
    ['it is less sure than the first', { words: words('the old man sat down', 0.7) }],
    ['there is nothing', { words: [] }],
  ])('is not taken where %s', (_, fault) => {
    expect(isBetter({ ...reading, ...fault }, first)).toBe(false)
  })

  it('is taken where the first is lost, unless it is lost itself', () => {
    const lost = words('the old man sat town', 0.7)
    expect(isBetter({ ...reading, words: words('the old man sat down', 0.6) }, lost)).toBe(true)
    expect(isBetter({ ...reading, words: words('the old man sat down', 0.3) }, lost)).toBe(false)
  })

  it('is taken where the first read nothing, if it is rather sure', () => {
    expect(isBetter({ ...reading, words: words('six seven', 0.65) }, [])).toBe(true)
    expect(isBetter({ ...reading, words: words('six seven', 0.5) }, [])).toBe(false)
  })
})

describe('the second reader', () => {
  const sound = new Float32Array(16_000)
  const times = [
    { startSec: 0.1, endSec: 0.3 },
    { startSec: 0.3, endSec: 0.6 },
  ]
  const aligner = { align: async () => times }

  it('gives words with their times in the sound, and is opened when it is first asked', async () => {
    let opened = 0
    const second = new SecondReader(async () => {
      opened++
      return madeUpReader({ tokens: [1, 2] })
    })
    expect(opened).toBe(0)
    const read = await second.read(sound, [], aligner)
    expect(read?.map(({ text, startSec, endSec }) => [text, startSec, endSec])).toEqual([
      ['w1', 0.1, 0.3],
      ['w2', 0.3, 0.6],
    ])
    await second.read(sound, [], aligner)
    expect(opened).toBe(1)
  })

  it('gives nothing where its text cannot be laid over the sound', async () => {
    const second = new SecondReader(async () => madeUpReader({ tokens: [1, 2] }))
    expect(await second.read(sound, [], { align: async () => null })).toBeNull()
  })

  it('gives nothing where nobody speaks, and asks for no times then', async () => {
    const second = new SecondReader(async () => madeUpReader({ tokens: [1, 2], noSpeech: 0.9 }))
    const align = () => {
      throw new Error('nobody should ask')
    }
    expect(await second.read(sound, [], { align })).toBeNull()
  })

  it('leaves out what cannot be said aloud', async () => {
    const second = new SecondReader(async () => madeUpReader({ tokens: [1, 2] }))
    expect(await second.read(sound, [], { align: async () => [times[0], null] })).toHaveLength(1)
  })
})
