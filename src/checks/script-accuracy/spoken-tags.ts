// Directions that were said instead of followed.
import type { Word } from '../../speech/speech-data.js'
import { isContentWord } from '../../text/function-words.js'
import { normaliseWords } from '../../text/normalise.js'
import type { Work } from '../../text/work.js'
import type { Group } from './align.js'
import type { ScriptTag } from './script.js'
import { type PronounceAll, soundDistance } from './sounding.js'

export interface SpokenTag {
  /** As written. */
  tag: string
  content: string
  /** As recognised. */
  spokenWord: string
  timeSec: number
  endSec: number
}

export interface FoundTag extends SpokenTag {
  /** Recognised words `[from, to)`. */
  from: number
  to: number
}

/** Words that sound so much alike are the same word, misrecognised or inflected. */
const SAME_WORD = 0.4
/** Where only about as many words were added as the direction has, they need only sound a little like it. */
const MISRECOGNISED_WORD = 0.6
/** What was recognised so nearly as written belongs to the script and not to a tag. */
const AGREES = 0.3
/** The share of a direction's telling words that must be said. "in a warm, friendly voice" may be recognised with one word off. */
const SHARE_SAID = 0.5

/** More words than this of one tag are not looked for: a note that long is said if its beginning is. */
const MOST_WORDS_LOOKED_FOR = 100
/** A longer direction that is said is known by its words; only a short one may be misrecognised altogether. */
const MOST_WORDS_MISRECOGNISED = 12

/** The tags of the script whose content is said where they stand. */
export function spokenTags(
  tags: readonly ScriptTag[],
  groups: readonly Group[],
  words: readonly Word[],
  pronounce: PronounceAll,
  work?: Work,
): FoundTag[] {
  const found: FoundTag[] = []
  if (tags.length === 0) return found
  const placeOf = placesOf(tags, groups, words.length)
  const transcript = words.map(({ text }) => normaliseWords(text))
  const alike = cachedDistance(pronounce, work)
  /** Tags that stand together and say the same are looked for once. */
  const inVain = new Set<string>()
  let taken = 0
  for (const tag of tags) {
    const place = placeOf(tag)
    const from = Math.max(place.from, taken)
    const key = `${from} ${place.to} ${place.onlyAdded} ${tag.content}`
    if (inVain.has(key)) continue
    const wanted = wordsOf(tag.content)
    work?.spend(STEPS_PER_WORD * (wanted.length + 1) * Math.max(1, place.to - from))
    const said =
      saidWithin(wanted, transcript, from, place.to, alike) ??
      (place.onlyAdded ? misrecognisedWithin(wanted, transcript, from, place.to, alike) : null)
    if (!said) {
      inVain.add(key)
      continue
    }
    found.push({ tag: tag.tag, content: tag.content, ...spokenAs(words, said) })
    taken = said.to
  }
  return found
}

/** What it takes to look whether a recognised word is one of a tag, in steps. */
const STEPS_PER_WORD = 20

/** Letters of a tag that are read: as many words as are looked for have fewer. */
const MOST_LETTERS_READ = 2000

function wordsOf(content: string): string[] {
  return normaliseWords(content.slice(0, MOST_LETTERS_READ)).slice(0, MOST_WORDS_LOOKED_FOR)
}

type Alike = (one: readonly string[], other: readonly string[]) => number

/** A transcript has the same words over and over, and so have directions. */
function cachedDistance(pronounce: PronounceAll, work: Work | undefined): Alike {
  const known = new Map<string, number>()
  return (one, other) => {
    const key = `${one.join(' ')}|${other.join(' ')}`
    const before = known.get(key)
    if (before !== undefined) return before
    const distance = soundDistance(one, other, pronounce, work)
    known.set(key, distance)
    return distance
  }
}

export interface Span {
  from: number
  to: number
}

/** A span of the transcript as a tag says it. */
export function spokenAs(words: readonly Word[], { from, to }: Span) {
  const spokenWord = words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  return { spokenWord, timeSec: words[from].startSec, endSec: words[to - 1].endSec, from, to }
}

interface Place extends Span {
  /** All words of the script around the tag are recognised: what lies here was put in. */
  onlyAdded: boolean
}

/** Recognised words between the last one that agrees with the script before a tag and the first one after it. */
function placesOf(
  tags: readonly ScriptTag[],
  groups: readonly Group[],
  recognisedCount: number,
): (tag: ScriptTag) => Place {
  const agreeing = groups.filter(
    ({ written, recognised, distance }) => written.length > 0 && recognised.length > 0 && distance <= AGREES,
  )
  const words = tags.reduce((most, { wordIndex }) => Math.max(most, wordIndex), 0)
  const last = agreeing.reduce((most, { writtenTo }) => Math.max(most, writtenTo), words)
  /** For each written word, how far script and transcript agree before it, and from where on behind it. */
  const before = { recognised: new Float64Array(last + 1), written: new Float64Array(last + 1) }
  const behind = {
    recognised: new Float64Array(last + 1).fill(recognisedCount),
    written: new Float64Array(last + 1).fill(Number.POSITIVE_INFINITY),
  }
  for (const { writtenFrom, writtenTo, recognisedFrom, recognisedTo } of agreeing) {
    before.recognised[writtenTo] = Math.max(before.recognised[writtenTo], recognisedTo)
    before.written[writtenTo] = writtenTo
    behind.recognised[writtenFrom] = Math.min(behind.recognised[writtenFrom], recognisedFrom)
    behind.written[writtenFrom] = writtenFrom
  }
  for (let at = 1; at <= last; at++) {
    before.recognised[at] = Math.max(before.recognised[at], before.recognised[at - 1])
    before.written[at] = Math.max(before.written[at], before.written[at - 1])
  }
  for (let at = last - 1; at >= 0; at--) {
    behind.recognised[at] = Math.min(behind.recognised[at], behind.recognised[at + 1])
    behind.written[at] = Math.min(behind.written[at], behind.written[at + 1])
  }
  return ({ wordIndex }) => ({
    from: before.recognised[wordIndex],
    to: behind.recognised[wordIndex],
    onlyAdded: behind.written[wordIndex] <= before.written[wordIndex],
  })
}

/** Added words, about as many as the direction has, that sound a little like it: "claws" for "pause". */
function misrecognisedWithin(
  wanted: string[],
  transcript: readonly string[][],
  from: number,
  to: number,
  alike: Alike,
): Span | null {
  if (to - from > wanted.length + 1 + MOST_HESITATIONS) return null
  const said = transcript.slice(from, to).flat()
  if (said.length === 0 || said.length > wanted.length + 1) return null
  return alike(wanted, said) <= MISRECOGNISED_WORD ? { from, to } : null
}

/** Recognised words that have no canonical form; with more of them among as many words as a direction has, nothing can be told. */
const MOST_HESITATIONS = 20

/** The words within a span of the transcript that say a direction, if most of it is said. */
function saidWithin(
  wanted: string[],
  transcript: readonly string[][],
  from: number,
  to: number,
  alike: Alike,
): Span | null {
  const telling = wanted.filter(isContentWord)
  const needed = telling.length > 0 ? telling : wanted
  if (needed.length === 0 || from >= to) return null
  const recognised = transcript.slice(from, to)
  const places = needed.map((word) => recognised.findIndex((said) => isSameWord(word, said, alike)))
  const hits = places.filter((place) => place >= 0)
  if (hits.length === 0 || hits.length < needed.length * SHARE_SAID)
    return wanted.length > MOST_WORDS_MISRECOGNISED ? null : wholeWithin(wanted, recognised, from, alike)
  const first = Math.min(...hits)
  const last = Math.max(...hits)
  const own = new Set(wanted)
  // Small words of the direction around those that were found: "in a warm voice".
  const isPart = (at: number) =>
    at >= 0 &&
    at < recognised.length &&
    recognised[at].length > 0 &&
    recognised[at].every((word) => own.has(word))
  let start = first
  while (isPart(start - 1)) start--
  let end = last + 1
  while (isPart(end)) end++
  return { from: from + start, to: from + end }
}

/** A direction recognised as other words altogether: "clears throat" as "clear stroke". */
function wholeWithin(
  wanted: string[],
  recognised: readonly string[][],
  from: number,
  alike: Alike,
): Span | null {
  for (let start = 0; start < recognised.length; start++) {
    for (let end = start + 1; end <= Math.min(recognised.length, start + wanted.length + 1); end++) {
      const said = recognised.slice(start, end).flat()
      if (said.length > 0 && alike(wanted, said) <= SAME_WORD) return { from: from + start, to: from + end }
    }
  }
  return null
}

const SHORTEST_STEM = 4
const LONGEST_ENDING = 4

function isSameWord(wanted: string, said: string[], alike: Alike): boolean {
  if (said.length === 0) return false
  if (said.some((word) => word === wanted || haveOneStem(word, wanted))) return true
  return alike([wanted], said) <= SAME_WORD
}

/** "laughs" and "laughing", "whisper" and "whispers": the same beginning and short endings. */
function haveOneStem(one: string, other: string): boolean {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const stem = Math.min(SHORTEST_STEM, Math.min(one.length, other.length))
  return same >= Math.max(3, stem) && Math.max(one.length, other.length) - same <= LONGEST_ENDING
}
