import { beforeAll, describe, expect, it } from 'vitest'
import { resample } from '../../src/audio/resample.js'
import { WordAligner } from '../../src/speech/word-aligner.js'
import { voice } from '../../voices/voice.js'

const RATE_HZ = 16_000
let aligner: WordAligner
beforeAll(async () => {
  aligner = await WordAligner.load()
})

const said = async (text: string) => {
  const { samples, sampleRateHz, words } = await voice('flite:slt').speak(text)
  return { samples: resample(samples, sampleRateHz, RATE_HZ), words: words! }
}

describe('the word aligner', () => {
  it('finds when each word was said', async () => {
    const { samples, words } = await said('The old man walked slowly down to the river and sat on a stone.')
    const found = await aligner.align(
      samples,
      words.map(({ text }) => text),
    )
    const errorsSec = found!
      .map((interval, index) => Math.abs(interval!.startSec - words[index].startSec))
      .sort((a, b) => a - b)
    expect(errorsSec[Math.floor(errorsSec.length / 2)]).toBeLessThan(0.04)
    expect(errorsSec.at(-1)).toBeLessThan(0.15)
  })

  it('is not stopped by numbers, symbols, unknown words or punctuation', async () => {
    const { samples } = await said(
      'Doctor Zblorgian paid twenty five dollars at seven percent in nineteen eighty four.',
    )
    const words = ['“Dr.', 'Zblorgian', 'paid', '$25', '—', 'at', '7%', 'in', '1984.”']
    const found = await aligner.align(samples, words)
    expect(found).toHaveLength(words.length)
    expect(found![4]).toBeNull()
    const starts = found!.flatMap((interval) => (interval ? [interval.startSec] : []))
    expect(starts).toHaveLength(words.length - 1)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(found![8]!.endSec - found![8]!.startSec).toBeGreaterThan(0.6)
  })

  it('answers null, not an error, when the text cannot be the sound', async () => {
    const { samples } = await said('Yes.')
    const text = 'a sentence of very many words that never could be said within so short a time as this'
    expect(await aligner.align(samples, text.split(' '))).toBeNull()
    expect(await aligner.align(samples, ['…', '♪'])).toBeNull()
    expect(await aligner.align(new Float32Array(0), ['word'])).toBeNull()
  })

  it('says by the sound alone which of some texts was said, however unlikely it is', async () => {
    const { samples } = await said('The price of bed has fallen again.')
    const [bed, bread, put] = await aligner.fits(
      samples,
      ['bed', 'bread', 'put'].map((word) => ['the', 'price', 'of', word, 'has', 'fallen', 'again']),
    )
    expect(bed! - bread!).toBeGreaterThan(10)
    expect(bread! - put!).toBeGreaterThan(10)
    expect(bed).toBeLessThan(0)
  })

  it('has no opinion of what cannot be said there', async () => {
    const { samples } = await said('Yes.')
    const endless = 'a sentence of very many words that never could be said within so short a time'.split(' ')
    expect(await aligner.fits(samples, [endless, ['♪'], []])).toEqual([null, null, null])
  })
})
