// Where recognised and written words differ: neighbouring groups joined to one difference, weighed by what they say.
import type { Word } from '../../speech/speech-data.js'
import { isContentWord } from '../../text/function-words.js'
import type { Group } from './align.js'
import { matters } from './exact-words.js'
import type { FoundTag } from './spoken-tags.js'

export type DifferenceKind = 'missing' | 'added' | 'changed'

/**
 * What became of the words: said as written after all (the recogniser is to blame), said otherwise, missing, cut off inside the word,
 * added, or doubtful: a person should listen.
 */
export const verdicts = ['said', 'saidOtherwise', 'missing', 'cut', 'added', 'doubtful'] as const
export type Verdict = (typeof verdicts)[number]

export interface Difference {
  kind: DifferenceKind
  verdict: Verdict
  /** As the script has it; empty for what was added. */
  written: string
  /** As the recogniser wrote it; empty for what is missing. */
  heard: string
  timeSec: number
  endSec: number
  /** 0 to 1: how sure it is that the voice made the difference. */
  confidence: number
  cause: 'voice' | 'recogniser'
}

/** A difference with what it weighs: about the number of words of content that the voice got wrong. */
export interface WeighedDifference extends Difference {
  weight: number
  /** Words of the script, or added ones, that are wrong. */
  wordErrors: number
  /** It reaches to the end of the script, or goes on behind it. */
  atEnd: boolean
}

/** What sounds this much alike is the same word: homophones, names spelled otherwise, endings swallowed. */
export const SOUNDS_THE_SAME = 0.25
/** From this belief on, the voice is blamed for a difference. */
export const BLAMED = 0.5
/** From this belief on, somebody should listen. */
const DOUBTFUL_FROM = 0.2
/** So many words in a row that are missing or added are no slip of the recogniser. */
const TELLING_RUN_WORDS = 3
export const TELLING_RUN_CONFIDENCE = 0.97
/** Small words weigh less: to skip one is seldom noticed. */
const FUNCTION_WORD_WEIGHT = 0.35
/** A spoken tag or a repetition is a fault even if it is one small word. */
export const LEAST_WEIGHT_OF_A_FAULT = 0.8

export function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}

/** Of a written word that is longer, a key or an address, the beginning is shown. */
const LONGEST_SHOWN = 200

function shown(word: string): string {
  return word.length > LONGEST_SHOWN ? `${word.slice(0, LONGEST_SHOWN)}…` : word
}

export interface Run {
  kind: DifferenceKind
  /** Index of its first group. */
  from: number
  groups: Group[]
  blame: number[]
  tag: boolean
  /** The file begins or breaks off inside these words. */
  isCut: boolean
}

/** Neighbouring differences of one kind and one cause are one difference: a skipped sentence is one thing. */
export function runsOf(
  groups: readonly Group[],
  blame: readonly number[],
  tags: readonly FoundTag[],
  cut: ReadonlySet<number> = new Set(),
): Run[] {
  const runs: Run[] = []
  const inTag = new Set<number>()
  for (const { from, to } of tags) for (let at = from; at < to; at++) inTag.add(at)
  let open: Run | null = null
  for (const [index, group] of groups.entries()) {
    if (group.distance <= SOUNDS_THE_SAME && blame[index] < DOUBTFUL_FROM) {
      open = null
      continue
    }
    const isCut = cut.has(index)
    const kind = isCut ? 'missing' : kindOf(group)
    const tag = group.recognised.length > 0 && isAnyIn(inTag, group.recognisedFrom, group.recognisedTo)
    const goesOn =
      open !== null &&
      open.kind === kind &&
      open.tag === tag &&
      open.isCut === isCut &&
      (kind !== 'changed' || sameCause(open, blame[index]))
    if (open && goesOn) {
      open.groups.push(group)
      open.blame.push(blame[index])
    } else {
      open = { kind, from: index, groups: [group], blame: [blame[index]], tag, isCut }
      runs.push(open)
    }
  }
  return runs
}

export function isAnyIn(indices: ReadonlySet<number>, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (indices.has(at)) return true
  return false
}

function kindOf({ written, recognised }: Group): DifferenceKind {
  if (written.length === 0) return 'added'
  return recognised.length === 0 ? 'missing' : 'changed'
}

function sameCause({ blame }: Run, next: number): boolean {
  return blame[0] >= BLAMED === next >= BLAMED
}

export function spanOf({ groups }: Run) {
  const first = groups[0]
  const last = groups.at(-1)!
  return {
    writtenFrom: first.writtenFrom,
    writtenTo: last.writtenTo,
    recognisedFrom: first.recognisedFrom,
    recognisedTo: last.recognisedTo,
  }
}

export function weighed(
  run: Run,
  words: readonly Word[],
  written: readonly string[],
  all: readonly Group[],
): WeighedDifference {
  const { kind, groups, isCut } = run
  const { writtenFrom, writtenTo, recognisedFrom, recognisedTo } = spanOf(run)
  const said = groups.flatMap((group) => (kind === 'added' ? group.recognised : group.written))
  const wordErrors = groups.reduce(
    (sum, group) => sum + Math.max(group.written.length, group.recognised.length),
    0,
  )
  const isTelling =
    kind !== 'changed' && !isCut && said.length >= TELLING_RUN_WORDS && said.some(isContentWord)
  const blame = isTelling ? run.blame.map(() => TELLING_RUN_CONFIDENCE) : run.blame
  const confidence = blame.reduce((most, each) => Math.max(most, each), 0)
  const weight = groups.reduce(
    (sum, group, index) => sum + blame[index] * weightOf(kind === 'added' ? group.recognised : group.written),
    0,
  )
  const cause = confidence >= BLAMED ? 'voice' : 'recogniser'
  const isSaid = isCut && groups.some(({ recognised }) => recognised.length > 0)
  return {
    kind,
    verdict: isSmallDoubt(groups, confidence) ? 'said' : verdictOf(kind, confidence, isCut),
    written: kind === 'added' ? '' : written.slice(writtenFrom, writtenTo).map(shown).join(' '),
    heard: kind === 'missing' ? '' : textOf(words.slice(recognisedFrom, recognisedTo)),
    ...timesOf(isSaid ? 'changed' : kind, words, recognisedFrom, recognisedTo),
    confidence,
    cause,
    // Half a word is a fault even if it is a small one.
    weight: isCut ? Math.max(weight, LEAST_WEIGHT_OF_A_FAULT * confidence) : weight,
    wordErrors,
    atEnd: groups.at(-1) === all.at(-1),
  }
}

/** Of "a" for "the" nobody need be told unless it is sure. */
function isSmallDoubt(groups: readonly Group[], confidence: number): boolean {
  return (
    confidence < BLAMED &&
    !groups.some(({ written, recognised }) => written.some(matters) || recognised.some(matters))
  )
}

export function verdictOf(kind: DifferenceKind, confidence: number, isCut = false): Verdict {
  if (confidence < DOUBTFUL_FROM) return 'said'
  if (confidence < BLAMED) return 'doubtful'
  if (isCut) return 'cut'
  return kind === 'changed' ? 'saidOtherwise' : kind
}

export function weightOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (matters(word) ? 1 : FUNCTION_WORD_WEIGHT), 0)
}

/** The time of a missing word is the time between its neighbours. */
function timesOf(kind: DifferenceKind, words: readonly Word[], from: number, to: number) {
  if (kind !== 'missing') return { timeSec: words[from].startSec, endSec: words[to - 1].endSec }
  const beforeSec = words[from - 1]?.endSec ?? 0
  const afterSec = words[from]?.startSec ?? beforeSec
  return { timeSec: Math.min(beforeSec, afterSec), endSec: Math.max(beforeSec, afterSec) }
}
