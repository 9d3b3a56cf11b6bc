// The words of a file as captions show them, out of what an audit tells of it.

export interface CaptionWord {
  text: string
  startSec: number
  endSec: number
}

/** What scriptAccuracy tells of one file, as far as captions go by it. */
export interface CaptionedTrack {
  transcript: string
  /** Start and end of each word of the transcript; absent in audits of older versions. */
  wordTimesSec?: readonly (readonly number[])[] | undefined
  differences: readonly CaptionedDifference[]
  /** What is wrong with the script itself. */
  note?: string | undefined
}

export interface CaptionedDifference {
  kind: string
  written: string
  heard: string
  timeSec: number
  endSec: number
  cause: string
}

/** Results tell times of words to the hundredth of a second, those of differences to the thousandth. */
const SAME_TIME_SEC = 0.02

/**
 * What was said, in the order of time. Where the recogniser is held to have got a word of the script wrong, the script's own
 * word is shown in its place; where the voice said something else, what it said. Null when the audit does not tell when
 * words are said.
 */
export function captionWords({
  transcript,
  wordTimesSec,
  differences,
  note,
}: CaptionedTrack): CaptionWord[] | null {
  const texts = wordsOf(transcript)
  if (!wordTimesSec || wordTimesSec.length !== texts.length) return null
  const words = texts.map((text, index): CaptionWord => {
    const [startSec, endSec] = wordTimesSec[index]
    return { text, startSec, endSec }
  })
  // Of a script that is of something else no word stands for what is said.
  if (note !== undefined) return words
  const mistaken = differences
    .filter(({ kind, cause }) => kind === 'changed' && cause === 'recogniser')
    .toSorted((one, other) => one.timeSec - other.timeSec)
  const shown: CaptionWord[] = []
  let at = 0
  for (const difference of mistaken) {
    const from = placeOf(words, difference, at)
    if (from === undefined) continue
    const to = from + wordsOf(difference.heard).length
    shown.push(...words.slice(at, from), ...inPlaceOf(words.slice(from, to), wordsOf(difference.written)))
    at = to
  }
  return [...shown, ...words.slice(at)]
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter(Boolean)
}

/** Where the recognised words of a difference stand, from `least` on; undefined when they are not there as it tells them. */
function placeOf(
  words: readonly CaptionWord[],
  { heard, written, timeSec }: CaptionedDifference,
  least: number,
): number | undefined {
  const recognised = wordsOf(heard)
  if (recognised.length === 0 || wordsOf(written).length === 0) return undefined
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

/** Word for word where there are as many; else over the same time, each as long as its letters. */
function inPlaceOf(recognised: CaptionWord[], written: string[]): CaptionWord[] {
  if (recognised.length === written.length) {
    return written.map((text, index) => ({ ...recognised[index], text }))
  }
  const { startSec } = recognised[0]
  const { endSec } = recognised.at(-1)!
  const letters = written.reduce((sum, text) => sum + text.length, 0)
  let before = 0
  return written.map((text) => {
    const begin = startSec + ((endSec - startSec) * before) / letters
    before += text.length
    return { text, startSec: begin, endSec: startSec + ((endSec - startSec) * before) / letters }
  })
}
