// How alike two words sound, from their phones in the set of the CMU dictionary. It serves to tell a word that a recogniser
// wrote differently ("Cathy" for "Kathy", "their" for "there") from one that was really said otherwise.

/** Place of articulation from the lips (0) to the throat (6), voice, and manner, after the IPA chart. */
type Manner = 'plosive' | 'affricate' | 'fricative' | 'nasal' | 'approximant'
const CONSONANTS: Record<string, [placeFromLips: number, voiced: boolean, manner: Manner]> = {
  P: [0, false, 'plosive'], B: [0, true, 'plosive'], T: [3, false, 'plosive'], D: [3, true, 'plosive'],
  K: [5, false, 'plosive'], G: [5, true, 'plosive'], CH: [4, false, 'affricate'], JH: [4, true, 'affricate'],
  F: [1, false, 'fricative'], V: [1, true, 'fricative'], TH: [2, false, 'fricative'], DH: [2, true, 'fricative'],
  S: [3, false, 'fricative'], Z: [3, true, 'fricative'], SH: [4, false, 'fricative'], ZH: [4, true, 'fricative'],
  HH: [6, false, 'fricative'], M: [0, true, 'nasal'], N: [3, true, 'nasal'], NG: [5, true, 'nasal'],
  L: [3, true, 'approximant'], R: [4, true, 'approximant'], W: [0, true, 'approximant'], Y: [4, true, 'approximant'],
} // biome-ignore format: a table

/** Where each vowel lies on the IPA chart, 0 to 1 each way; a diphthong has a beginning and an end. */
type Spot = [openness: number, backness: number]
const VOWELS: Record<string, [Spot, Spot?]> = {
  IY: [[0, 0]], IH: [[0.2, 0.2]], EH: [[0.6, 0.1]], AE: [[0.8, 0.1]], AA: [[1, 0.8]], AO: [[0.7, 1]], UH: [[0.2, 0.8]],
  UW: [[0, 1]], AH: [[0.6, 0.6]], ER: [[0.5, 0.5]], EY: [[0.5, 0], [0.1, 0.1]], AY: [[1, 0.5], [0.2, 0.2]],
  OW: [[0.5, 0.9], [0.2, 0.9]], AW: [[1, 0.5], [0.2, 0.9]], OY: [[0.6, 1], [0.2, 0.2]],
} // biome-ignore format: a table

/** Vowels and the consonants that are the same movement of the mouth. */
const GLIDES = new Set(['Y IY', 'Y IH', 'W UW', 'W UH', 'W OW', 'R ER', 'L AH', 'L OW', 'L UH'])
const GLIDE_COST = 0.4

/** What a phone put for another costs at most: as much as one left out and another put in would. */
const MOST_COST = 1
const VOICE_COST = 0.2
const MANNER_COST = 0.4
const PLACE_COST = 0.1
const VOWEL_COST = 0.6

/** What a phone left out or put in costs. Weak sounds come and go in running speech. */
const PHONE_COST = 0.7
const WEAK_PHONE_COST: Record<string, number> = {
  AH: 0.4,
  IH: 0.4,
  HH: 0.4,
  T: 0.5,
  D: 0.5,
  ER: 0.5,
  DH: 0.5,
  R: 0.6,
}

export function phoneCost(phone: string): number {
  return WEAK_PHONE_COST[phone] ?? PHONE_COST
}

/** Phones as numbers, which the inner loop reads, and what they cost together. */
export interface CodedPhones {
  codes: Uint8Array
  cost: number
}

export function coded(phones: readonly string[]): CodedPhones {
  return {
    codes: Uint8Array.from(phones, codeOf),
    cost: phones.reduce((sum, phone) => sum + phoneCost(phone), 0),
  }
}

/** 0 for the same phones, about 1 for phones with nothing in common; 1 when one side has none. */
export function phoneDistance(one: readonly string[], other: readonly string[]): number {
  return codedDistance(coded(one), coded(other), 1)
}

/** The same, exact up to a limit; what lies beyond it is only known to. */
export function codedDistance(one: CodedPhones, other: CodedPhones, most: number): number {
  const whole = Math.max(one.cost, other.cost)
  if (whole === 0) return 0
  // Whatever else they cost, the phones that one side has more of are left out.
  const leftOut = Math.abs(one.codes.length - other.codes.length) * LEAST_PHONE_COST
  if (leftOut > most * whole) return 1
  return Math.min(1, editCost(one.codes, other.codes, most * whole) / whole)
}

let row = new Float64Array(64)
let next = new Float64Array(64)

/** Infinite as soon as it is surely more than `most`. */
function editCost(one: Uint8Array, other: Uint8Array, most: number): number {
  if (row.length <= other.length) {
    row = new Float64Array(2 * other.length)
    next = new Float64Array(2 * other.length)
  }
  row[0] = 0
  for (let index = 0; index < other.length; index++) row[index + 1] = row[index] + PHONE_COSTS[other[index]]
  for (let at = 0; at < one.length; at++) {
    const cost = PHONE_COSTS[one[at]]
    const exchange = one[at] * MOST_CODES
    next[0] = row[0] + cost
    let least = next[0]
    for (let index = 0; index < other.length; index++) {
      let cheapest = row[index] + EXCHANGE_COSTS[exchange + other[index]]
      const left = row[index + 1] + cost
      if (left < cheapest) cheapest = left
      const put = next[index] + PHONE_COSTS[other[index]]
      if (put < cheapest) cheapest = put
      next[index + 1] = cheapest
      if (cheapest < least) least = cheapest
    }
    if (least > most) return Number.POSITIVE_INFINITY
    const filled = next
    next = row
    row = filled
  }
  return row[other.length]
}

function exchangeCost(one: string, other: string): number {
  if (one === other) return 0
  const [first, second] = [CONSONANTS[one], CONSONANTS[other]]
  if (first && second) {
    const voice = first[1] === second[1] ? 0 : VOICE_COST
    const manner = first[2] === second[2] ? 0 : MANNER_COST
    return Math.min(MOST_COST, voice + manner + PLACE_COST * Math.abs(first[0] - second[0]))
  }
  const [from, to] = [VOWELS[one], VOWELS[other]]
  if (from && to) return vowelCost(from, to)
  return GLIDES.has(`${one} ${other}`) || GLIDES.has(`${other} ${one}`) ? GLIDE_COST : MOST_COST
}

function vowelCost([fromA, fromB = fromA]: [Spot, Spot?], [toA, toB = toA]: [Spot, Spot?]): number {
  return (VOWEL_COST * (apart(fromA, toA) + apart(fromB, toB))) / 2
}

function apart(one: Spot, other: Spot): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1])
}

/** More phones than this has no dictionary. */
const MOST_CODES = 128
const CODES = new Map<string, number>()
const PHONE_COSTS = new Float64Array(MOST_CODES)
const EXCHANGE_COSTS = new Float64Array(MOST_CODES * MOST_CODES)
const LEAST_PHONE_COST = Math.min(PHONE_COST, ...Object.values(WEAK_PHONE_COST))

function codeOf(phone: string): number {
  const known = CODES.get(phone)
  if (known !== undefined) return known
  if (CODES.size === MOST_CODES) throw new Error(`more phones than any dictionary has: ${phone}`)
  const code = CODES.size
  CODES.set(phone, code)
  PHONE_COSTS[code] = phoneCost(phone)
  for (const [other, at] of CODES) {
    EXCHANGE_COSTS[code * MOST_CODES + at] = exchangeCost(phone, other)
    EXCHANGE_COSTS[at * MOST_CODES + code] = exchangeCost(other, phone)
  }
  return code
}
