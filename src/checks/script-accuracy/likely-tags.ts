// Directions said aloud, known without a script: by their words, by the silence around them, and by what follows them.
import type { Interval, Word } from '../../speech/heard.js'
import { silenceSec } from '../../speech/silence.js'
import { type DirectionKind, directionKind, MOST_DIRECTION_WORDS } from './direction-phrases.js'
import { takesNoObject } from './directions.js'
import { bare, clauseFrom, endsSentence, type FollowingClause } from './following-clause.js'
import type { MisheardDirections } from './misheard-directions.js'
import { type FoundTag, type Span, spokenAs } from './spoken-tags.js'

/** A silence of so much on a side of a direction sets it apart; after a comma flite leaves 0.15 s, after a sentence 0.3 s. */
const APART_SEC = 0.12
/** The same where the recogniser heard a comma. */
const BARELY_APART_SEC = 0.05
/** The same for a word that may well be part of the sentence. */
const FAR_APART_SEC = 0.25
/** The same where a story may go on ("Nervously, she opened the door."), if the file has no sentences to compare with, */
const STORY_APART_SEC = 0.4
/** and as a share of the silence between its sentences: a comma's is shorter. */
const AS_LONG = 0.85
const MOST_STORY_APART_SEC = 0.6
/** The same before a word that may end a sentence: "he came in, laughing." */
const APART_AT_END_SEC = 0.35

/** "Gently, please" is no direction. */
const FEWEST_OF_A_SENTENCE = 3

/** A silence behind a word that ends a sentence. */
interface SentenceEnd {
  index: number
  silenceSec: number
}

interface Speech {
  words: readonly Word[]
  pauses: readonly Interval[]
  sentenceEnds: readonly SentenceEnd[]
  misheard: MisheardDirections
}

/** Words that look like spoken directions when there is no script: alone, and no part of a sentence. */
export function likelyTags(
  words: readonly Word[],
  pauses: readonly Interval[],
  misheard: MisheardDirections,
): FoundTag[] {
  const sentenceEnds = words
    .slice(0, -1)
    .flatMap((word, index) =>
      endsSentence(word) ? [{ index, silenceSec: silenceSec(word, words[index + 1], pauses) }] : [],
    )
  const found: FoundTag[] = []
  for (let at = 0; at < words.length; ) {
    const span = likelyTagAt({ words, pauses, sentenceEnds, misheard }, at)
    if (span) {
      const spoken = spokenAs(words, span)
      const content = spoken.spokenWord.toLowerCase()
      found.push({ tag: `[${content}]`, content, ...spoken })
    }
    at = span?.to ?? at + 1
  }
  return found
}

function likelyTagAt(speech: Speech, at: number): Span | null {
  const { words, pauses, misheard } = speech
  const previous = words[at - 1]
  const beforeSec = previous ? silenceSec(previous, words[at], pauses) : Number.POSITIVE_INFINITY
  if (previous && beforeSec < (endsSentence(previous) ? APART_SEC : FAR_APART_SEC)) return null
  for (let count = Math.min(MOST_DIRECTION_WORDS, words.length - at); count > 0; count--) {
    const to = at + count
    const said = words.slice(at, to)
    const next = words[to]
    const isWholeFile = at === 0 && !next
    if (isWholeFile || said.slice(0, -1).some(endsSentence)) continue
    if (previous && !endsSentence(previous) && endsWhatWasBegun(said.at(-1)!, next, beforeSec)) continue
    const afterSec = next ? silenceSec(said.at(-1)!, next, pauses) : Number.POSITIVE_INFINITY
    const kind = kindOf(said, misheard, afterSec)
    if (kind === null) continue
    const storyApartSec = storyApart(speech, at, to - 1, beforeSec)
    if (afterSec >= neededSilenceSec(kind, said, clauseFrom(words, to, pauses), storyApartSec))
      return { from: at, to }
  }
  return null
}

/** The direction that some words are, or that they were heard for. */
function kindOf(said: readonly Word[], misheard: MisheardDirections, afterSec: number): DirectionKind | null {
  const meant = said.map(({ text }) => misheard.homophone(bare(text)))
  const kind = directionKind(meant)
  if (kind !== null) return kind
  // "Gently now" is no other direction misheard; "nervous sleeve" may be one.
  const first = directionKind(meant.slice(0, 1))
  const like = first === null || first === 'mood' ? misheard.like(said, afterSec >= APART_SEC) : null
  return like && directionKind(like)
}

/** The silence that sets a direction apart from a story: nearly what this voice leaves between its sentences elsewhere. */
function storyApart({ sentenceEnds }: Speech, first: number, last: number, beforeSec: number): number {
  const silences = sentenceEnds
    .filter(({ index }) => index !== last && index !== first - 1)
    .map((end) => end.silenceSec)
  if (first > 0) silences.push(beforeSec)
  if (silences.length === 0) return STORY_APART_SEC
  const median = silences.sort((one, other) => one - other)[silences.length >> 1]
  return Math.min(MOST_STORY_APART_SEC, Math.max(FAR_APART_SEC, AS_LONG * median))
}

/** Within a sentence: "he came in, laughing.", "he looks up, sighs, and leaves". */
function endsWhatWasBegun(last: Word, next: Word | undefined, beforeSec: number): boolean {
  if (next && !endsSentence(last)) return /^(and|or|but|then)$/.test(bare(next.text))
  return beforeSec < APART_AT_END_SEC
}

/** The silence that must follow for these words to be a direction; without end when they are none. */
function neededSilenceSec(
  kind: DirectionKind,
  said: readonly Word[],
  next: FollowingClause,
  storyApartSec: number,
): number {
  const last = said.at(-1)!.text
  const isStatement = /[.…]["'”’)]*$/.test(last)
  const isClosed = endsSentence(said.at(-1)!) || /[,:;-]["'”’)]*$/.test(last)
  const isQuestion = /\?/.test(last)
  const closedSec = isClosed ? BARELY_APART_SEC : APART_SEC
  const word = bare(said[0].text)
  switch (kind) {
    case 'act':
      return 0
    case 'event':
      return isClosed || (next.opensSentence && !next.attaches) ? 0 : APART_SEC
    case 'verb':
      if (isStatement) return 0
      if (next.attaches && !isClosed) return FAR_APART_SEC
      return next.opensSentence ? 0 : closedSec
    case 'noun':
      if (isStatement) return 0
      if (next.attaches && !isClosed) return said.length > 1 ? APART_SEC : FAR_APART_SEC
      return next.opensSentence || said.length > 1 ? 0 : closedSec
    case 'participle':
      if (isStatement) return next.isStory ? FAR_APART_SEC : 0
      if (next.attaches && !isClosed) return FAR_APART_SEC
      if (next.isStory) return storyApartSec
      return next.opensSentence ? 0 : isClosed ? BARELY_APART_SEC : FAR_APART_SEC
    case 'bare verb':
      if (isStatement) return APART_SEC
      if (/!/.test(last)) return Number.POSITIVE_INFINITY
      if (next.attaches && !isClosed) return FAR_APART_SEC
      if (isCommand(word)) return Number.POSITIVE_INFINITY
      if (next.opensWithActor || (next.opensSentence && takesNoObject(word))) return 0
      if (next.isStory) return storyApartSec
      return isClosed && next.opensSentence ? BARELY_APART_SEC : FAR_APART_SEC
    case 'manner':
      if (closesLetters(word) && next.signs) return Number.POSITIVE_INFINITY
      if (isStatement || /!/.test(last)) return next.isStory ? FAR_APART_SEC : 0
      if (next.mayBeModified && !isClosed) return FAR_APART_SEC
      if (next.isStory) return storyApartSec
      return isClosed || next.opensSentence || next.opensWithCommand ? 0 : APART_SEC
    case 'action manner':
      if (isStatement) return next.isStory ? FAR_APART_SEC : APART_SEC
      if (next.isStory) return storyApartSec
      return next.opensSentence && next.wordCount >= FEWEST_OF_A_SENTENCE ? 0 : FAR_APART_SEC
    case 'stance':
      return isStatement ? APART_SEC : Number.POSITIVE_INFINITY
    case 'mood':
      if (isStatement) return FAR_APART_SEC
      if (isQuestion || next.isStory) return Number.POSITIVE_INFINITY
      if (isCommand(word)) return FAR_APART_SEC
      if (next.opensWithArticle || (isClosed && next.opensWithSubject)) return 0
      return FAR_APART_SEC
  }
}

/** What people are told to do: "Smile, you are on camera", "Calm the baby." */
function isCommand(word: string): boolean {
  return /^(smile|nod|breathe|sing|clap|cheer|swallow|grin|wink|calm|warm|quiet|tender)$/.test(word)
}

function closesLetters(word: string): boolean {
  return /^(warmly|sincerely|lovingly|affectionately|gratefully|humbly)$/.test(word)
}
