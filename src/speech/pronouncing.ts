import { dictionary } from './dictionary.js'
import { once } from './once.js'
import { guessPronunciation } from './pronunciation.js'

/** The phones of a lower-case word in the set of the CMU dictionary; none for what has no sound. */
export type Pronounce = (word: string) => string[]

/** Every way in which a lower-case word is said, the usual one first; whether the dictionary knows it or it is a guess. */
export interface Pronunciations {
  ways: string[][]
  known: boolean
}

/** The usual way to say a word, with a guess for what the dictionary lacks. */
export const pronouncing = once<Pronounce>(async () => {
  const known = await dictionary()
  return (word) => phonesOf(known.get(word)?.[0] ?? guessPronunciation(word) ?? '')
})

/** A longer string of letters is no word, and nobody can tell how it is said. */
const LONGEST_GUESSED = 60

export const allPronouncing = once<(word: string) => Pronunciations>(async () => {
  const dictionaryWays = await dictionary()
  return (word) => {
    const ways = dictionaryWays.get(word)
    const guess = ways || word.length > LONGEST_GUESSED ? null : guessPronunciation(word)
    return { ways: (ways ?? (guess ? [guess] : [])).map(phonesOf), known: ways !== undefined }
  }
})

function phonesOf(written: string): string[] {
  return written.split(' ').filter(Boolean)
}
