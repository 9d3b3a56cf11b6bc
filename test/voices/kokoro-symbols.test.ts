import { describe, expect, it } from 'vitest'
import { espeakPhonemes } from '../../voices/espeak.js'
import { kokoroLetters, sentenceSymbols } from '../../voices/kokoro-symbols.js'
import { sentencesOf } from '../../voices/written.js'

async function symbolsOf(text: string, accent: 'american' | 'british'): Promise<string> {
  const tokens = await espeakPhonemes(sentencesOf(text)[0], accent === 'british' ? 'en-gb' : 'en-us')
  return sentenceSymbols(tokens, accent)
    .map(({ symbol }) => symbol)
    .join('')
}

describe('kokoroLetters', () => {
  // Pairs from misaki's table (misaki/espeak.py), with the tie bar that it works with left out.
  it.each([
    ['ˈaɪ', 'ˈI'],
    ['dʒ', 'ʤ'],
    ['ɚ', 'əɹ'],
    ['ˈɜː', 'ˈɜɹ'],
    ['ˈɔːɹ', 'ˈɔɹ'],
    ['əl', 'ᵊl'],
    ['n̩', 'ᵊn'],
    ['ɾ', 'T'],
  ])('writes American %s as %s', (ipa, letters) => {
    expect(kokoroLetters(ipa, 'american')).toBe(letters)
  })

  it.each([
    ['əʊ', 'Q'],
    ['eə', 'ɛː'],
    ['ˈɔː', 'ˈɔː'],
  ])('writes British %s as %s', (ipa, letters) => {
    expect(kokoroLetters(ipa, 'british')).toBe(letters)
  })
})

describe('sentenceSymbols', () => {
  // misaki's README: "misˈɑki ɪz ə ʤˈitəpˈi ˈɛnʤən dəzˈInd fɔɹ kˈOkəɹO mˈɑdᵊlz." comes from its lexicon; espeak-ng
  // differs in a few vowels, so the words here are ones on which both agree.
  it('keeps words, stress and marks', async () => {
    expect(await symbolsOf('Hello, world!', 'american')).toBe('həlˈO, wˈɜɹld!')
    expect(await symbolsOf('Hello, world!', 'british')).toBe('həlˈQ, wˈɜːld!')
  })

  it('says a number as several words of one token', async () => {
    expect(await symbolsOf('25 cars', 'american')).toBe('twˈɛnti fˈIv kˈɑɹz')
  })
})
