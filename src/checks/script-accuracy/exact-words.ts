// Numbers, days, months and negations: small words, often alike in sound, whose change turns the meaning.
import { isContentWord } from '../../text/function-words.js'

const EXACT = new Set(
  `zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
   eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion
   monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
   october november december not never`.split(/\s+/),
)

/** Whether a word matters where it is missing, added or another one: it means something by itself, or must be exact. */
export function matters(word: string): boolean {
  return isContentWord(word) || mustBeExact(word)
}

/** Whether a word must be exactly right though it is small or sounds like others. */
export function mustBeExact(word: string): boolean {
  return EXACT.has(word)
}
