// Where a text may be broken, and how badly that reads: after a sentence, a clause, a pause, or in the middle of a phrase.

interface BrokenWord {
  text: string
  startMs: number
  endMs: number
  endsSentence?: true
}

/** So long a rest parts phrases; between the words of one there is hardly any. */
const PAUSE_MS = 300

// How badly a break reads, in steps that were chosen by reading: only their order and rough distances matter.
const AFTER_SENTENCE = 0
const AFTER_PAUSE = 1
const AFTER_CLAUSE = 1
const BEFORE_JOINING_WORD = 2.5
const ANYWHERE = 4
const AFTER_LEADING_WORD = 6

/** Quotes and brackets may close behind the mark, and marks of direction follow anywhere. */
const CLOSING = '["\'\\p{Pf}\\p{Pe}\\u200e\\u200f\\u2066-\\u2069]*$'
const sentenceMark = new RegExp(`[.!?…。！？؟۔]${CLOSING}`, 'u')
const clauseMark = new RegExp(`(?:[,;:،؛、，–—]|^-+)${CLOSING}`, 'u')
/** The first letter or digit, whatever quotes and marks stand before it. */
const firstSign = /[\p{L}\p{N}]/u
/** "e.g.", "J.", and titles before a name. */
const abbreviation =
  /^\P{L}*(?:(?:\p{L}\.)+|(?:mr|mrs|ms|dr|prof|st|no|vs|capt|col|gen|lt|sgt|rev|hon|jr|sr)\.)\P{L}*$/iu

/** A phrase begins with one of these, so a line may. */
const joiningWords = new Set(
  'and but or nor so yet because although though while when where which who whose that if until unless before after since than as in on at to for with from of by into over under through between without'.split(
    ' ',
  ),
)
/** These lead to the next word: a line that ends with one hangs in the air. */
const leadingWords = new Set(
  'a an the my your his her its our their this these those of to in on at for with from by and but or'.split(
    ' ',
  ),
)

export function endsSentence(
  { text, endsSentence: isKnownTo }: Pick<BrokenWord, 'text' | 'endsSentence'>,
  next: { text: string } | undefined,
): boolean {
  if (isKnownTo) return true
  if (!sentenceMark.test(text)) return false
  if (next === undefined) return true
  const sign = firstSign.exec(next.text)?.[0] ?? ''
  // "Who is there?" she asked.
  const goesOn = sign !== sign.toUpperCase() && sign === sign.toLowerCase()
  return !goesOn && !abbreviation.test(text)
}

/** How badly a break behind the word reads; nothing for the end of a sentence, or of the text. */
export function breakCost(word: BrokenWord, next: BrokenWord | undefined): number {
  if (next === undefined || endsSentence(word, next)) return AFTER_SENTENCE
  if (next.startMs - word.endMs >= PAUSE_MS) return AFTER_PAUSE
  if (clauseMark.test(word.text) || (sentenceMark.test(word.text) && !abbreviation.test(word.text))) {
    return AFTER_CLAUSE
  }
  if (leadingWords.has(plain(word.text)) || abbreviation.test(word.text)) return AFTER_LEADING_WORD
  return joiningWords.has(plain(next.text)) ? BEFORE_JOINING_WORD : ANYWHERE
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, '')
}
