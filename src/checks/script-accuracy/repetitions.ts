// Words said again. What the script has twice is right; without a script only what no one says twice on purpose counts.
import type { Word } from '../../speech/speech-data.js'
import { isContentWord } from '../../text/function-words.js'
import { normaliseWords } from '../../text/normalise.js'

export interface Repetition {
  /** What was said again, as recognised. */
  text: string
  /** How often too many. */
  times: number
  timeSec: number
  endSec: number
}

/** Words `[from, to)` of the transcript that repeat the `period` words before or after them. */
export interface RepeatedRun {
  from: number
  to: number
  period: number
}

/** One canonical form for each recognised word, so that "The" is "the". */
export function canonicalWords(words: readonly Word[]): string[] {
  return words.map(({ text }) => normaliseWords(text).join(' '))
}

/** Whether recognised words that the script does not have repeat what stands next to them. */
export function repeatedRun(canonical: readonly string[], from: number, to: number): RepeatedRun | null {
  const count = to - from
  const said = canonical.slice(from, to)
  if (count <= 0 || said.includes('')) return null
  // Knuth, Morris and Pratt: for each place of the phrase, how many words up to it are its beginning once more.
  const overlaps = new Int32Array(count)
  const goOn = (matched: number, word: string) => {
    let length = matched
    while (length > 0 && (length === count || said[length] !== word)) length = overlaps[length - 1]
    return said[length] === word ? length + 1 : length
  }
  for (let at = 1; at < count; at++) overlaps[at] = goOn(overlaps[at - 1], said[at])
  let period = Number.POSITIVE_INFINITY
  let matched = 0
  for (let at = Math.max(0, from - count); at < Math.min(canonical.length, to + count); at++) {
    matched = goOn(matched, canonical[at])
    const offset = Math.abs(at + 1 - to)
    if (matched === count && offset > 0) period = Math.min(period, offset)
  }
  return Number.isFinite(period) ? { from, to, period } : null
}

export function repetitionOf({ from, to, period }: RepeatedRun, words: readonly Word[]): Repetition {
  const said = words.slice(from, from + period)
  return {
    text: said.map(({ text }) => text).join(' '),
    times: Math.max(1, Math.round((to - from) / period)),
    timeSec: words[from].startSec,
    endSec: words[to - 1].endSec,
  }
}

/** The longest phrase that is looked for when there is no script. */
const LONGEST_PHRASE = 40
/** Without a script: a phrase of so many words said twice in a row, of two words three times, a single word five times. */
const FEWEST_COPIES: [phraseWords: number, copies: number][] = [
  [1, 5],
  [2, 3],
  [3, 2],
]
/** These are doubled by a stutter only; "that that", "had had", "is is" and "in in" happen in good English. */
const NEVER_DOUBLED = new Set('the a an of to and my your his our their with from for'.split(' '))

/** What is said again in a transcript of which the script is not known. */
export function likelyRepetitions(words: readonly Word[]): RepeatedRun[] {
  const canonical = canonicalWords(words)
  const found: RepeatedRun[] = []
  for (let at = 0; at < words.length; ) {
    const run = runAt(canonical, at)
    if (run) found.push(run)
    at = run ? run.to : at + 1
  }
  return found
}

/** The repetition whose first copy begins here, the longest phrase first. */
function runAt(canonical: readonly string[], start: number): RepeatedRun | null {
  const most = Math.min(LONGEST_PHRASE, Math.floor((canonical.length - start) / 2))
  for (let period = most; period >= 1; period--) {
    let end = start + period
    while (end < canonical.length && canonical[end] !== '' && canonical[end] === canonical[end - period])
      end++
    const copies = Math.floor((end - start) / period)
    if (copies >= 2 && isTelling(canonical.slice(start, start + period), copies))
      return { from: start + period, to: start + copies * period, period }
  }
  return null
}

function isTelling(phrase: string[], copies: number): boolean {
  if (phrase.length === 1 && NEVER_DOUBLED.has(phrase[0])) return true
  // "No, no, no", "ha ha ha": one word over and over is speech, a phrase must hold more than one.
  if (phrase.length > 1 && new Set(phrase).size === 1) return false
  if (phrase.length > 1 && !phrase.some(isContentWord)) return false
  const fewest = FEWEST_COPIES.findLast(([phraseWords]) => phrase.length >= phraseWords)![1]
  return copies >= fewest
}
