import type { Interval, Word } from '../../speech/speech-data.js'
import type { Group } from './align.js'

/** Words on each side that the recogniser is given along with the doubtful ones. */
const CONTEXT_WORDS = 3
/** Sound before the first and behind the last word. */
const MARGIN_SEC = 0.1
/** Behind the last word: what is missing there may have been said and not been read. */
const AFTER_LAST_WORD_SEC = 1

/** A stretch of sound, and two texts for it: what is written and what was recognised, with the same words around. */
export interface RivalTexts extends Interval {
  /** With and without a capital where that may be a matter of writing. */
  asWritten: string[]
  asRecognised: string
}

export interface Rivals extends RivalTexts {
  /** The same word for word, as they are said: numbers in words. */
  wordsAsWritten: string[]
  wordsAsRecognised: string[]
}

/** What the recogniser is asked once more: which of two texts was said here? */
export function rivalTexts(group: Group, words: readonly Word[], written: readonly string[]): Rivals {
  const from = Math.max(0, group.recognisedFrom - CONTEXT_WORDS)
  const to = Math.min(words.length, group.recognisedTo + CONTEXT_WORDS)
  const text = (first: number, last: number) => words.slice(first, last).map((word) => word.text)
  const before = text(from, group.recognisedFrom)
  const recognised = text(group.recognisedFrom, group.recognisedTo)
  const after = text(group.recognisedTo, to)
  const instead = inItsPlace(written.slice(group.writtenFrom, group.writtenTo), recognised, before)
  return {
    startSec: Math.max(0, (words[from]?.startSec ?? 0) - MARGIN_SEC),
    endSec: (words[to - 1]?.endSec ?? 0) + (to === words.length ? AFTER_LAST_WORD_SEC : MARGIN_SEC),
    asWritten: instead.map((words) => [...before, ...words, ...after].join(' ')),
    asRecognised: [...before, ...recognised, ...after].join(' '),
    wordsAsWritten: [...before, ...group.written, ...after],
    wordsAsRecognised: [...before, ...group.recognised, ...after],
  }
}

const CLOSING = /[.,;:?!…]["'”’)]*$/

/** Written words with the punctuation of what was recognised, and with its first letter too: only the words shall differ. */
function inItsPlace(
  written: readonly string[],
  recognised: readonly string[],
  before: readonly string[],
): string[][] {
  const bare = written.map((word, index) => (index === written.length - 1 ? word.replace(CLOSING, '') : word))
  if (bare.length === 0) return [[]]
  bare[bare.length - 1] += CLOSING.exec(recognised.at(-1) ?? '')?.[0] ?? ''
  const [first, ...rest] = bare
  const opensSentence = before.length === 0 || /[.?!]["'”’)]*$/.test(before.at(-1)!)
  const ways = opensSentence ? [capitalised(first)] : [first, first[0].toLowerCase() + first.slice(1)]
  return [...new Set(ways)].map((way) => [way, ...rest])
}

function capitalised(word: string): string {
  return word[0].toUpperCase() + word.slice(1)
}
