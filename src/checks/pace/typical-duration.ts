/** Seconds per syllable and per word of ordinary English reading. */
const SYLLABLE_SEC = 0.15
const WORD_SEC = 0.1

/** How long an ordinary speaker takes for these words, pauses left out. */
export function typicalSec(words: string[]): number {
  return words.reduce((sum, word) => sum + WORD_SEC + SYLLABLE_SEC * syllables(word), 0)
}

/** Vowel groups of the spelling; a silent final e is none. */
export function syllables(word: string): number {
  const groups = word
    .toLowerCase()
    .replace(/([^aeiouyl])e$/, '$1')
    .match(/[aeiouy]+/g)
  return Math.max(1, groups?.length ?? 0)
}
