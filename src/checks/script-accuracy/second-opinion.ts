// Where the transcript and the script differ, the recogniser is asked once more: how much better does what it wrote fit the
// sound than the script does? A mistake of its own it half takes back; what the voice really said it insists on. The aligner is
// asked too: it knows nothing of which words are likely, and goes by the sound alone.
import { isContentWord } from '../../text/function-words.js'
import type { Group } from './align.js'
import { meanConfidence, type RecognisedSpeech, UNLIKE } from './evidence.js'
import { matters, mustBeExact } from './exact-words.js'
import { oddsOfConfidence, type Range, sigmoid, within } from './log-odds.js'
import type { Region } from './regions.js'
import { type Rivals, rivalTexts } from './rival-texts.js'
import type { PronounceAll } from './sounding.js'

export interface Opinion {
  /** How many nats more likely the recognised text is than the written one, by the recogniser. */
  marginNats: number
  /** The same by the sound alone, whatever words are likely; null where one of them cannot be said there. */
  soundNats: number | null
}

export type AskAgain = (rivals: Rivals) => Promise<Opinion>

/** One place costs about 0.3 s of work; so many, and one more for each span of sound, keep to the time that is allowed. */
const PLACES_ASKED = 2
const SEC_PER_PLACE = 5

/** What sounds this much alike is the same word, written otherwise: there is nothing to ask. */
export const NOTHING_TO_ASK = 0.03
/** Above this distance only what the voice may well be blamed for is asked about. */
const FAR = 0.45
const LEAST_BLAME_ASKED = 0.1

/**
 * What the answers add to the logarithm of the odds that the voice said other words than those that are written. Logistic
 * regression over 264 words of content written otherwise than said, 186 of them in clips of nine sets of the tuning half and 78 said
 * by flite, and 56 mistakes of the recogniser in 183 files that are right. With each set left out in turn, all but one of the 186 and
 * 53 of the 78 are held against the voice, and five mistakes, names among them; of 237 and 49 in the reporting half 233 and none.
 * That was with the numbers of the fit alone, before those that have a source of their own below.
 * The same with Whisper's opinion, base or small, in addition: not one more in ten, so it is not asked.
 */
const ODDS = {
  one: -2.83,
  perMarginNat: 0.424,
  perSoundNat: 0.0142,
  /** For each nat of the odds that the recogniser gave the words. */
  perConfidence: 0.3,
  functionWords: -1.46,
  /**
   * For words that sound as different as two taken at random, as a mumbled word is recognised: in 312 right files there were eight such
   * places where the written text did not fit better after all, and 47 for 57 words that were mumbled, backwards or shuffled.
   */
  unlike: 2.2,
  /** So that of the names in the clean texts of eval none is held against a voice that its recogniser does not know. */
  name: -4,
  /** 5 by the fit, which saw few of them and no clean file with a time of day: "10:30" recognised as "1:03" at 2 nats. */
  exactWords: 2.2,
}
/** What is as sure as four in five is held against a file; from even odds on somebody should listen. */
const BLAMED_FROM_ODDS = Math.log(4)
/** What the fit has seen. */
const MARGIN_NATS: Range = [-15, 20]
const SOUND_NATS: Range = [-100, 200]

/** Margins in nats at which voice and recogniser are equally likely to blame for a word too few: 11 in the least of 22 skipped words. */
const EVEN_MARGIN_MISSING_NATS = 9
/** The same for a word too many, whose absence costs a text less: 4 nats and more for words added on purpose. */
const EVEN_MARGIN_ADDED_NATS = 3
const MARGIN_SPREAD_NATS = 0.8

/** Belief that the voice made each difference, after the recogniser was asked about the doubtful ones. */
export async function blameAfterAsking(
  groups: readonly Group[],
  regions: readonly Region[],
  blame: readonly number[],
  speech: RecognisedSpeech,
  written: readonly string[],
  pronounce: PronounceAll,
  ask: AskAgain,
): Promise<number[]> {
  const lastSec = speech.words.at(-1)?.endSec ?? 0
  const most = PLACES_ASKED + Math.floor(lastSec / SEC_PER_PLACE)
  const doubtful = regions
    .map((region) => ({ region, blame: Math.max(...blame.slice(region.from, region.to)) }))
    .filter((place) => isWorthAsking(place.region.merged, place.blame, pronounce))
    .filter(({ region }) => canBeAsked(region.merged, written))
    .filter(({ region }) => !isInLongRun(groups, region.from))
    .sort((one, other) => other.blame - one.blame)
    .slice(0, most)
  const after = [...blame]
  for (const { region, blame: atFirst } of doubtful) {
    const opinion = await ask(rivalTexts(region.merged, speech.words, written))
    const marginNats = opinion.marginNats - allowanceNats(groups, region, pronounce)
    // Digits can be said in many ways, and the sound was held against one of them.
    const soundNats = hasDigits(region.merged, written) ? null : opinion.soundNats
    const isName = hasName(region.merged, written)
    const belief = blameByOpinion(region.merged, { marginNats, soundNats }, speech, isName)
    // The answer is for the place as a whole; the word that looked worst at first has it in full.
    for (let index = region.from; index < region.to; index++)
      after[index] = atFirst > 0 ? (belief * blame[index]) / atFirst : belief
  }
  return after
}

function isWorthAsking(group: Group, blame: number, pronounce: PronounceAll): boolean {
  if (group.distance <= NOTHING_TO_ASK || !weighs(group)) return false
  // How a word outside the dictionary is written tells the recogniser nothing.
  if (!group.written.every((word) => pronounce(word).known)) return false
  const isOneSided = group.written.length === 0 || group.recognised.length === 0
  return blame > LEAST_BLAME_ASKED || (!isOneSided && (group.distance < FAR || hasOtherExactWords(group)))
}

/** Another number, day or negation was recognised: a recogniser that is sure of one is seldom wrong. */
function hasOtherExactWords({ written, recognised }: Group): boolean {
  const exact = (words: readonly string[]) => words.filter((word) => mustBeExact(word)).join(' ')
  return exact(recognised) !== '' && exact(written) !== exact(recognised)
}

const OPENS_SENTENCE_BEHIND = /[.?!:]["'”’)]*$/
const CAPITAL = /^["'“‘(]*(?!I\b)\p{Lu}/u

/** A capital inside a sentence: what a recogniser makes of a name says little of how it was said. */
function hasName({ writtenFrom, writtenTo, written: words }: Group, written: readonly string[]): boolean {
  if (words.every(mustBeExact)) return false
  return written
    .slice(writtenFrom, writtenTo)
    .some((token, index) => CAPITAL.test(token) && !opensSentence(written, writtenFrom + index))
}

function hasDigits({ writtenFrom, writtenTo }: Group, written: readonly string[]): boolean {
  return written.slice(writtenFrom, writtenTo).some((token) => /\d/.test(token))
}

function opensSentence(written: readonly string[], at: number): boolean {
  return at === 0 || OPENS_SENTENCE_BEHIND.test(written[at - 1])
}

/** What the recogniser is asked about it must read token by token; no word or number that a voice gets wrong is longer. */
const LONGEST_ASKED = 200

function canBeAsked({ writtenFrom, writtenTo }: Group, written: readonly string[]): boolean {
  let length = 0
  for (let at = writtenFrom; at < writtenTo && length <= LONGEST_ASKED; at++) length += written[at].length + 1
  return length <= LONGEST_ASKED
}

function weighs({ written, recognised }: Group): boolean {
  return [...written, ...recognised].some(matters)
}

/** So many words in a row that are missing or added are no slip of the recogniser: there is nothing to ask. */
const LONG_RUN_WORDS = 3

function isInLongRun(groups: readonly Group[], index: number): boolean {
  const isOneSided = (group: Group | undefined) =>
    group !== undefined && (group.written.length === 0 || group.recognised.length === 0)
  if (!isOneSided(groups[index])) return false
  let from = index
  let to = index + 1
  while (to - from < LONG_RUN_WORDS && isOneSided(groups[from - 1])) from--
  while (to - from < LONG_RUN_WORDS && isOneSided(groups[to])) to++
  return to - from >= LONG_RUN_WORDS
}

/** What is taken off the margin of a skipped word beside one that the recogniser cannot know. */
const BESIDE_UNKNOWN_WORD_NATS = 8

function allowanceNats(groups: readonly Group[], region: Region, pronounce: PronounceAll): number {
  return isBesideUnknownWord(groups, region, pronounce) ? BESIDE_UNKNOWN_WORD_NATS : 0
}

/** A word that the recogniser does not know swallows its neighbour: "pytest tests" recognised as "pie das's". */
function isBesideUnknownWord(groups: readonly Group[], region: Region, pronounce: PronounceAll): boolean {
  if (region.merged.recognised.length > 0) return false
  return [groups[region.from - 1], groups[region.to]].some(
    (group) =>
      group !== undefined &&
      group.distance > 0 &&
      group.recognised.length > 0 &&
      group.written.some((word) => !pronounce(word).known),
  )
}

export function blameByOpinion(
  group: Group,
  { marginNats, soundNats }: Opinion,
  speech: RecognisedSpeech,
  isName = false,
): number {
  const byMargin = (evenNats: number) => sigmoid((marginNats - evenNats) / MARGIN_SPREAD_NATS)
  if (group.written.length === 0) return byMargin(EVEN_MARGIN_ADDED_NATS)
  if (group.recognised.length === 0) return byMargin(EVEN_MARGIN_MISSING_NATS)
  const isSmall = ![...group.written, ...group.recognised].some(isContentWord)
  return sigmoid(
    ODDS.one +
      ODDS.perMarginNat * within(marginNats, MARGIN_NATS) +
      ODDS.perSoundNat * within(soundNats ?? 0, SOUND_NATS) +
      ODDS.perConfidence * oddsOfConfidence(meanConfidence(group, speech)) +
      (isSmall ? ODDS.functionWords : 0) +
      (!isSmall && !isName && group.distance >= UNLIKE ? ODDS.unlike : 0) +
      (isName ? ODDS.name : 0) +
      (hasOtherExactWords(group) ? ODDS.exactWords : 0) -
      BLAMED_FROM_ODDS,
  )
}
