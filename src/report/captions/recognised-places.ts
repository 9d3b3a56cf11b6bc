// Where in a transcript the recognised words of differences stand.
import type { CaptionedDifference, CaptionWord } from './captioned-track.js'

export interface Place {
  difference: CaptionedDifference
  /** Recognised words `[from, to)`. */
  from: number
  to: number
}

/** In the order of time; without those whose recognised words are not there as they tell them. */
export function recognisedPlaces(
  words: readonly CaptionWord[],
  differences: readonly CaptionedDifference[],
): Place[] {
  const places: Place[] = []
  let least = 0
  for (const difference of differences.toSorted((one, other) => one.timeSec - other.timeSec)) {
    const from = placeOf(words, difference, least)
    if (from === undefined) continue
    least = from + wordsOf(difference.heard).length
    places.push({ difference, from, to: least })
  }
  return places
}

export function wordsOf(text: string): string[] {
  return text.split(' ').filter(Boolean)
}

/** Results tell times of words to the hundredth of a second, those of differences to the thousandth. */
const SAME_TIME_SEC = 0.02

/** Where the recognised words of a difference stand, from `least` on; undefined when they are not there as it tells them. */
function placeOf(
  words: readonly CaptionWord[],
  { heard, timeSec }: CaptionedDifference,
  least: number,
): number | undefined {
  const recognised = wordsOf(heard)
  if (recognised.length === 0) return undefined
  const from = firstFrom(words, timeSec - SAME_TIME_SEC, least)
  for (let at = from; at < words.length && words[at].startSec <= timeSec + SAME_TIME_SEC; at++) {
    if (recognised.every((text, index) => words[at + index]?.text === text)) return at
  }
  return undefined
}

/** The first word that begins at that time or after it; by halves, because long files have thousands of both. */
function firstFrom(words: readonly CaptionWord[], timeSec: number, least: number): number {
  let from = least
  let to = words.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (words[middle].startSec < timeSec) from = middle + 1
    else to = middle
  }
  return from
}
