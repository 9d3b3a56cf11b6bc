import { inWords } from '../../../report/in-words.js'

/** More names than this are counted: the finding has them all. */
const MOST_NAMED = 3

/** "a.wav", "a.wav and b.wav", "a.wav, b.wav and c.wav", "a.wav, b.wav and 5 more". */
export function named(names: readonly string[]): string {
  if (names.length <= MOST_NAMED) return inWords(names)
  const shown = names.slice(0, MOST_NAMED - 1)
  return inWords([...shown, `${names.length - shown.length} more`])
}
