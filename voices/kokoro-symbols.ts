import type { TokenPhonemes } from './espeak.js'

// espeak-ng's IPA to Kokoro's alphabet, as Kokoro's own front end does it for words outside its lexicon
// (https://github.com/hexgrad/misaki, misaki/espeak.py; flap as "T" from misaki/en.py): one letter for each
// diphthong and affricate, no length marks in American English. Longest match first.
const bothAccents: [string, string][] = [
  ['aɪ', 'I'],
  ['aʊ', 'W'],
  ['eɪ', 'A'],
  ['ɔɪ', 'Y'],
  ['dʒ', 'ʤ'],
  ['tʃ', 'ʧ'],
  ['əl', 'ᵊl'],
  ['n̩', 'ᵊn'],
  ['l̩', 'ᵊl'],
  ['m̩', 'ᵊm'],
  ['ɚ', 'əɹ'],
  ['ɐ', 'ə'],
  ['e', 'A'],
  ['o', 'ɔ'],
  ['r', 'ɹ'],
  ['x', 'k'],
  ['ç', 'k'],
  ['ɬ', 'l'],
  ['ʔ', 't'],
  ['g', 'ɡ'],
  ['ʲ', ''],
  ['\u0303', ''],
]
const american: [string, string][] = [
  ['oʊ', 'O'],
  ['ɜːɹ', 'ɜɹ'],
  ['ɜː', 'ɜɹ'],
  ['ɪə', 'iə'],
  ['ɾ', 'T'],
  ['ː', ''],
]
const british: [string, string][] = [
  ['eə', 'ɛː'],
  ['iə', 'ɪə'],
  ['əʊ', 'Q'],
]

export type Accent = 'american' | 'british'

const longestFirst = (table: [string, string][]) =>
  table.sort(([left], [right]) => right.length - left.length)
const tables: Record<Accent, [string, string][]> = {
  american: longestFirst([...bothAccents, ...american]),
  british: longestFirst([...bothAccents, ...british]),
}

/** Marks of the text that the model was trained to read as pauses and tone. */
const marks = ';:,.!?—…"()“”'
export const space = ' '

export interface KokoroSymbol {
  symbol: string
  /** Index of the token that the symbol is a sound of; null for marks and spaces. */
  tokenIndex: number | null
}

/** One espeak-ng phoneme in Kokoro's letters. */
export function kokoroLetters(ipa: string, accent: Accent): string {
  let letters = ''
  for (let at = 0; at < ipa.length; ) {
    const entry = tables[accent].find(([from]) => ipa.startsWith(from, at))
    letters += entry ? entry[1] : ipa[at]
    at += entry ? entry[0].length : 1
  }
  return letters
}

/** The symbols of a sentence: each token's sounds with the marks around it, a space between tokens. */
export function sentenceSymbols(tokens: TokenPhonemes[], accent: Accent): KokoroSymbol[] {
  const symbols: KokoroSymbol[] = []
  const push = (text: string, tokenIndex: number | null) => {
    for (const symbol of text) symbols.push({ symbol, tokenIndex })
  }
  tokens.forEach(({ token: { spoken }, phonemes }, index) => {
    if (index > 0) push(space, null)
    push(marksOf(/^[^\p{L}\p{N}]*/u.exec(spoken)![0]), null)
    // espeak-ng links an "r" to the next word's vowel; the letters of the r-coloured vowel have it already.
    phonemes.forEach(({ ipa, wordStart }, at) => {
      if (wordStart && at > 0) push(space, null)
      if (ipa === 'ɹ' && symbols.at(-1)?.symbol === 'ɹ') return
      push(kokoroLetters(ipa, accent), index)
    })
    if (phonemes.length > 0) push(marksOf(/[^\p{L}\p{N}]*$/u.exec(spoken)![0]), null)
  })
  return symbols
}

function marksOf(text: string): string {
  return [...text].filter((mark) => marks.includes(mark)).join('')
}
