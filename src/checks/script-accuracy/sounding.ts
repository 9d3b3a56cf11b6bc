import type { Pronunciations } from '../../speech/pronouncing.js'
import { type CodedPhones, coded, codedDistance } from '../../text/phone-distance.js'
import type { Work } from '../../text/work.js'

export type PronounceAll = (word: string) => Pronunciations

/** Longer abbreviations are hardly ever spelled. */
const ABBREVIATION = /(?<![\p{L}\p{N}])\p{Lu}{2,5}(?=s?(?![\p{L}\p{N}]))/gu

/** Pronounces what a text has in capitals letter by letter as well: "GPU", "API". */
export function spellingOut(text: string, pronounce: PronounceAll): PronounceAll {
  const spelled = new Set(text.match(ABBREVIATION)?.map((word) => word.toLowerCase()))
  // "A" is said as its name only when it is spelled.
  const letterName = (letter: string) => pronounce(letter).ways.at(letter === 'a' ? -1 : 0) ?? []
  const remembered = new Map<string, Pronunciations>()
  return (word) => {
    const before = remembered.get(word)
    if (before) return before
    const { ways, known } = pronounce(word)
    const all = spelled.has(word) ? [...ways, [...word].flatMap(letterName)] : ways
    const pronunciations = { ways: all, known }
    remembered.set(word, pronunciations)
    return pronunciations
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

/** What one comparison takes in addition to comparing phones. */
const STEPS_PER_CALL = 30

/**
 * How differently two strings of words sound, 0 to 1, in the ways to say them that are most alike. Exact up to `most`; a larger
 * result only says that the distance is larger.
 */
export function soundDistance(
  one: readonly string[],
  other: readonly string[],
  pronounce: PronounceAll,
  work?: Work,
  most = 1,
): number {
  const said = one.join(' ')
  const rival = other.join(' ')
  if (said.replaceAll(' ', '') === rival.replaceAll(' ', '')) return 0
  const ways = codedWays(one, said, pronounce)
  const rivals = codedWays(other, rival, pronounce)
  work?.spend(STEPS_PER_CALL + ways.phones * rivals.phones)
  let least = 1
  for (const way of ways.coded)
    for (const rivalWay of rivals.coded)
      least = Math.min(least, codedDistance(way, rivalWay, Math.min(least, most)))
  return least
}

interface CodedWays {
  coded: CodedPhones[]
  /** In all of them together. */
  phones: number
}

/** Texts repeat their words; the bound only keeps a long-lived process from growing. */
const MOST_CACHED = 50_000
const remembered = new WeakMap<PronounceAll, Map<string, CodedWays>>()

function codedWays(words: readonly string[], said: string, pronounce: PronounceAll): CodedWays {
  let known = remembered.get(pronounce)
  if (!known || known.size >= MOST_CACHED) {
    known = new Map()
    remembered.set(pronounce, known)
  }
  const before = known.get(said)
  if (before) return before
  const ways = waysToSay(words, pronounce).map(coded)
  const found = { coded: ways, phones: ways.reduce((sum, { codes }) => sum + codes.length, 0) }
  known.set(said, found)
  return found
}
