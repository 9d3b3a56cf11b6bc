// Directions said aloud, known without a script: by their words, by the silence around them, and by what follows them.

import { silenceSec } from '../../speech/silence.js'
import type { Interval, Word } from '../../speech/speech-data.js'
import { type DirectionKind, directionKind, MOST_DIRECTION_WORDS } from './direction-phrases.js'
import { isMood } from './directions.js'
import { bare, clauseFrom, endsSentence } from './following-clause.js'
import type { MisrecognisedDirections } from './misrecognised-directions.js'
import { APART_SEC, FAR_APART_SEC, FEWEST_OF_A_SENTENCE, neededSilenceSec } from './needed-silence.js'
import { mayGoOn } from './preceding-clause.js'
import { type FoundTag, type Span, spokenAs } from './spoken-tags.js'

/** The silence that sets a direction apart from a story ("Nervously, she opened the door."), if there are no sentences to compare, */
const STORY_APART_SEC = 0.4
/** and as a share of the silence between its sentences: a comma's is half of it or less. */
const AS_LONG = 0.75
const MOST_STORY_APART_SEC = 0.6
/** The same before a word that may end a sentence: "he came in, laughing." */
const APART_AT_END_SEC = 0.35
/** The same before a word in the midst of one: "the boy, laughing, ran off." */
const APART_IN_MIDST_SEC = 0.6

/** What the recogniser said about words that may have been a direction: which one they were, or null for none. */
export interface AskedDirection extends Span {
  meant: string[] | null
}

/** A silence behind a word that ends a sentence. */
interface SentenceEnd {
  index: number
  silenceSec: number
}

export interface Speech {
  words: readonly Word[]
  pauses: readonly Interval[]
  sentenceEnds: readonly SentenceEnd[]
  /** Other directions are said aloud in it. */
  saysDirections: boolean
}

export function speechOf(words: readonly Word[], pauses: readonly Interval[]): Speech {
  const sentenceEnds = words
    .slice(0, -1)
    .flatMap((word, index) =>
      endsSentence(word) ? [{ index, silenceSec: silenceSec(word, words[index + 1], pauses) }] : [],
    )
  return { words, pauses, sentenceEnds, saysDirections: false }
}

/**
 * Words that look like spoken directions when there is no script: alone, and no part of a sentence. Where the recogniser was
 * not asked, those that it was unsure of are judged by their sound alone.
 */
export function likelyTags(
  words: readonly Word[],
  pauses: readonly Interval[],
  misrecognised: MisrecognisedDirections,
  asked: readonly AskedDirection[] = [],
): FoundTag[] {
  const speech = speechOf(words, pauses)
  const found = tagsIn(speech, misrecognised, asked)
  // A voice that reads one direction aloud reads the next one, too.
  return found.length > 0 ? tagsIn({ ...speech, saysDirections: true }, misrecognised, asked) : []
}

function tagsIn(
  speech: Speech,
  misrecognised: MisrecognisedDirections,
  asked: readonly AskedDirection[],
): FoundTag[] {
  const { words } = speech
  const found: FoundTag[] = []
  for (let at = 0; at < words.length; ) {
    const span = likelyTagAt(speech, at, misrecognised, asked)
    if (span) {
      const spoken = spokenAs(words, span)
      const content = spoken.spokenWord.toLowerCase()
      found.push({ tag: `[${content}]`, content, ...spoken })
    }
    at = span?.to ?? at + 1
  }
  return found
}

function likelyTagAt(
  speech: Speech,
  from: number,
  misrecognised: MisrecognisedDirections,
  asked: readonly AskedDirection[],
): Span | null {
  const { words, pauses } = speech
  if (from > 0 && afterSec(words, from, pauses) < APART_SEC) return null
  for (let count = Math.min(MOST_DIRECTION_WORDS, words.length - from); count > 0; count--) {
    const span = { from, to: from + count }
    const said = words.slice(from, span.to)
    const answer = asked.find((one) => one.from === from && (one.meant === null || one.to === span.to))
    const bySound = answer ? null : misrecognised
    const kind = answer?.meant
      ? directionKind(answer.meant)
      : kindOf(said, misrecognised, bySound, afterSec(words, span.to, pauses))
    if (kind !== null && standsApart(speech, span, kind)) return span
  }
  return null
}

/** The direction that some words are, or that was surely misrecognised as these words. */
function kindOf(
  said: readonly Word[],
  misrecognised: MisrecognisedDirections,
  bySound: MisrecognisedDirections | null,
  behindSec: number,
): DirectionKind | null {
  const meant = said.map(({ text }) => misrecognised.homophone(bare(text)))
  const kind = directionKind(meant)
  if (kind !== null) return kind
  // "Gently now" is no other direction misrecognised; "nervous sleeve" may be one.
  const first = directionKind(meant.slice(0, 1))
  if (!bySound || (first !== null && first !== 'mood')) return null
  const like = bySound.like(said, behindSec >= APART_SEC)
  return like && directionKind(like)
}

/** Whether words of this kind stand by themselves, so that they are a direction and no part of a sentence. */
export function standsApart(speech: Speech, { from, to }: Span, kind: DirectionKind): boolean {
  const { words, pauses } = speech
  const previous = words[from - 1]
  const said = words.slice(from, to)
  const last = said.at(-1)!
  const next = words[to]
  if (said.slice(0, -1).some(endsSentence) || (!previous && !next)) return false
  const beforeSec = previous ? silenceSec(previous, words[from], pauses) : Number.POSITIVE_INFINITY
  const behindSec = afterSec(words, to, pauses)
  const clause = clauseFrom(words, to, pauses)
  if (previous) {
    const isNewSentence = endsSentence(previous)
    if (beforeSec < (isNewSentence ? APART_SEC : FAR_APART_SEC)) return false
    if (!isNewSentence) {
      const isLast = !next || endsSentence(last) || clause.wordCount < FEWEST_OF_A_SENTENCE
      if (isLast && beforeSec < APART_AT_END_SEC && mayGoOn(kind, words, from, pauses)) return false
      if (!isLast && behindSec < FAR_APART_SEC && /^(and|or|but|then)$/.test(bare(next.text))) return false
      // "She was tired, sad, alone."
      if (kind === 'mood' && isMood(bare(previous.text))) return false
      if (!isLast && clause.attaches && beforeSec < APART_IN_MIDST_SEC) return false
    }
  }
  const storyApartSec = storyApart(speech, from, to - 1, beforeSec)
  return behindSec >= neededSilenceSec(kind, said, clause, storyApartSec)
}

function afterSec(words: readonly Word[], to: number, pauses: readonly Interval[]): number {
  return words[to] ? silenceSec(words[to - 1], words[to], pauses) : Number.POSITIVE_INFINITY
}

/** The silence that sets a direction apart from a story: nearly what this voice leaves between its sentences elsewhere. */
function storyApart(
  { sentenceEnds, saysDirections }: Speech,
  first: number,
  last: number,
  beforeSec: number,
): number {
  if (saysDirections) return APART_SEC
  const silences = sentenceEnds
    .filter(({ index }) => index !== last && index !== first - 1)
    .map((end) => end.silenceSec)
  if (first > 0) silences.push(beforeSec)
  if (silences.length === 0) return STORY_APART_SEC
  const median = silences.sort((one, other) => one - other)[silences.length >> 1]
  return Math.min(MOST_STORY_APART_SEC, Math.max(FAR_APART_SEC, AS_LONG * median))
}
