import { ABBREVIATIONS, ABBREVIATIONS_WITH_STOP } from './abbreviations.js'
import { fold } from './fold.js'
import {
  amounts,
  belowHundred,
  cardinals,
  combine,
  digitByDigit,
  distinct,
  ordinalOf,
  ordinals,
  pluralOf,
  type Reading,
  valuesAndYears,
  wholeNumbers,
  withinWords,
} from './integers.js'
import { CURRENCIES, type Currency, MAGNITUDES, UNITS, type Unit } from './units.js'

/**
 * How a written token is read aloud: numbers, money, times, units, codes and abbreviations as words.
 * Every reading is lower case and holds letters and apostrophes only, the most usual reading first.
 * A token that is already a word comes back as that word; one with nothing to say (a lone dash) gives no words.
 */
export function spokenForms(token: string): Reading[] {
  const folded = fold(token).trim()
  if (folded.length > LONGEST_TOKEN) return [literally(folded)]
  if (/\s/.test(folded)) return combine(...folded.split(/\s+/).map(spokenForms))
  const bare = withoutOuterPunctuation(folded)
  if (!bare) return symbolAlone(folded)
  for (const read of TOKEN_READERS) {
    const readings = read(bare, folded)
    if (readings && readings.length > 0) return withinWords(distinct(readings), MOST_WORDS_OF_READINGS)
  }
  return [[]]
}

/**
 * No one reads a longer token in more than one way; it is taken letter run by letter run, digit by digit. What is read in
 * detail is no longer, so that no pattern below meets more than so many characters.
 */
export const LONGEST_TOKEN = 100

/** Words of all readings of one token together. Prices, dates and telephone numbers have up to 530; a key of 36 digits would have 1,100. */
const MOST_WORDS_OF_READINGS = 640

function literally(token: string): Reading {
  return (token.toLowerCase().match(/\p{L}+|\d/gu) ?? []).map((piece) =>
    /^\d/.test(piece) ? digitByDigit(piece)[0]![0]! : piece,
  )
}

/** The most usual reading. */
export function spoken(token: string): Reading {
  return spokenForms(token)[0]!
}

/** A number as this file understands it, or null: "12", "1,234.5", ".5". Used where a neighbour decides the reading. */
export function numberReadings(text: string): Reading[] | null {
  return readSigned(text) ?? readMixedFraction(text)
}

export function withUnit(number: string, unit: Unit): Reading[] {
  const [usual, other] = number === '1' ? [unit.one, unit.many] : [unit.many, unit.one]
  // "a 5 km run" is a five kilometer run.
  return distinct(combine(amountReadings(number), [words(usual), words(other)]))
}

/** A number that counts or measures something: said by its value, never as a year or digit by digit. */
export function amountReadings(text: string): Reading[] {
  const sign = /^[+-]/.exec(text)?.[0] ?? ''
  const unsigned = text.slice(sign.length)
  const readings = WHOLE.test(unsigned)
    ? amounts(unsigned.replaceAll(',', ''))
    : (numberReadings(unsigned) ?? [])
  return combine(signReadings(sign), readings)
}

function signReadings(sign: string): Reading[] {
  if (sign === '-') return [['minus'], ['negative']]
  return sign === '+' ? [['plus'], []] : [[]]
}

export function moneyReadings(symbol: string, amount: string, magnitude = ''): Reading[] {
  return readMoneyParts(CURRENCIES.get(symbol)!, amount, magnitude)
}

export function withoutOuterPunctuation(token: string): string {
  // A sign, a currency or a decimal point may open a number; an apostrophe may open a decade.
  let bare = token
    .replace(/^[^\p{L}\p{N}$£€¥₹#@&+%°.'_/~-]+/u, '')
    .replace(/[^\p{L}\p{N}$£€¥₹¢&+%°'"_/#-]+$/u, '')
  if (!/^\.\d/.test(bare) && !/^\.\w+$/.test(bare)) bare = bare.replace(/^\.+/, '')
  if (!/\d"$/.test(bare)) bare = bare.replace(/"+$/, '')
  if (!/^'\d/.test(bare)) bare = bare.replace(/^'+/, '')
  bare = bare.replace(/[,;:.!?]+(?='*$)/, '').replace(/[-_/]+$/, '')
  if (!/\d'$/.test(bare)) bare = bare.replace(/'+$/, '')
  return /[\p{L}\p{N}]/u.test(bare) ? bare : ''
}

const SYMBOL_WORDS: ReadonlyMap<string, string> = new Map([
  ['&', 'and'],
  ['+', 'plus'],
  ['=', 'equals'],
  ['%', 'percent'],
  ['@', 'at'],
  ['×', 'times'],
  ['÷', 'divided by'],
  ['<', 'less than'],
  ['>', 'greater than'],
  ['~', 'about'],
])

function symbolAlone(token: string): Reading[] {
  const word = SYMBOL_WORDS.get(token)
  return word ? [words(word)] : [[]]
}

function words(text: string): Reading {
  return text.split(' ')
}

type TokenReader = (bare: string, folded: string) => Reading[] | null

const TOKEN_READERS: TokenReader[] = [
  readWebAddress,
  readKeys,
  readAbbreviation,
  readPlainWord,
  readRoman,
  readMoney,
  readPercentage,
  readTime,
  readMixedFraction,
  readFractionOrDate,
  readOrdinal,
  readDecade,
  readSigned,
  readHeight,
  readWithUnitOrMagnitude,
  readRange,
  readDigitGroups,
  readPrefixed,
  readHyphenated,
  readInPieces,
]

/** "https://" before an address is seldom read aloud. */
function readWebAddress(bare: string): Reading[] | null {
  const [, address] = /^https?:\/\/(.+)$/i.exec(bare) ?? []
  if (!address) return null
  return [...spokenForms(address.replace(/\/+$/, '')), ...readInPieces(bare)!]
}

const KEYS: ReadonlyMap<string, string> = new Map([
  ['ctrl', 'control'],
  ['alt', 'alt'],
  ['shift', 'shift'],
  ['cmd', 'command'],
  ['esc', 'escape'],
  ['del', 'delete'],
])

/** "Ctrl+C": keys pressed together. */
function readKeys(bare: string): Reading[] | null {
  const keys = bare.toLowerCase().split('+')
  // "del" and "esc" alone may be words of a name.
  if (!KEYS.has(keys[0]) || (keys.length < 2 && !/^(ctrl|cmd)$/.test(keys[0]))) return null
  if (keys.some((key) => !/^[a-z]+\d*$|^\d$/.test(key))) return null
  const read = (key: string) => [[KEYS.get(key) ?? key]]
  const [first, ...others] = keys
  return combine(read(first), ...others.flatMap((key) => [[[], ['plus']], read(key)]))
}

function readAbbreviation(bare: string, folded: string): Reading[] | null {
  if (/^([A-Za-z]\.)+[A-Za-z]$|^([A-Z][a-z]?\.)+[A-Z][a-z]?$/.test(bare)) {
    const joined = bare.replaceAll('.', '').toLowerCase()
    return [...(ABBREVIATIONS.get(joined) ?? []), [...joined], [joined]]
  }
  if (bare === '&c') return ABBREVIATIONS.get('etc')!
  const always = ABBREVIATIONS.get(bare.toLowerCase())
  if (always) return always
  const stopped = /^[A-Z][a-z]+$/.test(bare) && folded.includes(`${bare}.`)
  const withStop = stopped ? ABBREVIATIONS_WITH_STOP.get(bare.toLowerCase()) : undefined
  return withStop ? [...withStop, [bare.toLowerCase()]] : null
}

function readPlainWord(bare: string): Reading[] | null {
  if (/^[A-Z]{2,5}$/.test(bare) && !isSafeRoman(bare)) {
    const asWord = [bare.toLowerCase()]
    const spelled = [...bare.toLowerCase()]
    return /[AEIOU]/.test(bare) ? [asWord, spelled] : [spelled, asWord]
  }
  if (/^\p{L}+('\p{L}+)*'?$/u.test(bare) && !isSafeRoman(bare)) {
    // "LibriSpeech" may be two words.
    const parts = bare.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase()
    return [[bare.toLowerCase()], words(parts)]
  }
  return null
}

const ROMAN_VALUES: Record<string, number> = { I: 1, V: 5, X: 10 }
/** Only up to 39, and only from two letters on: single letters, "CD", "MIX", "DI" and the like are words or initials. */
const SAFE_ROMAN = /^(?=..)X{0,3}(IX|IV|V?I{0,3})$/

export function isSafeRoman(token: string): boolean {
  return SAFE_ROMAN.test(token)
}

export function romanValue(roman: string): number {
  let total = 0
  for (let index = 0; index < roman.length; index++) {
    const value = ROMAN_VALUES[roman[index]!]!
    total += value < (ROMAN_VALUES[roman[index + 1]!] ?? 0) ? -value : value
  }
  return total
}

function readRoman(bare: string): Reading[] | null {
  if (!isSafeRoman(bare)) return null
  const value = belowHundred(romanValue(bare))
  const letters = bare.toLowerCase()
  return [value, ['the', ...ordinalOf(value)], ordinalOf(value), [...letters], [letters]]
}

const WHOLE = /^(\d+|\d{1,3}(?:,\d{3})+)$/
const DECIMAL = /^(\d+|\d{1,3}(?:,\d{3})+)?\.(\d+)$/
const NUMBER_PATTERN = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?`

function readNumber(text: string): Reading[] | null {
  const whole = WHOLE.exec(text)
  if (whole) {
    const digits = text.replaceAll(',', '')
    // A separator says that the value is meant; recognisers put one into years all the same.
    return text.includes(',')
      ? distinct([...cardinals(digits), ...wholeNumbers(digits)])
      : wholeNumbers(digits)
  }
  const decimal = DECIMAL.exec(text)
  if (!decimal) return null
  const wholeDigits = decimal[1]?.replaceAll(',', '') ?? ''
  const fraction = decimal[2]!
  const front: Reading[] =
    wholeDigits === '' || wholeDigits === '0' ? [['zero'], [], ['oh']] : cardinals(wholeDigits)
  const back = digitByDigit(fraction).slice(0, 2)
  if (fraction.length === 2 && !fraction.startsWith('0')) back.push(belowHundred(Number(fraction)))
  const readings = combine(front, [['point']], back)
  const half = fraction === '5' && wholeDigits ? combine(amounts(wholeDigits), [['and', 'a', 'half']]) : []
  readings.push(...half)
  // "7.30" and "3.50" may be a time or a price with its symbol left out.
  if (wholeDigits && wholeDigits !== '0' && fraction.length === 2)
    readings.push(...combine(cardinals(wholeDigits), hundredths(fraction)))
  return readings
}

/** Two digits after a point or colon: "05" oh five, "30" thirty. */
function hundredths(digits: string): Reading[] {
  const value = Number(digits)
  if (value === 0) return [['hundred']]
  return value < 10
    ? [
        ['oh', ...belowHundred(value)],
        ['zero', ...belowHundred(value)],
      ]
    : [belowHundred(value)]
}

function readSigned(text: string): Reading[] | null {
  const sign = /^[+-]/.exec(text)?.[0] ?? ''
  const readings = readNumber(text.slice(sign.length))
  return readings && combine(signReadings(sign), readings)
}

const MONEY = new RegExp(String.raw`^-?([A-Z]{1,2}\$|[$£€¥₹])(${NUMBER_PATTERN})([a-zA-Z]{1,3})?$`)
const MONEY_AFTER = new RegExp(`^(${NUMBER_PATTERN})([$£€¥₹¢])$`)

function readMoney(bare: string): Reading[] | null {
  const before = MONEY.exec(bare)
  if (before?.[2]) {
    const currency = CURRENCIES.get(before[1]!)
    const magnitude = before[3] ? MAGNITUDES.get(before[3]) : ''
    if (!currency || magnitude === undefined) return null
    const amount = readMoneyParts(currency, before[2], magnitude)
    return combine(signReadings(bare.startsWith('-') ? '-' : ''), amount)
  }
  const after = MONEY_AFTER.exec(bare)
  if (!after?.[1]) return null
  if (after[2] === '¢') return withUnit(after[1], { one: 'cent', many: 'cents' })
  return readMoneyParts(CURRENCIES.get(after[2]!)!, after[1], '')
}

function readMoneyParts(currency: Currency, amount: string, magnitude: string): Reading[] {
  const [whole = '', part = ''] = amount.replaceAll(',', '').split('.')
  const several = words(currency.whole.many)
  const one = words(currency.whole.one)
  // "a $5 bill" is a five dollar bill.
  if (magnitude) return combine(amountReadings(amount), [[magnitude]], [several, one])
  const name = whole === '1' ? one : several
  const byValue = amounts(whole || '0')
  if (!part || part === '00') return combine(byValue, [name, one])
  if (part.length !== 2) return combine(amountReadings(amount), [several])
  const cents = belowHundred(Number(part))
  const small = [...cents, ...words(Number(part) === 1 ? currency.part.one : currency.part.many)]
  if (!whole || Number(whole) === 0) return [small, ...combine([['zero']], [name], [['and'], []], [small])]
  return distinct([
    ...combine(byValue, [name], [['and', ...small], small, cents, ['and', ...cents]]),
    ...combine(byValue, hundredths(part)),
    ...combine(amountReadings(amount), [several]),
  ])
}

const PERCENTAGE = new RegExp(`^([+-]?${NUMBER_PATTERN})%$`)

function readPercentage(bare: string): Reading[] | null {
  const number = PERCENTAGE.exec(bare)?.[1]
  if (!number) return null
  return combine(amountReadings(number), [['percent']])
}

const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?([ap]\.?m)?$/i
const TIME_WITH_STOP = /^(\d{1,2})\.(\d{2})([ap]\.?m)$/i
const HOUR = /^(\d{1,2})([ap])\.?m$/i

function readTime(bare: string): Reading[] | null {
  const hour = HOUR.exec(bare)
  if (hour) return combine([belowHundred(Number(hour[1]))], halfOfDay(hour[2]!))
  const time = TIME.exec(bare.replace(TIME_WITH_STOP, '$1:$2$3'))
  if (!time) {
    // Scores, ratios and verses.
    const ratio = /^(\d+):(\d+)$/.exec(bare)
    return ratio && combine(amounts(ratio[1]!), [['to'], []], amounts(ratio[2]!))
  }
  const hours = time[1]!.startsWith('0') ? wholeNumbers(time[1]!) : [belowHundred(Number(time[1]))]
  const onTheHour = time[2] === '00' && !time[3]
  const minutes: Reading[] = onTheHour
    ? time[4]
      ? [[], ["o'clock"], ['hundred']]
      : [["o'clock"], [], ['hundred'], ['hundred', 'hours']]
    : hundredths(time[2]!)
  const seconds = time[3] ? hundredths(time[3]) : [[]]
  const readings = combine(hours, minutes, seconds, time[4] ? halfOfDay(time[4][0]!) : [[]])
  const asRatio = time[4] || time[3] ? [] : combine(amounts(time[1]!), [['to']], amounts(time[2]!))
  return [...readings, ...asRatio]
}

export function halfOfDay(letter: string): Reading[] {
  const first = letter.toLowerCase()
  return [[first, 'm'], [`${first}m`]]
}

const FRACTION = /^(\d+)[/⁄](\d+)$/
const MIXED_FRACTION = /^(\d+)\+(\d+\/\d+)$/

export function fractionReadings(numerator: string, denominator: string): Reading[] {
  const top = cardinals(numerator)
  const bottom = cardinals(denominator)
  const over = combine(top, [['over']], bottom)
  if (Number(denominator) < 2) return over
  const names: Reading[] =
    denominator === '2' ? [['half']] : denominator === '4' ? [['quarter'], ['fourth']] : bottom.map(ordinalOf)
  if (numerator !== '1') return [...combine(top, names.map(pluralOf)), ...over]
  const alone = denominator === '2' ? [['half']] : []
  return [...combine([['one'], ['a']], names), ...alone, ...over]
}

function readMixedFraction(bare: string): Reading[] | null {
  const mixed = MIXED_FRACTION.exec(bare)
  if (!mixed) return null
  const [top, bottom] = mixed[2]!.split('/')
  return mixedNumber(mixed[1]!, top!, bottom!)
}

export function mixedNumber(whole: string, top: string, bottom: string): Reading[] {
  const parts = fractionReadings(top, bottom).filter((reading) => !reading.includes('over'))
  // "one and a half" rather than "one and one half"
  const article = parts.filter((reading) => reading[0] === 'a')
  return combine(amounts(whole), [['and']], distinct([...article, ...parts]))
}

/** "9/11" is a date, "3/8" a part. */
const USUAL_DENOMINATORS = new Set('2 3 4 5 6 7 8 9 10 12 16 20 32 64 100'.split(' '))

function readFractionOrDate(bare: string): Reading[] | null {
  const fraction = FRACTION.exec(bare)
  if (!fraction) {
    const date = /^(\d{1,2})\/(\d{1,2})\/(\d{2,4})$/.exec(bare)
    return (
      date &&
      combine(
        wholeNumbers(date[1]!),
        [['slash'], []],
        wholeNumbers(date[2]!),
        [['slash'], []],
        wholeNumbers(date[3]!),
      )
    )
  }
  const [, top, bottom] = fraction
  const asFraction = Number(top) < Number(bottom) && USUAL_DENOMINATORS.has(bottom!)
  const inTurn = combine(valuesAndYears(top!), [[], ['slash']], valuesAndYears(bottom!))
  const asPart = fractionReadings(top!, bottom!)
  return asFraction ? [...asPart, ...inTurn] : [...inTurn, ...asPart]
}

function readOrdinal(bare: string): Reading[] | null {
  const ordinal = /^(\d[\d,]*)(st|nd|rd|th)(s)?$/i.exec(bare)
  if (!ordinal) return null
  const readings = ordinals(ordinal[1]!.replaceAll(',', ''))
  return ordinal[3] ? readings.map(pluralOf) : readings
}

function readDecade(bare: string): Reading[] | null {
  const decade = /^'?(\d{1,4})('?)s$/.exec(bare)
  if (decade) {
    const [, digits, apostrophe] = decade
    const readings = valuesAndYears(digits!)
    const possessive = readings.map((reading) => [...reading.slice(0, -1), `${reading.at(-1)}'s`])
    const seconds = digits!.length < 3 && !bare.startsWith("'") ? withUnit(digits!, UNITS.get('s')!) : []
    if (digits!.length === 1) return [...seconds, ...readings.map(pluralOf)]
    return [...readings.map(pluralOf), ...(apostrophe ? possessive : seconds)]
  }
  const shortYear = /^'(\d{2})$/.exec(bare)
  return shortYear && wholeNumbers(shortYear[1]!)
}

/** 5'10" */
function readHeight(bare: string): Reading[] | null {
  const height = /^(\d)'(?:(\d{1,2})(?:"|'')?)?$/.exec(bare)
  const inches = /^(\d+)(?:"|'')$/.exec(bare)
  if (inches) return withUnit(inches[1]!, { one: 'inch', many: 'inches' })
  if (!height) return null
  const feet = combine(cardinals(height[1]!), [['foot'], ['feet']])
  if (!height[2]) return feet
  return combine(feet, [[], ['and']], cardinals(height[2]), [[], ['inches'], ['inch']])
}

const NUMBER_THEN_LETTERS = new RegExp(`^([+-]?${NUMBER_PATTERN})-?([°a-zA-Zµμ][°a-zA-Zµμ/]*[23]?)$`)

function readWithUnitOrMagnitude(bare: string): Reading[] | null {
  const match = NUMBER_THEN_LETTERS.exec(bare)
  if (!match?.[1]) return null
  const [, number, letters] = match
  const readings: Reading[] = []
  const unit = UNITS.get(letters!)
  const magnitude = MAGNITUDES.get(letters!)
  const amount = amountReadings(number!)
  const letterByLetter = [...letters!.toLowerCase()].filter((letter) => /[a-z°]/.test(letter))
  const spelled = combine(amount, [letterByLetter.map((letter) => (letter === '°' ? 'degrees' : letter))])
  if (letters === 'x' || letters === 'X') readings.push(...combine(amount, [['times'], ['x']]))
  // "3D", "5G" and "4K" are names; "10k" and "2.5M" are amounts.
  const isName = /^\d$/.test(number!) && /^[A-Z]$/.test(letters!)
  if (isName) readings.push(...spelled)
  if (unit && letters !== 'K') readings.push(...withUnit(number!, unit))
  if (magnitude) readings.push(...combine(amount, [[magnitude]]))
  if (readings.length === 0) return null
  return [...readings, ...spelled]
}

function readRange(bare: string): Reading[] | null {
  const range = /^([$£€]?)([\d,.]+)-([$£€]?)([\d,.]+)(%|[a-zA-Z°]+)?$/.exec(bare)
  if (!range) return null
  const [, currency, first, secondCurrency, second, ending = ''] = range
  if (isTelephone(bare)) return null
  const to = spokenForms(`${secondCurrency || currency}${second}${ending}`)
  const from =
    ending || (currency && !secondCurrency) ? amountReadings(first!) : spokenForms(`${currency}${first}`)
  return combine(from, [['to'], [], ['dash']], to)
}

function isTelephone(text: string): boolean {
  return /^\+?(\d{1,3}-)?(\d{3}-)?\d{3}-\d{4}$/.test(text)
}

/** Telephone numbers, version numbers, addresses: groups of digits with something between. */
function readDigitGroups(bare: string): Reading[] | null {
  if (isTelephone(bare)) {
    const groups = bare.replace('+', '').split('-')
    return combine(
      bare.startsWith('+') ? [['plus'], []] : [[]],
      ...groups.map((group) => distinct([...digitByDigit(group), ...wholeNumbers(group)])),
    )
  }
  if (/^\d+(\.\d+){2,}$/.test(bare)) {
    const groups = bare.split('.').map((group) => wholeNumbers(group).slice(0, 3))
    return ['point', 'dot'].flatMap((between) =>
      combine(...groups.flatMap((group, index) => (index === 0 ? [group] : [[[between]], group]))),
    )
  }
  if (/^\d+(-\d+)+$/.test(bare)) {
    return combine(
      ...bare
        .split('-')
        .map((group) => distinct([...wholeNumbers(group).slice(0, 4), ...digitByDigit(group)])),
    )
  }
  return null
}

/** "#1" number one, "@home" at home, "--verbose" dash dash verbose */
function readPrefixed(bare: string): Reading[] | null {
  const prefixed = /^([#@&+~-]+)(.+)$/.exec(bare)
  if (!prefixed) return null
  const rest = spokenForms(prefixed[2]!)
  const sign = prefixed[1]!
  if (sign === '#')
    return combine(/^\d/.test(prefixed[2]!) ? [['number'], ['hash']] : [['hash'], [], ['hashtag']], rest)
  if (/^-+$/.test(sign)) return [...rest, ...combine([[...sign].map(() => 'dash')], rest)]
  const said = SYMBOL_WORDS.get(sign)
  return said ? combine([words(said), []], rest) : rest
}

/** "mid-30s", "21st-century", "10:30-11:00": parts that are each read on their own. */
function readHyphenated(bare: string): Reading[] | null {
  const parts = bare.split('-').filter(Boolean)
  if (parts.length < 2 || !/\d/.test(bare)) return null
  const isRange = parts.length === 2 && parts.every((part) => /\d/.test(part))
  const between: Reading[] = isRange ? [[], ['to'], ['dash']] : [[], ['dash']]
  return combine(
    ...parts.flatMap((part, index) => (index === 0 ? [spokenForms(part)] : [between, spokenForms(part)])),
  )
}

/** How the marks inside a name or a path are said; the empty reading is for marks that only part words. */
const MARKS_INSIDE: ReadonlyMap<string, Reading[]> = new Map([
  ['-', [[], ['dash']]],
  ['/', [[], ['slash']]],
  ['.', [['dot'], [], ['point']]],
  ['_', [['underscore'], []]],
  ['@', [['at']]],
  ['&', [['and']]],
  ['+', [['plus']]],
  ['=', [['equals']]],
  ['%', [['percent']]],
  ['#', [['sharp'], ['hash']]],
  [':', [[], ['colon']]],
  ['°', [['degrees']]],
])

/** Anything else: names of things, codes, paths. Cut where letters meet digits or marks, each piece said in turn. */
function readInPieces(bare: string): Reading[] | null {
  const pieces = bare.match(/\p{L}+(?:'\p{L}+)*|\d{1,3}(?:,\d{3})+(?!\d)|\d+|[^\p{L}\d]/gu)
  if (!pieces) return null
  const isCode = /[\d&]/.test(bare)
  // "the end.Then": a space was lost.
  const isSentenceEnd = /^\p{L}*\p{Ll}\.\p{Lu}\p{Ll}+$/u.test(bare)
  // A path ("a/b.c") is read with its slashes, a choice ("and/or") without.
  const isPath = /[._].*\/|\/.*[._]|\/.*\//.test(bare)
  const parts = pieces.map((piece): Reading[] => {
    if (/^\d/.test(piece)) return readNumber(piece)!
    if (/^\p{L}/u.test(piece)) return isCode ? pieceOfCode(piece) : [[piece.toLowerCase()]]
    const mark = MARKS_INSIDE.get(piece) ?? [[]]
    if (piece === '.' && isSentenceEnd) return [[], ...mark]
    return piece === '/' && isPath ? [...mark].reverse() : mark
  })
  const readings = combine(...parts)
  // A hyphenated word is also written as one ("to-day", "e-mail").
  if (/^\p{L}+(-\p{L}+)+$/u.test(bare)) readings.push([bare.replaceAll('-', '').toLowerCase()])
  return readings
}

/** Letters in a code: capitals and short runs are spelled ("mp3", "GPT-4"), what looks like a word is one ("COVID-19"). */
function pieceOfCode(letters: string): Reading[] {
  const lower = letters.toLowerCase()
  if (lower.length === 1) return [[lower]]
  const isCapitals = letters === letters.toUpperCase()
  const isWord = /[aeiouy]/.test(lower) && lower.length > (isCapitals ? 3 : 2)
  const spelled = [...lower.replaceAll("'", '')]
  return isWord ? [[lower], spelled] : [spelled, [lower]]
}
