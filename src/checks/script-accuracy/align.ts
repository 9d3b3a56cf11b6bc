// Script and transcript side by side: what agrees, and the places where they do not, word by word as it sounds.
import { compareTexts, type WordPair } from '../../text/word-errors.js'
import type { Work } from '../../text/work.js'
import { haveSameDigits } from './same-digits.js'
import { type PronounceAll, soundDistance } from './sounding.js'

/** One or a few words of the script and what was heard for them; one side may be empty. */
export interface Group {
  /** Canonical words. */
  written: string[]
  heard: string[]
  /** Written words `[writtenFrom, writtenTo)` of the script, heard words `[heardFrom, heardTo)` of the transcript. */
  writtenFrom: number
  writtenTo: number
  heardFrom: number
  heardTo: number
  /** How differently both sides sound: 0 alike, 1 not at all or one of them missing. */
  distance: number
}

export interface Alignment {
  /** Every word of both sides, in order; those that agree have the distance 0. */
  groups: Group[]
  /** Words of the script in canonical form. */
  writtenWords: number
}

export function alignScript(
  scriptText: string,
  heardText: string,
  pronounce: PronounceAll,
  work?: Work,
): Alignment {
  const { pairs, referenceWords } = compareTexts(scriptText, heardText, work)
  const raw = { written: wordsOf(scriptText), heard: wordsOf(heardText) }
  const ends = { written: raw.written.length, heard: raw.heard.length }
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
  heard: number
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

function asOne(groups: Group[]): Group {
  const last = groups.at(-1)!
  return {
    ...groups[0],
    written: groups.flatMap(({ written }) => written),
    heard: groups.flatMap(({ heard }) => heard),
    writtenTo: last.writtenTo,
    heardTo: last.heardTo,
    distance: 0,
  }
}

/** Compounds are shown with spaces: "wood cutters" agrees with "woodcutters". */
function agrees({ ref, heard }: WordPair): boolean {
  return ref !== undefined && heard !== undefined && ref.replaceAll(' ', '') === heard.replaceAll(' ', '')
}

function agreeing(pair: WordPair, next: WordPair | undefined, ends: Ends): Group {
  const writtenTo = Math.max(pair.refIndex + 1, next?.refIndex ?? ends.written)
  const heardTo = Math.max(pair.heardIndex + 1, next?.heardIndex ?? ends.heard)
  return {
    written: pair.ref!.split(' '),
    heard: pair.heard!.split(' '),
    writtenFrom: pair.refIndex,
    writtenTo,
    heardFrom: pair.heardIndex,
    heardTo,
    distance: 0,
  }
}

interface PlacedWord {
  word: string
  index: number
}

/** Most words of each side that are heard as one: "for an hour" as "foreign our". */
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
  const heard = pairs.flatMap(({ heard: word, heardIndex }) => placedWords(word, heardIndex))
  const after = { written: next?.refIndex ?? ends.written, heard: next?.heardIndex ?? ends.heard }
  const steps =
    written.length > LONGEST_BY_SOUND || heard.length > LONGEST_BY_SOUND
      ? pairs.map(({ ref, heard: word }) => ({
          written: placedWords(ref, 0).length,
          heard: placedWords(word, 0).length,
          distance: 1,
        }))
      : cheapestSteps(written, heard, pronounce, work)
  let i = 0
  let j = 0
  return steps.map((step) => {
    const group = {
      written: written.slice(i, i + step.written).map(({ word }) => word),
      heard: heard.slice(j, j + step.heard).map(({ word }) => word),
      writtenFrom: written[i]?.index ?? after.written,
      writtenTo: 0,
      heardFrom: heard[j]?.index ?? after.heard,
      heardTo: 0,
      distance: step.distance,
    }
    i += step.written
    j += step.heard
    // A number is one written word and many spoken ones, which may end up in several groups.
    const lastWritten = step.written > 0 ? written[i - 1].index + 1 : group.writtenFrom
    const lastHeard = step.heard > 0 ? heard[j - 1].index + 1 : group.heardFrom
    return { ...group, writtenTo: lastWritten, heardTo: lastHeard }
  })
}

function placedWords(words: string | undefined, index: number): PlacedWord[] {
  return words === undefined ? [] : words.split(' ').map((word) => ({ word, index }))
}

interface Step {
  written: number
  heard: number
  distance: number
}

/** A pair that does not sound alike at all costs a little less than one word left out and one put in. */
const UNLIKE_PAIR = 0.95

function cheapestSteps(
  written: PlacedWord[],
  heard: PlacedWord[],
  pronounce: PronounceAll,
  work: Work | undefined,
): Step[] {
  const columns = heard.length + 1
  const writtenWords = written.map(({ word }) => word)
  const heardWords = heard.map(({ word }) => word)
  const costs = new Float64Array((written.length + 1) * columns).fill(Number.POSITIVE_INFINITY)
  const last = new Array<Step | undefined>(costs.length)
  costs[0] = 0
  for (let i = 0; i <= written.length; i++) {
    for (let j = 0; j <= heard.length; j++) {
      const from = costs[i * columns + j]
      for (let a = 0; a <= MOST_IN_GROUP && i + a <= written.length; a++) {
        for (let b = 0; b <= MOST_IN_GROUP && j + b <= heard.length; b++) {
          if (a + b === 0 || (a === 0 && b > 1) || (b === 0 && a > 1)) continue
          // Unlike words are for each other one by one only: else any two passages would be one change.
          const most = a + b <= 2 ? 1 : Math.min(a, b) > 1 ? ALIKE_ENOUGH_TO_JOIN_MANY : ALIKE_ENOUGH_TO_JOIN
          const distance =
            a === 0 || b === 0
              ? 1
              : soundDistance(writtenWords.slice(i, i + a), heardWords.slice(j, j + b), pronounce, work, most)
          if (distance > most) continue
          const cost = from + (a === 0 || b === 0 ? 1 : (a + b) * distance * UNLIKE_PAIR)
          const to = (i + a) * columns + j + b
          if (cost < costs[to]) {
            costs[to] = cost
            last[to] = { written: a, heard: b, distance }
          }
        }
      }
    }
  }
  const steps: Step[] = []
  let i = written.length
  let j = heard.length
  while (i > 0 || j > 0) {
    const step = last[i * columns + j]!
    steps.push(step)
    i -= step.written
    j -= step.heard
  }
  return steps.reverse()
}

/** One word heard as several, or several as one. */
const ALIKE_ENOUGH_TO_JOIN = 0.45
/** Several heard as several: else a changed word hides behind its neighbour. */
const ALIKE_ENOUGH_TO_JOIN_MANY = 0.3
