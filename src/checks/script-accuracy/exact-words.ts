// Numbers, days, months and negations: small words, often alike in sound, whose change turns the meaning.
const EXACT = new Set(
  `zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
   eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion
   monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
   october november december not never`.split(/\s+/),
)

/** Whether a word must be exactly right though it is small or sounds like others. */
export function mustBeExact(word: string): boolean {
  return EXACT.has(word)
}
