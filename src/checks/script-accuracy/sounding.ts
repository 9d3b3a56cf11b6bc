import type { Pronunciations } from '../../speech/pronouncing.js'
import { phoneDistance } from '../../text/phone-distance.js'

export type PronounceAll = (word: string) => Pronunciations

/** Longer abbreviations are hardly ever spelled. */
const ABBREVIATION = /(?<![\p{L}\p{N}])\p{Lu}{2,5}(?=s?(?![\p{L}\p{N}]))/gu

/** Pronounces what a text has in capitals letter by letter as well: "GPU", "API". */
export function spellingOut(text: string, pronounce: PronounceAll): PronounceAll {
  const spelled = new Set(text.match(ABBREVIATION)?.map((word) => word.toLowerCase()))
  // "A" is said as its name only when it is spelled.
  const letterName = (letter: string) => pronounce(letter).ways.at(letter === 'a' ? -1 : 0) ?? []
  return (word) => {
    const { ways, known } = pronounce(word)
    return spelled.has(word) ? { ways: [...ways, [...word].flatMap(letterName)], known } : { ways, known }
  }
}

/** More ways than this to say a few words in a row are not tried. */
const MOST_WAYS = 24

/** Every way to say some words in a row. */
export function waysToSay(words: readonly string[], pronounce: PronounceAll): string[][] {
  let ways: string[][] = [[]]
  for (const word of words) {
    const own = pronounce(word).ways
    if (own.length === 0) continue
    ways = ways.flatMap((before) => own.map((way) => [...before, ...way])).slice(0, MOST_WAYS)
  }
  return ways
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
