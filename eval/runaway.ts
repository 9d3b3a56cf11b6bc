/** A phrase longer than this that comes back at once is more likely a refrain than a decoder that is stuck. */
const LONGEST_PHRASE_WORDS = 30
/** Fewer words too many are slips ("very very"), not a loop. */
const FEWEST_SURPLUS_WORDS = 4

/** How many words the longest immediate repetition of a phrase adds: "a b a b a b" adds four. */
export function repeatedWords(words: readonly string[]): number {
  let most = 0
  for (let length = 1; length <= Math.min(LONGEST_PHRASE_WORDS, words.length / 2); length++) {
    let run = 0
    for (let index = length; index < words.length; index++) {
      run = words[index] === words[index - length] ? run + 1 : 0
      // Only whole phrases count.
      most = Math.max(most, Math.floor(run / length) * length)
    }
  }
  return most
}

/** Whether the recogniser wrote a phrase again and again that the reference does not have so often. */
export function hasRunawayLoop(reference: readonly string[], recognised: readonly string[]): boolean {
  return repeatedWords(recognised) - repeatedWords(reference) >= FEWEST_SURPLUS_WORDS
}
