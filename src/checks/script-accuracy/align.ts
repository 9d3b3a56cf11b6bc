// Script and transcript side by side: what agrees, and the places where they do not, word by word as it sounds.
import { compareTexts, type WordPair } from '../../text/word-errors.js'
import type { Work } from '../../text/work.js'
import { haveSameDigits } from './same-digits.js'
import { type PronounceAll, soundDistance } from './sounding.js'

/** One or a few words of the script and what the recogniser wrote for them; one side may be empty. */
export interface Group {
  /** Canonical words. */
  written: string[]
  recognised: string[]
  /** Written words `[writtenFrom, writtenTo)` of the script, recognised words `[recognisedFrom, recognisedTo)` of the transcript. */
  writtenFrom: number
  writtenTo: number
  recognisedFrom: number
  recognisedTo: number
  /** How differently both sides sound: 0 alike, 1 not at all or one of them missing. */
  distance: number
  /** One number on both sides, whose digits are grouped otherwise. */
  isSameNumber?: true
}

export interface Alignment {
  /** Every word of both sides, in order; those that agree have the distance 0. */
  groups: Group[]
  /** Words of the script in canonical form. */
  writtenWords: number
}

export function alignScript(
  scriptText: string,
  recognisedText: string,
  pronounce: PronounceAll,
  work?: Work,
): Alignment {
  const { pairs, referenceWords } = compareTexts(scriptText, recognisedText, work)
  const raw = { written: wordsOf(scriptText), recognised: wordsOf(recognisedText) }
  const ends = { written: raw.written.length, recognised: raw.recognised.length }
  const groups: Group[] = []
  for (let at = 0; at < pairs.length; ) {
    let end = at + 1
    if (agrees(pairs[at])) groups.push(agreeing(pairs[at], pairs[at + 1], ends))
    else {
      while (end < pairs.length && !agrees(pairs[end])) end++
      const stretch = bySound(pairs.slice(at, end), pairs[end], ends, pronounce, work)
      if (haveSameDigits(pairs, at, end, raw)) groups.push(asOne(stretch))
      else for (const group of stretch) groups.push(group)
    }
    at = end
  }
  return { groups, writtenWords: referenceWords }
}

interface Ends {
  written: number
  recognised: number
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

function asOne(groups: Group[]): Group {
  const last = groups.at(-1)!
  return {
    ...groups[0],
    written: groups.flatMap(({ written }) => written),
    recognised: groups.flatMap(({ recognised }) => recognised),
    writtenTo: last.writtenTo,
    recognisedTo: last.recognisedTo,
    distance: 0,
    isSameNumber: true,
  }
}

/** Compounds are shown with spaces: "wood cutters" agrees with "woodcutters". */
function agrees({ ref, recognised }: WordPair): boolean {
  return (
    ref !== undefined &&
    recognised !== undefined &&
    ref.replaceAll(' ', '') === recognised.replaceAll(' ', '')
  )
}

function agreeing(pair: WordPair, next: WordPair | undefined, ends: Ends): Group {
  const writtenTo = Math.max(pair.refIndex + 1, next?.refIndex ?? ends.written)
  const recognisedTo = Math.max(pair.recognisedIndex + 1, next?.recognisedIndex ?? ends.recognised)
  return {
    written: pair.ref!.split(' '),
    recognised: pair.recognised!.split(' '),
    writtenFrom: pair.refIndex,
    writtenTo,
    recognisedFrom: pair.recognisedIndex,
    recognisedTo,
    distance: 0,
  }
}

interface PlacedWord {
  word: string
  index: number
}

/** Most words of each side that are taken as one: "for an hour" as "foreign our". */
const MOST_IN_GROUP = 3
/** In a long passage that does not agree, words far apart by place are not for each other. */
const LONGEST_BY_SOUND = 24

/** Pairs the words of a stretch that does not agree by how they sound. */
function bySound(
  pairs: WordPair[],
  next: WordPair | undefined,
  ends: Ends,
  pronounce: PronounceAll,
  work: Work | undefined,
): Group[] {
  const written = pairs.flatMap(({ ref, refIndex }) => placedWords(ref, refIndex))
  const recognised = pairs.flatMap(({ recognised: word, recognisedIndex }) =>
    placedWords(word, recognisedIndex),
  )
  const after = {
    written: next?.refIndex ?? ends.written,
    recognised: next?.recognisedIndex ?? ends.recognised,
  }
  const steps =
    written.length > LONGEST_BY_SOUND || recognised.length > LONGEST_BY_SOUND
      ? pairs.map(({ ref, recognised: word }) => ({
          written: placedWords(ref, 0).length,
          recognised: placedWords(word, 0).length,
          distance: 1,
        }))
      : cheapestSteps(written, recognised, pronounce, work)
  let i = 0
  let j = 0
  return steps.map((step) => {
    const group = {
      written: written.slice(i, i + step.written).map(({ word }) => word),
      recognised: recognised.slice(j, j + step.recognised).map(({ word }) => word),
      writtenFrom: written[i]?.index ?? after.written,
      writtenTo: 0,
      recognisedFrom: recognised[j]?.index ?? after.recognised,
      recognisedTo: 0,
      distance: step.distance,
    }
    i += step.written
    j += step.recognised
    // A number is one written word and many spoken ones, which may end up in several groups.
    const lastWritten = step.written > 0 ? written[i - 1].index + 1 : group.writtenFrom
    const lastRecognised = step.recognised > 0 ? recognised[j - 1].index + 1 : group.recognisedFrom
    return { ...group, writtenTo: lastWritten, recognisedTo: lastRecognised }
  })
}

function placedWords(words: string | undefined, index: number): PlacedWord[] {
  return words === undefined ? [] : words.split(' ').map((word) => ({ word, index }))
}

interface Step {
  written: number
  recognised: number
  distance: number
}

/** A pair that does not sound alike at all costs a little less than one word left out and one put in. */
const UNLIKE_PAIR = 0.95

function cheapestSteps(
  written: PlacedWord[],
  recognised: PlacedWord[],
  pronounce: PronounceAll,
  work: Work | undefined,
): Step[] {
  const columns = recognised.length + 1
  const writtenWords = written.map(({ word }) => word)
  const recognisedWords = recognised.map(({ word }) => word)
  const costs = new Float64Array((written.length + 1) * columns).fill(Number.POSITIVE_INFINITY)
  const last = new Array<Step | undefined>(costs.length)
  costs[0] = 0
  for (let i = 0; i <= written.length; i++) {
    for (let j = 0; j <= recognised.length; j++) {
      const from = costs[i * columns + j]
      for (let a = 0; a <= MOST_IN_GROUP && i + a <= written.length; a++) {
        for (let b = 0; b <= MOST_IN_GROUP && j + b <= recognised.length; b++) {
          if (a + b === 0 || (a === 0 && b > 1) || (b === 0 && a > 1)) continue
          // Unlike words are for each other one by one only: else any two passages would be one change.
          const most = a + b <= 2 ? 1 : Math.min(a, b) > 1 ? ALIKE_ENOUGH_TO_JOIN_MANY : ALIKE_ENOUGH_TO_JOIN
          const distance =
            a === 0 || b === 0
              ? 1
              : soundDistance(
                  writtenWords.slice(i, i + a),
                  recognisedWords.slice(j, j + b),
                  pronounce,
                  work,
                  most,
                )
          if (distance > most) continue
          const cost = from + (a === 0 || b === 0 ? 1 : (a + b) * distance * UNLIKE_PAIR)
          const to = (i + a) * columns + j + b
          if (cost < costs[to]) {
            costs[to] = cost
            last[to] = { written: a, recognised: b, distance }
          }
        }
      }
    }
  }
  const steps: Step[] = []
  let i = written.length
  let j = recognised.length
  while (i > 0 || j > 0) {
    const step = last[i * columns + j]!
    steps.push(step)
    i -= step.written
    j -= step.recognised
  }
  return steps.reverse()
}

/** One word recognised as several, or several as one. */
const ALIKE_ENOUGH_TO_JOIN = 0.45
/** Several recognised as several others: else a changed word hides behind its neighbour. */
const ALIKE_ENOUGH_TO_JOIN_MANY = 0.3
