import { combine, type Reading } from './integers.js'

function says(...readings: string[]): Reading[] {
  return readings.map((reading) => reading.split(' '))
}

/** Not made by stem and ending, or written without the apostrophe and no other word. */
const WHOLE: ReadonlyMap<string, Reading[]> = new Map([
  ["won't", says('will not')],
  ["can't", says('can not')],
  ['cannot', says('can not')],
  ["shan't", says('shall not')],
  ["ain't", says("ain't")],
  ["let's", says('let us')],
  ["y'all", says('you all')],
  ["ma'am", says('maam')],
  ["o'clock", says('oclock')],
  ['gonna', says('going to')],
  ['wanna', says('want to')],
  ['gotta', says('got to')],
  ['kinda', says('kind of')],
  ['sorta', says('sort of')],
  ['outta', says('out of')],
  ['lotta', says('lot of')],
  ['lemme', says('let me')],
  ['gimme', says('give me')],
  ['dunno', says('do not know')],
  ['em', says('them')],
  ['til', says('till')],
  ['tis', says('it is')],
  ['twas', says('it was')],
  // One interjection, two spellings.
  ['o', says('oh')],
  ['alright', says('all right')],
  ['etcetera', says('et cetera')],
  ['dont', says('do not')],
  ['doesnt', says('does not')],
  ['didnt', says('did not')],
  ['isnt', says('is not')],
  ['arent', says('are not')],
  ['wasnt', says('was not')],
  ['werent', says('were not')],
  ['couldnt', says('could not')],
  ['wouldnt', says('would not')],
  ['shouldnt', says('should not')],
  ['havent', says('have not')],
  ['hasnt', says('has not')],
  ['hadnt', says('had not')],
  ['youre', says('you are')],
  ['theyre', says('they are')],
  ['thats', says('that is', 'that has')],
  ['ive', says('i have')],
  ['youve', says('you have')],
  ['theyve', says('they have')],
])

/** Endings that stand for the same word after any stem; the first is the one both sides settle on. */
const ENDINGS: [string, Reading[]][] = [
  ["n't", says('not')],
  ["'ll", says('will', 'shall')],
  ["'re", says('are')],
  ["'ve", says('have')],
  ["'m", says('am')],
  ["'d", says('would', 'had')],
]

/** "how'd it go": only a question word takes "did". */
const TAKES_DID = new Set(['how', 'where', 'why', 'what', 'when', 'who'])

/** After these 's is "is" or "has"; after anything else it is left alone, as a possessive. */
const TAKES_IS = new Set(
  `it he she that this there here what who where when how why everything everyone everybody something someone somebody
   nothing nobody anything anyone anybody`.split(/\s+/),
)

/**
 * The full forms of a contraction ("don't", "she'd", "gonna"), the usual one first and the contraction itself last;
 * null for any other word.
 */
export function contractionReadings(word: string): Reading[] | null {
  const whole = WHOLE.get(word)
  if (whole) return [...whole, [plain(word)]]
  for (const [ending, readings] of ENDINGS) {
    if (!word.endsWith(ending) || word.length === ending.length) continue
    const stem = word.slice(0, -ending.length)
    const first = contractionReadings(stem) ?? [[plain(stem)]]
    const did = ending === "'d" && TAKES_DID.has(stem) ? says('did') : []
    return [...combine(first, [...readings, ...did]), [word]]
  }
  const stem = word.slice(0, -2)
  if (word.endsWith("'s") && TAKES_IS.has(stem)) return [[stem, 'is'], [stem, 'has'], [word]]
  return null
}

/** Without apostrophes, except in the endings that make another word of it: "o'brien" obrien, "mary's" mary's. */
export function plain(word: string): string {
  const ending = /('s|n't|'ll|'re|'ve|'m|'d)$/.exec(word)?.[0] ?? ''
  return word.slice(0, word.length - ending.length).replaceAll("'", '') + ending
}
