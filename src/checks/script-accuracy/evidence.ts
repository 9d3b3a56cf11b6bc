// Whose fault is a difference between script and transcript: the voice's, or the recogniser's?

import type { EdgeLevels } from '../../speech/edge-levels.js'
import { silentSec } from '../../speech/silence.js'
import type { Interval, Word } from '../../speech/speech-data.js'
import { typicalSec } from '../../speech/typical-duration.js'
import { isContentWord } from '../../text/function-words.js'
import type { Group } from './align.js'
import { sigmoid } from './log-odds.js'
import type { PronounceAll } from './sounding.js'

export interface RecognisedSpeech {
  words: Word[]
  pauses: Interval[]
  /** When the voice sets in; absent where nobody knows. */
  speechStartSec?: number
  /** When the voice falls silent for good. */
  speechEndSec: number
  /** How loud the file begins and ends; absent where nobody knows. */
  edges?: EdgeLevels
}

/**
 * What sounds at least so different was said differently. On 91 clips of neural voices, words that the recogniser mistook lay
 * at 0.45 and below, but for a few that no dictionary has; two words taken at random lie at 0.6 and above.
 */
export const UNLIKE = 0.5
/** The same for a written word whose sound is only guessed. */
const UNLIKE_GUESSED = 0.72
/** The same for letters that may be anything when they are read ("py", "v"). */
const UNLIKE_LETTERS = 0.9
const MOST_LETTERS = 3
/** How fast belief rises about that point. */
const UNLIKE_SPREAD = 0.05

const SKIPPED = 0.9
const ADDED = 0.9
/** Function words are mistaken, left out and put in by the recogniser in one case of two, at the least. */
const FUNCTION_WORD = 0.35
/** A word that is missing in the transcript though there is time for it was probably said. */
const THERE_IS_ROOM = 0.4
/** So much of its expected length makes room for a word. */
const ROOM_SHARE = 0.6
/** Shorter than any word that is said. */
const SHORTEST_ADDED_SEC = 0.08
const SURE_AT_EDGE = 0.6
/** A first word that lasts longer than so many times its length may hold one before it. */
const SLOW = 1.5

/** How sure it is, 0 to 1, that the voice and not the recogniser made each difference; `index` is that of a group. */
export function voiceToBlame(
  groups: readonly Group[],
  speech: RecognisedSpeech,
  pronounce: PronounceAll,
): (index: number) => number {
  const cutOff = cutOffGroups(groups, speech, pronounce)
  const spareSec = spareSecAround(speech, pronounce)
  return (index) => {
    const group = groups[index]
    const hasContent = [...group.written, ...group.recognised].some(isContentWord)
    const weak = hasContent || isAddedAtEdge(group, speech) ? 1 : FUNCTION_WORD
    if (group.written.length === 0) return ADDED * weak * sureness(group, speech)
    if (group.recognised.length === 0) {
      if (cutOff.has(index)) return SKIPPED
      const hasRoom = spareSec(group.recognisedFrom) > ROOM_SHARE * lengthSec(group.written, 0, pronounce)
      return SKIPPED * weak * (hasRoom ? THERE_IS_ROOM : 1)
    }
    return weak * sureness(group, speech) * beliefBySound(group, pronounce)
  }
}

/** How sure it is, by the sound alone, that words other than the written ones were said. */
export function beliefBySound(group: Group, pronounce: PronounceAll): number {
  return sigmoid((group.distance - unlikeFrom(group, pronounce)) / UNLIKE_SPREAD)
}

function unlikeFrom({ written }: Group, pronounce: PronounceAll): number {
  const guessed = written.filter((word) => !pronounce(word).known)
  if (guessed.length === 0) return UNLIKE
  return guessed.some((word) => word.length <= MOST_LETTERS) ? UNLIKE_LETTERS : UNLIKE_GUESSED
}

/** Half belief at least: a recogniser in doubt is more often wrong, but the voice may have mumbled. */
function sureness(group: Group, speech: RecognisedSpeech): number {
  return Math.min(1, 0.5 + meanConfidence(group, speech))
}

/** How sure the recogniser was of the recognised words of a group; 1 when there are none. */
export function meanConfidence({ recognisedFrom, recognisedTo }: Group, { words }: RecognisedSpeech): number {
  const confidences = words.slice(recognisedFrom, recognisedTo).map(({ confidence }) => confidence)
  if (confidences.length === 0) return 1
  return confidences.reduce((sum, confidence) => sum + confidence, 0) / confidences.length
}

function lengthSec(text: readonly string[], phrases: number, pronounce: PronounceAll): number {
  return typicalSec({ words: text.map((word) => pronounce(word).ways[0] ?? []), phrases })
}

/** How much more time the words on both sides of a place take than they need: a missing one may be among them. */
function spareSecAround(
  { words, pauses }: RecognisedSpeech,
  pronounce: PronounceAll,
): (recognisedFrom: number) => number {
  const known = new Map<number, number>()
  const measured = (recognisedFrom: number) => {
    const around = words.slice(Math.max(0, recognisedFrom - 1), recognisedFrom + 1)
    if (around.length < 2) return Number.NEGATIVE_INFINITY
    const [{ startSec }, { endSec }] = around
    const neededSec = lengthSec(
      around.map(({ text }) => bare(text)),
      0,
      pronounce,
    )
    return endSec - startSec - silentSec({ startSec, endSec }, pauses) - neededSec
  }
  return (recognisedFrom) => {
    const before = known.get(recognisedFrom)
    if (before !== undefined) return before
    const spareSec = measured(recognisedFrom)
    known.set(recognisedFrom, spareSec)
    return spareSec
  }
}

/**
 * Words before the first of the script or behind its last, of which the recogniser was sure and for which there is sound: in 176 clean
 * files it never put one there by itself, however small.
 */
export function isAddedAtEdge(group: Group, speech: RecognisedSpeech): boolean {
  const { written, recognised, recognisedFrom, recognisedTo } = group
  const { words } = speech
  if (written.length > 0 || recognised.length === 0) return false
  if (recognisedFrom > 0 && recognisedTo < words.length) return false
  const tookSec = words[recognisedTo - 1].endSec - words[recognisedFrom].startSec
  return tookSec >= SHORTEST_ADDED_SEC && meanConfidence(group, speech) >= SURE_AT_EDGE
}

/**
 * The missing words at either end of the script for which there is no sound: before the first word that was recognised or behind the
 * last there is nothing, so that no recogniser is to blame, however small the words.
 */
export function cutOffGroups(
  groups: readonly Group[],
  { words, speechStartSec, speechEndSec }: RecognisedSpeech,
  pronounce: PronounceAll,
): Set<number> {
  const first = words[0]
  const last = words[words.length - 1]
  if (!first || !last) return new Set()
  const isMissing = ({ recognised }: Group) => recognised.length === 0
  const atEnd = indicesOf(groups, (group) => isMissing(group) && group.recognisedFrom >= words.length)
  const atStart = indicesOf(groups, (group) => isMissing(group) && group.recognisedTo === 0)
  const neededSec = (indices: number[]) =>
    ROOM_SHARE *
    lengthSec(
      indices.flatMap((index) => groups[index].written),
      0,
      pronounce,
    )
  const lastSec = lengthSec([bare(last.text)], 1, pronounce)
  const behindSec = speechEndSec - Math.min(last.endSec, last.startSec + lastSec)
  const firstSec = lengthSec([bare(first.text)], 0, pronounce)
  const beforeSec = Math.max(first.startSec, first.endSec - SLOW * firstSec) - (speechStartSec ?? 0)
  return new Set([
    ...(behindSec < neededSec(atEnd) ? atEnd : []),
    ...(speechStartSec !== undefined && beforeSec < neededSec(atStart) ? atStart : []),
  ])
}

function indicesOf(groups: readonly Group[], isWanted: (group: Group) => boolean): number[] {
  return groups.flatMap((group, index) => (isWanted(group) ? [index] : []))
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^a-z']/g, '')
}
