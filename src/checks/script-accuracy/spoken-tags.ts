// Directions that were said instead of followed.
import type { Word } from '../../speech/heard.js'
import { isContentWord } from '../../text/function-words.js'
import { normaliseWords } from '../../text/normalise.js'
import type { Group } from './align.js'
import type { ScriptTag } from './script.js'
import { type PronounceAll, soundDistance } from './sounding.js'

export interface SpokenTag {
  /** As written. */
  tag: string
  content: string
  /** As heard. */
  spokenWord: string
  timeSec: number
  endSec: number
}

export interface FoundTag extends SpokenTag {
  /** Heard words `[from, to)`. */
  from: number
  to: number
}

/** Words that sound so alike are the same word, misheard or inflected. */
const SAME_WORD = 0.4
/** Where nothing but one direction's worth of words was added, they need only be a little like it. */
const MISHEARD_WORD = 0.6
/** What was heard and written so much alike belongs to the script and not to a tag. */
const AGREES = 0.3
/** The share of a direction's telling words that must be said. "in a warm, friendly voice" may be heard with one word off. */
const SHARE_SAID = 0.5

/** The tags of the script whose content is said where they stand. */
export function spokenTags(
  tags: readonly ScriptTag[],
  groups: readonly Group[],
  words: readonly Word[],
  pronounce: PronounceAll,
): FoundTag[] {
  const found: FoundTag[] = []
  let taken = 0
  for (const tag of tags) {
    const place = placeOf(tag, groups, words.length)
    const from = Math.max(place.from, taken)
    const said =
      saidWithin(tag.content, words, from, place.to, pronounce) ??
      (place.onlyAdded ? misheardWithin(tag.content, words, from, place.to, pronounce) : null)
    if (!said) continue
    found.push({ tag: tag.tag, content: tag.content, ...spokenAs(words, said) })
    taken = said.to
  }
  return found
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
  /** All words of the script around the tag are heard: what lies here was put in. */
  onlyAdded: boolean
}

/** Heard words between the last one that agrees with the script before the tag and the first one after it. */
function placeOf({ wordIndex }: ScriptTag, groups: readonly Group[], heardCount: number): Place {
  let from = 0
  let to = heardCount
  let writtenFrom = 0
  let writtenTo = Number.POSITIVE_INFINITY
  for (const group of groups) {
    const agrees = group.written.length > 0 && group.heard.length > 0 && group.distance <= AGREES
    if (!agrees) continue
    if (group.writtenTo <= wordIndex) {
      from = Math.max(from, group.heardTo)
      writtenFrom = Math.max(writtenFrom, group.writtenTo)
    } else if (group.writtenFrom >= wordIndex) {
      to = Math.min(to, group.heardFrom)
      writtenTo = Math.min(writtenTo, group.writtenFrom)
    }
  }
  return { from, to, onlyAdded: writtenTo <= writtenFrom }
}

/** Added words, about as many as the direction has, that sound a little like it: "claws" for "pause". */
function misheardWithin(
  content: string,
  words: readonly Word[],
  from: number,
  to: number,
  pronounce: PronounceAll,
): Span | null {
  const wanted = normaliseWords(content)
  const said = words.slice(from, to).flatMap(({ text }) => normaliseWords(text))
  if (said.length === 0 || said.length > wanted.length + 1) return null
  return soundDistance(wanted, said, pronounce) <= MISHEARD_WORD ? { from, to } : null
}

/** The words within a span of the transcript that say a direction, if most of it is said. */
function saidWithin(
  content: string,
  words: readonly Word[],
  from: number,
  to: number,
  pronounce: PronounceAll,
): Span | null {
  const wanted = normaliseWords(content)
  const telling = wanted.filter(isContentWord)
  const needed = telling.length > 0 ? telling : wanted
  if (needed.length === 0 || from >= to) return null
  const heard = words.slice(from, to).map(({ text }) => normaliseWords(text))
  const places = needed.map((word) => heard.findIndex((said) => isSameWord(word, said, pronounce)))
  const hits = places.filter((place) => place >= 0)
  if (hits.length === 0 || hits.length < needed.length * SHARE_SAID)
    return wholeWithin(wanted, heard, from, pronounce)
  const first = Math.min(...hits)
  const last = Math.max(...hits)
  // Small words of the direction around those that were found: "in a warm voice".
  const isPart = (at: number) =>
    at >= 0 && at < heard.length && heard[at].length > 0 && heard[at].every((word) => wanted.includes(word))
  let start = first
  while (isPart(start - 1)) start--
  let end = last + 1
  while (isPart(end)) end++
  return { from: from + start, to: from + end }
}

/** A direction heard as other words altogether: "clears throat" as "clear stroke". */
function wholeWithin(
  wanted: string[],
  heard: string[][],
  from: number,
  pronounce: PronounceAll,
): Span | null {
  for (let start = 0; start < heard.length; start++) {
    for (let end = start + 1; end <= Math.min(heard.length, start + wanted.length + 1); end++) {
      const said = heard.slice(start, end).flat()
      if (said.length > 0 && soundDistance(wanted, said, pronounce) <= SAME_WORD)
        return { from: from + start, to: from + end }
    }
  }
  return null
}

const SHORTEST_STEM = 4
const LONGEST_ENDING = 4

function isSameWord(wanted: string, said: string[], pronounce: PronounceAll): boolean {
  if (said.length === 0) return false
  if (said.some((word) => word === wanted || haveOneStem(word, wanted))) return true
  return soundDistance([wanted], said, pronounce) <= SAME_WORD
}

/** "laughs" and "laughing", "whisper" and "whispers": the same beginning and short endings. */
function haveOneStem(one: string, other: string): boolean {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const stem = Math.min(SHORTEST_STEM, Math.min(one.length, other.length))
  return same >= Math.max(3, stem) && Math.max(one.length, other.length) - same <= LONGEST_ENDING
}
