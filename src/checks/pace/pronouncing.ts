import { once } from '../../speech/ear.js'
import { alignerFiles, readVerified } from '../../speech/models.js'
import { guessPronunciation } from '../../speech/pronunciation.js'

/** The phones of a lower-case word in the set of the CMU dictionary; none for what has no sound. */
export type Pronounce = (word: string) => string[]

/** The dictionary that the aligner brings, with a guess for what it lacks. Read once per thread. */
export const pronouncing = once<Pronounce>(async () => {
  const file = alignerFiles.find(({ file: name }) => name.endsWith('/dict.txt'))!
  const known = parseDictionary(new TextDecoder().decode(await readVerified(file, 'dictionary')))
  return (word) => (known.get(word) ?? guessPronunciation(word) ?? '').split(' ').filter(Boolean)
})

/** Lines of a word and its phones. Comments begin with ";;"; further ways to say a word are marked, "and(2)". */
export function parseDictionary(text: string): Map<string, string> {
  const known = new Map<string, string>()
  for (const line of text.split('\n')) {
    const space = line.indexOf(' ')
    const word = line.slice(0, space)
    if (space > 0 && !word.startsWith(';;') && !word.endsWith(')'))
      known.set(word, line.slice(space + 1).trim())
  }
  return known
}
