// Where the transcript and the script differ, the recogniser is asked once more: how much better does what it wrote fit the
// sound than the script does? A mistake of its own it half takes back; what the voice really said it insists on.
import { isContentWord } from '../../text/function-words.js'
import type { Group } from './align.js'
import { meanConfidence, type RecognisedSpeech } from './evidence.js'
import { mustBeExact } from './exact-words.js'
import type { Region } from './regions.js'
import { type Rivals, rivalTexts } from './rival-texts.js'
import type { PronounceAll } from './sounding.js'

/** How many nats more likely the recognised text is than the written one. */
export type AskAgain = (rivals: Rivals) => Promise<number>

/** One place costs about 0.2 s of work; so many, and one more for each span of sound, keep to the time that is allowed. */
const PLACES_ASKED = 2
const SEC_PER_PLACE = 5

/** What sounds less different may be an accent ("pour" as "poor"), except in words that must be exact. */
const LEAST_DISTANCE = 0.17
const LEAST_DISTANCE_EXACT = 0.08
/** For a word that sounds much like the written one, the voice is blamed only if the recogniser was this sure of it. */
const SURE_OF_WORD = 0.88
/** Above this distance doubt alone does not put the blame on the recogniser. */
const FAR = 0.45

/**
 * Margins in nats at which voice and recogniser are equally likely to blame, for words that sound quite different. Weighed as
 * below, 22 words changed on purpose (flite) lay at 11.2 and above, mistakes of the recogniser (corpus) at 9.4 and below.
 */
const EVEN_MARGIN_NATS = 10.8
/** The same for a word that sounds much like the written one, of which the recogniser was sure. */
const EVEN_MARGIN_ALIKE_NATS = 8
/** The same for numbers, days and negations: a recogniser that is sure of one is seldom wrong. */
const EVEN_MARGIN_EXACT_NATS = 3
/** The same for a word too few: 11 nats in the least of 22 skipped words. */
const EVEN_MARGIN_MISSING_NATS = 9
/** The same for a word too many, whose absence costs a text less: 4 nats and more for words added on purpose. */
const EVEN_MARGIN_ADDED_NATS = 3
const MARGIN_SPREAD_NATS = 0.8
/** What a difference of sound and what the recogniser's confidence in the word are worth, in nats. */
const NATS_PER_DISTANCE = 15
const DISTANCE_AT_EVEN = 0.2
const MOST_DISTANCE = 0.6
const NATS_PER_CONFIDENCE = 5
const USUAL_CONFIDENCE = 0.9

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
    .filter((place) => isDoubtful(place.region.merged, place.blame, speech, pronounce))
    .filter(({ region }) => canBeAsked(region.merged, written))
    .filter(({ region }) => !isInLongRun(groups, region.from))
    .sort((one, other) => other.blame - one.blame)
    .slice(0, most)
  const after = [...blame]
  for (const { region, blame: atFirst } of doubtful) {
    const marginNats = await ask(rivalTexts(region.merged, speech.words, written))
    const allowedNats = allowanceNats(groups, region, pronounce)
    const belief = blameByMargin(region.merged, marginNats - allowedNats, speech)
    // The answer is for the place as a whole; the word that looked worst at first has it in full.
    for (let index = region.from; index < region.to; index++)
      after[index] = atFirst > 0 ? (belief * blame[index]) / atFirst : belief
  }
  return after
}

function isDoubtful(group: Group, blame: number, speech: RecognisedSpeech, pronounce: PronounceAll): boolean {
  const isExact = group.written.some(mustBeExact) && group.recognised.some(mustBeExact)
  if (group.distance <= (isExact ? LEAST_DISTANCE_EXACT : LEAST_DISTANCE) || !weighs(group)) return false
  // How a word outside the dictionary is written tells the recogniser nothing.
  if (!group.written.every((word) => pronounce(word).known)) return false
  if (group.written.length === 0 || group.recognised.length === 0 || group.distance >= FAR) return blame > 0.1
  return isExact || (group.written.length === 1 && meanConfidence(group, speech) >= SURE_OF_WORD)
}

/** What the recogniser is asked about it must read token by token; no word or number that a voice gets wrong is longer. */
const LONGEST_ASKED = 200

function canBeAsked({ writtenFrom, writtenTo }: Group, written: readonly string[]): boolean {
  let length = 0
  for (let at = writtenFrom; at < writtenTo && length <= LONGEST_ASKED; at++) length += written[at].length + 1
  return length <= LONGEST_ASKED
}

function weighs({ written, recognised }: Group): boolean {
  return [...written, ...recognised].some((word) => isContentWord(word) || mustBeExact(word))
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

export function blameByMargin(group: Group, marginNats: number, speech: RecognisedSpeech): number {
  const belief = (nats: number) => 1 / (1 + Math.exp(-nats / MARGIN_SPREAD_NATS))
  if (group.written.length === 0) return belief(marginNats - EVEN_MARGIN_ADDED_NATS)
  if (group.recognised.length === 0) return belief(marginNats - EVEN_MARGIN_MISSING_NATS)
  const weighed =
    marginNats +
    NATS_PER_DISTANCE * (Math.min(group.distance, MOST_DISTANCE) - DISTANCE_AT_EVEN) +
    NATS_PER_CONFIDENCE * (meanConfidence(group, speech) - USUAL_CONFIDENCE)
  const isExact =
    group.written.some((word) => mustBeExact(word)) && group.recognised.some((word) => mustBeExact(word))
  const ordinary = group.distance < FAR ? EVEN_MARGIN_ALIKE_NATS : EVEN_MARGIN_NATS
  return belief(weighed - (isExact ? EVEN_MARGIN_EXACT_NATS : ordinary))
}
