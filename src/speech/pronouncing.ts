import { readModelFile } from './models.js'
import { once } from './open-models.js'
import { guessPronunciation } from './pronunciation.js'

/** The phones of a lower-case word in the set of the CMU dictionary; none for what has no sound. */
export type Pronounce = (word: string) => string[]

/** Every way in which a lower-case word is said, the usual one first; whether the dictionary knows it or it is a guess. */
export interface Pronunciations {
  ways: string[][]
  known: boolean
}

/** The dictionary that the aligner brings. Read once per thread. */
const dictionary = once(async () =>
  parseDictionary(new TextDecoder().decode(readModelFile('alignerDictionary'))),
)

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

/** Lines of a word and its phones. Comments begin with ";;"; further ways to say a word are marked, "and(2)". */
export function parseDictionary(text: string): Map<string, string[]> {
  const known = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const space = line.indexOf(' ')
    if (space <= 0 || line.startsWith(';;')) continue
    const word = line.slice(0, space).replace(/\(\d+\)$/, '')
    const ways = known.get(word)
    const phones = line.slice(space + 1).trim()
    if (ways) ways.push(phones)
    else known.set(word, [phones])
  }
  return known
}
