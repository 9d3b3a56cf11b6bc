/** A way to say something: its words in order. */
export type Reading = string[]

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const GROUP_NAMES = ['', 'thousand', 'million', 'billion', 'trillion']
/** Beyond hundreds of trillions nobody says a number by its groups. */
const LONGEST_CARDINAL_DIGITS = 15

const IRREGULAR_ORDINALS: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

export function belowHundred(value: number): Reading {
  if (value < 20) return [ONES[value]!]
  const ones = value % 10
  return ones === 0 ? [TENS[value / 10]!] : [TENS[(value - ones) / 10]!, ONES[ones]!]
}

function belowThousand(value: number, and: boolean): Reading {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  if (hundreds === 0) return belowHundred(rest)
  const words = [ONES[hundreds]!, 'hundred']
  if (rest === 0) return words
  return [...words, ...(and ? ['and'] : []), ...belowHundred(rest)]
}

/** One cardinal reading; `and` gives the British form ("two thousand and eight"). */
function cardinal(digits: string, and: boolean): Reading {
  const groups: number[] = []
  for (let end = digits.length; end > 0; end -= 3)
    groups.push(Number(digits.slice(Math.max(0, end - 3), end)))
  const words: Reading = []
  for (let index = groups.length - 1; index >= 0; index--) {
    const value = groups[index]!
    if (value === 0) continue
    if (and && index === 0 && value < 100 && words.length > 0) words.push('and')
    words.push(...belowThousand(value, and))
    if (index > 0) words.push(GROUP_NAMES[index]!)
  }
  return words.length === 0 ? ['zero'] : words
}

/** Every way to say a whole number by its value: with and without "and", "a hundred" beside "one hundred". */
export function cardinals(digits: string): Reading[] {
  if (digits.length > LONGEST_CARDINAL_DIGITS) return []
  const readings = distinct([cardinal(digits, false), cardinal(digits, true)])
  const withArticle = readings
    .filter((words) => words[0] === 'one' && words.length > 1 && words[1] !== 'and')
    .map((words) => ['a', ...words.slice(1)])
  return [...readings, ...withArticle]
}

export function ordinalOf(words: Reading): Reading {
  const last = words.at(-1)!
  const regular = last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`
  return [...words.slice(0, -1), IRREGULAR_ORDINALS[last] ?? regular]
}

export function ordinals(digits: string): Reading[] {
  const readings = cardinals(digits).map(ordinalOf)
  // "the 1900th": years are counted in hundreds too.
  return distinct([...readings, ...inHundreds(digits).map(ordinalOf)])
}

/** "twenty" -> "twenties", "six" -> "sixes" */
export function pluralOf(words: Reading): Reading {
  const last = words.at(-1)!
  const plural = last.endsWith('y')
    ? `${last.slice(0, -1)}ies`
    : last.endsWith('x')
      ? `${last}es`
      : last.endsWith('f')
        ? `${last.slice(0, -1)}ves`
        : `${last}s`
  return [...words.slice(0, -1), plural]
}

/** Digit by digit, as in telephone numbers; zero is "zero" or "oh", a pair may be "double". */
export function digitByDigit(digits: string): Reading[] {
  const zeros = [...digits].map((digit) => ONES[Number(digit)]!)
  const ohs = zeros.map((word) => (word === 'zero' ? 'oh' : word))
  const doubled: Reading = []
  for (let index = 0; index < ohs.length; index++) {
    if (ohs[index] === ohs[index + 1]) {
      doubled.push('double', ohs[index]!)
      index++
    } else doubled.push(ohs[index]!)
  }
  return distinct([zeros, ohs, doubled])
}

/** Pairs of digits: "1984" nineteen eighty four, "1905" nineteen oh five, "747" seven forty seven. */
function inPairs(digits: string): Reading[] {
  if (digits.length !== 3 && digits.length !== 4) return []
  const high = Number(digits.slice(0, -2))
  const low = Number(digits.slice(-2))
  if (high === 0 || (low === 0 && high % 10 === 0)) return []
  const front = belowHundred(high)
  if (low === 0) return [[...front, 'hundred']]
  if (low < 10) return [[...front, 'oh', ONES[low]!]]
  return [[...front, ...belowHundred(low)]]
}

/** "1200" twelve hundred, "1984" nineteen hundred and eighty four */
function inHundreds(digits: string): Reading[] {
  if (digits.length !== 4) return []
  const high = Number(digits.slice(0, 2))
  const low = Number(digits.slice(2))
  if (high < 10 || high % 10 === 0) return []
  const front = [...belowHundred(high), 'hundred']
  if (low === 0) return [front]
  return [
    [...front, ...belowHundred(low)],
    [...front, 'and', ...belowHundred(low)],
  ]
}

/** Four digits from 1100 to 2099 without a separator are most often a year. */
function looksLikeYear(digits: string): boolean {
  const value = Number(digits)
  return digits.length === 4 && value >= 1100 && value < 2100
}

/** How much or how many: by value, or counted in hundreds ("twelve hundred"). */
export function amounts(digits: string): Reading[] {
  return distinct([...cardinals(digits), ...inHundreds(digits)])
}

/** By value or as a year, never digit by digit. */
export function valuesAndYears(digits: string): Reading[] {
  const byValue = cardinals(digits)
  const asYear = [...inPairs(digits), ...inHundreds(digits)]
  // 2000 to 2009 are "two thousand eight" far more often than "twenty oh eight".
  const yearFirst = looksLikeYear(digits) && !digits.startsWith('200')
  return distinct(yearFirst ? [...asYear, ...byValue] : [...byValue, ...asYear])
}

/** Every way to say a string of digits, the most usual first. */
export function wholeNumbers(digits: string): Reading[] {
  if (digits === '0') return [['zero'], ['oh']]
  if (digits.length === 1) return cardinals(digits)
  if (digits.startsWith('0')) {
    const afterZero = digits.length === 2 && digits !== '00' ? [['oh', ONES[Number(digits)]!]] : []
    return distinct([...afterZero, ...digitByDigit(digits), ...cardinals(digits.replace(/^0+(?=\d)/, ''))])
  }
  return distinct([...valuesAndYears(digits), ...digitByDigit(digits)])
}

export function distinct(readings: Reading[]): Reading[] {
  const seen = new Set<string>()
  return readings.filter((words) => {
    const key = words.join(' ')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Long tokens have many parts; past this many readings the rarest are dropped. */
const MOST_READINGS = 32

/** Every combination, in order, of one reading of each part: the first part's readings change fastest. */
export function combine(...parts: Reading[][]): Reading[] {
  return combineAll(parts)
}

/** The same for any number of parts. */
export function combineAll(parts: readonly Reading[][]): Reading[] {
  let combined: Reading[] = [[]]
  for (const part of parts) {
    // When there is room for no more readings, the usual one of each further part is all that would be kept.
    if (part.length === 1 || (part.length > 1 && combined.length >= MOST_READINGS)) {
      for (const reading of combined) for (const word of part[0]!) reading.push(word)
      continue
    }
    const longer = part.flatMap((ending) => combined.map((beginning) => [...beginning, ...ending]))
    combined = distinct(longer).slice(0, MOST_READINGS)
  }
  return combined
}

/** As many of the first readings as have so many words together; the usual one always. */
export function withinWords(readings: Reading[], mostWords: number): Reading[] {
  let words = 0
  let kept = 0
  while (kept < readings.length) {
    words += readings[kept]!.length
    if (kept > 0 && words > mostWords) break
    kept++
  }
  return kept === readings.length ? readings : readings.slice(0, kept)
}
