import { ABBREVIATIONS_BEFORE_NUMBER } from './abbreviations.js'
import { contractionReadings, plain } from './contractions.js'
import { fold } from './fold.js'
import {
  belowHundred,
  cardinals,
  combine,
  combineAll,
  distinct,
  ordinalOf,
  type Reading,
  withinWords,
} from './integers.js'
import {
  halfOfDay,
  isSafeRoman,
  LONGEST_TOKEN,
  mixedNumber,
  moneyReadings,
  numberReadings,
  romanValue,
  spokenForms,
  withoutOuterPunctuation,
  withUnit,
} from './numbers.js'
import { americanSpelling } from './spelling.js'
import { MAGNITUDE_WORDS, UNITS, UNITS_ONLY_JOINED } from './units.js'
import type { Work } from './work.js'

/** One or more written words that are read together, and every way to read them in one canonical spelling. */
export interface Segment {
  /** Index of the first written word (the text split at white space). */
  wordIndex: number
  /** The usual reading first; never empty. */
  readings: Reading[]
}

interface WrittenToken {
  folded: string
  bare: string
  lower: string
  wordIndex: number
}

/**
 * Words of all readings beside the usual ones that a text may have: these, and so many for each character. Prose has one for
 * 40 characters, a table of prices three for each; a text of nothing but codes would have thirty.
 */
const SPARE_WORDS = 20_000
const SPARE_WORDS_PER_CHARACTER = 2

/**
 * What a word takes, in steps, from its reading to its place in the report (20 to 25 µs, measured on texts of 100,000 words),
 * and what a word of a reading beside the usual one takes.
 */
const STEPS_PER_WORD = 2_500
const STEPS_PER_SPARE_WORD = 400

/** Reads a text as a chain of segments. Hesitations and lone punctuation give no segment. */
export function readText(text: string, work?: Work): Segment[] {
  const tokens = tokenise(text)
  const segments: Segment[] = []
  const formsOf = cachedForms(spokenForms)
  const canonicalFormsOf = cachedForms((folded) => canonicalReadings(formsOf(folded)))
  let spareWords = SPARE_WORDS + SPARE_WORDS_PER_CHARACTER * text.length
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index]!
    const read = readInContext(tokens, index, formsOf)
    const canonical = read.isPlain ? canonicalFormsOf(token.folded) : canonicalReadings(read.readings)
    if (canonical.length > 0) {
      const usual = canonical[0]!.length
      const readings = withinWords(canonical, usual + spareWords)
      const words = wordsIn(readings)
      spareWords -= words - usual
      segments.push({ wordIndex: token.wordIndex, readings })
      work?.spend(STEPS_PER_WORD * usual + STEPS_PER_SPARE_WORD * (words - usual))
    }
    index += read.length
  }
  return segments
}

function wordsIn(readings: Reading[]): number {
  return readings.reduce((sum, reading) => sum + reading.length, 0)
}

export function usualWords(segments: Segment[]): string[] {
  return segments.flatMap((segment) => segment.readings[0]!)
}

function tokenise(text: string): WrittenToken[] {
  // In a text all in capitals they tell nothing: "IT" is "it", not an abbreviation.
  const cased = /\p{Ll}/u.test(text) ? text : text.toLowerCase()
  const tokens: WrittenToken[] = []
  let wordIndex = 0
  for (const written of cased.split(/\s+/)) {
    if (!written) continue
    for (const folded of splitJoinedSentences(fold(written)).split(/\s+/)) {
      if (!folded) continue
      // What is too long to be read in detail is no day, unit or Roman numeral for its neighbours either.
      const bare = folded.length > LONGEST_TOKEN ? '' : withoutOuterPunctuation(folded)
      tokens.push({ folded, bare, lower: bare.toLowerCase(), wordIndex })
    }
    wordIndex++
  }
  return tokens
}

/** "Yes...no", "well,then": punctuation that parts words though no space follows. */
function splitJoinedSentences(token: string): string {
  return token
    .replace(/\.{2,}/g, ' ')
    .replace(/([\p{L}"')\]])[,;:!?]+(?=\p{L})/gu, '$1 ')
    .replace(/(\p{L})["([{]+(?=\p{L})/gu, '$1 ')
}

const MONTHS = new Set(
  'january february march april may june july august september october november december'.split(' '),
)
/** Words that a Roman numeral counts; after any other capitalised word it is the number of a monarch. */
const NUMBERED = new Set(
  'war chapter part volume act book section scene phase class type level stage article appendix title mark canto'.split(
    ' ',
  ),
)
const STREETS = new Set(
  'street avenue road boulevard drive lane st ave rd blvd highway interstate route'.split(' '),
)
const COMPASS: ReadonlyMap<string, string> = new Map([
  ['N', 'north'],
  ['S', 'south'],
  ['E', 'east'],
  ['W', 'west'],
  ['NE', 'northeast'],
  ['NW', 'northwest'],
  ['SE', 'southeast'],
  ['SW', 'southwest'],
])

interface Read {
  readings: Reading[]
  /** How many tokens were read. */
  length: number
  /** The token is read as it always is, whatever stands beside it. */
  isPlain?: boolean
}

type Forms = (folded: string) => Reading[]

/** Texts repeat their words. */
function cachedForms(forms: Forms): Forms {
  const known = new Map<string, Reading[]>()
  return (folded) => {
    let readings = known.get(folded)
    if (!readings) {
      readings = forms(folded)
      known.set(folded, readings)
    }
    return readings
  }
}

function readInContext(tokens: WrittenToken[], index: number, formsOf: Forms): Read {
  const token = tokens[index]!
  const previous = tokens[index - 1]
  const next = tokens[index + 1]
  const alone = formsOf(token.folded)
  const one = (readings: Reading[]): Read => ({ readings: distinct([...readings, ...alone]), length: 1 })
  const two = (readings: Reading[]): Read => ({
    readings: distinct([...readings, ...combine(alone, formsOf(next!.folded))]),
    length: 2,
  })

  if (next && /\d/.test(token.bare)) {
    const read = readNumberBefore(token, next)
    if (read) return two(read)
  }
  if (next && MONTHS.has(token.lower)) {
    const day = dayReadings(next.bare)
    // "may 3" and "march 3" can be verbs: there the day reading comes second.
    const plainFirst = token.bare === 'may' || token.bare === 'march'
    if (day) {
      const asDate = combine([[token.lower]], day)
      return plainFirst ? two([...combine(alone, formsOf(next.folded)), ...asDate]) : two(asDate)
    }
  }
  const split = next && splitContraction(token.lower, next.bare)
  if (split) return two([[split]])
  if (next && token.lower === 'per' && next.lower === 'cent') return { readings: [['percent']], length: 2 }
  if (next && /^\d/.test(next.bare) && token.folded.endsWith('.')) {
    const beforeNumber = ABBREVIATIONS_BEFORE_NUMBER.get(token.lower)
    if (beforeNumber) return one(beforeNumber)
  }
  if (previous && /^[IVX]+$/.test(token.bare)) {
    const roman = readRomanAfter(previous, token.bare)
    if (roman) return one(roman)
  }
  const compass = COMPASS.get(token.bare)
  if (compass && previous && (/\d/.test(previous.bare) || STREETS.has(previous.lower))) {
    return { readings: [...alone, [compass]], length: 1 }
  }
  if (token.folded.startsWith("'") && token.lower === 'cause') return one([['because']])
  return { readings: alone, length: 1, isPlain: true }
}

const PRONOUN = /^(i|you|he|she|it|we|they|that|there|what|who)$/
const BEFORE_NOT =
  /^(do|does|did|is|are|was|were|wo|ca|could|would|should|have|has|had|must|need|sha)n$|^can$/

/** "i ve", "don t": transcripts that lost their apostrophes. */
function splitContraction(first: string, second: string): string | null {
  if (PRONOUN.test(first) && /^(ve|ll|re|d|m|s)$/.test(second)) return `${first}'${second}`
  if (second === 't' && BEFORE_NOT.test(first)) return `${first}'t`
  return null
}

/** A number and what it counts: "$5 million", "5 km", "3:30 pm", "1 1/2", "22 November". */
function readNumberBefore(token: WrittenToken, next: WrittenToken): Reading[] | null {
  const money = /^([A-Z]{0,2}[$£€¥₹])([\d,.]+)$/.exec(token.bare)
  if (money && MAGNITUDE_WORDS.has(next.lower)) return moneyReadings(money[1]!, money[2]!, next.lower)
  if (token.bare === '1' && MAGNITUDE_WORDS.has(next.lower)) return combine([['one'], ['a']], [[next.lower]])
  const half = /^([ap])\.?m$/i.exec(next.bare)
  if (half && /^\d{1,2}(:\d{2})?$/.test(token.bare))
    return combine(spokenForms(token.bare), halfOfDay(half[1]!))
  const fraction = /^(\d+)\/(\d+)$/.exec(next.bare)
  if (fraction && /^\d+$/.test(token.bare)) return mixedNumber(token.bare, fraction[1]!, fraction[2]!)
  if (MONTHS.has(next.lower) && !/[.,;]$/.test(token.folded)) {
    const day = dayReadings(token.bare)
    return day && combine([...day, ...combine(day, [['of']])], [[next.lower]])
  }
  const unit = UNITS.get(next.bare)
  if (unit && !UNITS_ONLY_JOINED.has(next.bare) && numberReadings(token.bare))
    return withUnit(token.bare, unit)
  return null
}

const LAST_DAY_OF_MONTH = 31

function dayReadings(text: string): Reading[] | null {
  const day = /^(\d{1,2})(st|nd|rd|th)?$/.exec(text)
  if (!day || Number(day[1]) === 0 || Number(day[1]) > LAST_DAY_OF_MONTH) return null
  const cardinal = cardinals(String(Number(day[1])))
  const ordinal = cardinal.map(ordinalOf)
  const readings = [...ordinal, ...combine([['the']], ordinal)]
  return day[2] ? readings : [...readings, ...cardinal]
}

/** After these names a lone I may be "the first"; after other words it is the pronoun. */
const MONARCHS = new Set(
  'elizabeth charles james george henry edward william francis nicholas alexander napoleon peter catherine paul mary'.split(
    ' ',
  ),
)

function readRomanAfter(previous: WrittenToken, roman: string): Reading[] | null {
  if (!/^\p{Lu}\p{Ll}/u.test(previous.bare)) return null
  const isNumbered = NUMBERED.has(previous.lower)
  if (roman === 'I' && MONARCHS.has(previous.lower)) return [['i'], ['the', 'first']]
  // A lone I, V or X is a pronoun or an initial unless something is being numbered.
  if (!isNumbered && !isSafeRoman(roman)) return null
  const value = belowHundred(romanValue(roman))
  return isNumbered ? [value] : [['the', ...ordinalOf(value)], value, ordinalOf(value)]
}

/** Sounds of hesitation: not part of what was said. */
const HESITATIONS = new Set('uh uhh um umm uhm er erm mm mmm hm hmm hmmm mhm'.split(' '))

function canonicalReadings(readings: Reading[]): Reading[] {
  const canonical = readings.flatMap((reading) => {
    const parts: Reading[][] = []
    for (const word of reading) {
      const ways = canonicalWord(word)
      if (ways) parts.push(ways)
    }
    return combineAll(parts).map((words) => words.map(americanSpelling))
  })
  return distinct(canonical).filter((reading) => reading.length > 0)
}

/** Texts repeat their words, and numbers are made of few; the bound only keeps a long-lived process from growing. */
const MOST_CACHED = 50_000
const cachedWords = new Map<string, Reading[] | null>()

/** The ways to say a word in full; null for what is not said. */
function canonicalWord(word: string): Reading[] | null {
  const before = cachedWords.get(word)
  if (before !== undefined) return before
  const clean = word.replace(/[^\p{L}\p{N}']/gu, '')
  const ways = !clean || HESITATIONS.has(clean) ? null : (contractionReadings(clean) ?? [[plain(clean)]])
  if (cachedWords.size >= MOST_CACHED) cachedWords.clear()
  cachedWords.set(word, ways)
  return ways
}
