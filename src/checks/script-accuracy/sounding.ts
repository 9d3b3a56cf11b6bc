import type { Pronunciations } from '../../speech/pronouncing.js'
import { phoneDistance } from '../../text/phone-distance.js'

export type PronounceAll = (word: string) => Pronunciations

/** More ways than this to say a few words in a row are not tried. */
const MOST_WAYS = 24

/** Every way to say some words in a row. */
export function waysToSay(words: readonly string[], pronounce: PronounceAll): string[][] {
  let ways: string[][] = [[]]
  for (const word of words) {
    const own = waysToSayWord(word, pronounce)
    if (own.length === 0) continue
    ways = ways.flatMap((before) => own.map((way) => [...before, ...way])).slice(0, MOST_WAYS)
  }
  return ways
}

/** Longer abbreviations are hardly ever spelled. */
const MOST_SPELLED_LETTERS = 5

/** What the dictionary lacks may be spelled letter by letter: "GPU". */
function waysToSayWord(word: string, pronounce: PronounceAll): string[][] {
  const { ways, known } = pronounce(word)
  if (known || word.length > MOST_SPELLED_LETTERS || !/^[a-z]+$/.test(word)) return ways
  const letterName = (letter: string) => pronounce(letter).ways.at(letter === 'a' ? -1 : 0) ?? []
  return [...ways, [...word].flatMap(letterName)]
}

/** How differently two strings of words sound, 0 to 1, in the ways to say them that are most alike. */
export function soundDistance(
  one: readonly string[],
  other: readonly string[],
  pronounce: PronounceAll,
): number {
  if (one.join('') === other.join('')) return 0
  const rivals = waysToSay(other, pronounce)
  let least = 1
  for (const way of waysToSay(one, pronounce))
    for (const rival of rivals) least = Math.min(least, phoneDistance(way, rival))
  return least
}
