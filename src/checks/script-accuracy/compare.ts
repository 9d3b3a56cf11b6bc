// What a file says against its script: differences with their evidence, tags that were spoken, repetitions, the end.
import type { Word } from '../../speech/heard.js'
import { isContentWord } from '../../text/function-words.js'
import { normaliseWords } from '../../text/normalise.js'
import { alignScript, type Group } from './align.js'
import { beliefBySound, type Heard, voiceToBlame } from './evidence.js'
import { mustBeExact } from './exact-words.js'
import { likelyTags } from './likely-tags.js'
import { type Region, regionsOf } from './regions.js'
import {
  canonicalWords,
  likelyRepetitions,
  type Repetition,
  repeatedRun,
  repetitionOf,
} from './repetitions.js'
import { readScript } from './script.js'
import { type AskAgain, blameAfterAsking } from './second-hearing.js'
import { type PronounceAll, spellingOut } from './sounding.js'
import { type FoundTag, type SpokenTag, spokenTags } from './spoken-tags.js'

export type DifferenceKind = 'missing' | 'added' | 'changed'

export interface Difference {
  kind: DifferenceKind
  /** As the script has it; empty for what was added. */
  written: string
  /** As the recogniser heard it; empty for what is missing. */
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

export interface Comparison {
  /** Words to be said; without a script what was heard less what should not have been said. */
  referenceWords: number
  /** Words of the script that were heard as written or as they sound. */
  matchedWords: number
  differences: WeighedDifference[]
  tags: { found: number; spoken: SpokenTag[] }
  repetitions: Repetition[]
  truncated: boolean
}

/** What sounds so alike is the same word: homophones, names spelled otherwise, endings swallowed. */
const SOUNDS_THE_SAME = 0.25
/** From here on the voice is held to have made a difference. */
const BLAMED = 0.5
/** So many words in a row that are missing or added are no slip of the recogniser. */
const TELLING_RUN_WORDS = 3
const TELLING_RUN_CONFIDENCE = 0.97
/** Small words weigh less: to skip one is seldom noticed. */
const FUNCTION_WORD_WEIGHT = 0.35
/** A spoken tag or a repetition is a fault even if it is one small word. */
const LEAST_WEIGHT_OF_A_FAULT = 0.8

/** With `ask` the recogniser is heard again about the places where it may be to blame itself. */
export async function compareWithScript(
  script: string,
  heard: Heard,
  pronounceWord: PronounceAll,
  ask?: AskAgain,
): Promise<Comparison> {
  const { text, tags } = readScript(script)
  const { words } = heard
  const pronounce = spellingOut(`${text} ${textOf(words)}`, pronounceWord)
  const { groups, writtenWords } = alignScript(text, textOf(words), pronounce)
  const spoken = spokenTags(tags, groups, words, pronounce)
  const writtenText = text.split(' ')
  const atFirst = groups.map((group, index) =>
    group.distance <= SOUNDS_THE_SAME ? 0 : voiceToBlame(groups, index, heard, pronounce),
  )
  const regions = regionsOf(groups, SOUNDS_THE_SAME, pronounce)
  limitBySound(atFirst, regions, pronounce)
  const blame = ask
    ? await blameAfterAsking(groups, regions, atFirst, heard, writtenText, pronounce, ask)
    : atFirst
  const canonical = canonicalWords(words)
  const repetitions: Repetition[] = []
  const differences: WeighedDifference[] = []
  for (const run of runsOf(groups, blame, spoken)) {
    const difference = weighed(run, words, writtenText, groups)
    const { heardFrom, heardTo } = spanOf(run)
    const repeated =
      difference.kind === 'added' && !run.tag ? repeatedRun(canonical, heardFrom, heardTo) : null
    if (repeated) repetitions.push(repetitionOf(repeated, words))
    differences.push(
      repeated || run.tag
        ? {
            ...difference,
            confidence: TELLING_RUN_CONFIDENCE,
            cause: 'voice',
            weight: Math.max(LEAST_WEIGHT_OF_A_FAULT, difference.weight),
          }
        : difference,
    )
  }
  return {
    referenceWords: writtenWords,
    matchedWords: groups.reduce(
      (sum, group) =>
        sum + (group.heard.length > 0 && group.distance <= SOUNDS_THE_SAME ? group.written.length : 0),
      0,
    ),
    differences,
    tags: { found: tags.length, spoken: spoken.map(reported) },
    repetitions,
    truncated: differences.some(({ kind, atEnd, cause }) => atEnd && kind === 'missing' && cause === 'voice'),
  }
}

/** Words that are added or missing beside a changed one may all be one word misheard, if together they sound alike. */
function limitBySound(blame: number[], regions: readonly Region[], pronounce: PronounceAll): void {
  for (const { from, to, merged } of regions) {
    if (merged.written.length === 0 || merged.heard.length === 0) continue
    const most = beliefBySound(merged, pronounce)
    for (let index = from; index < to; index++) blame[index] = Math.min(blame[index], most)
  }
}

/** Without a script only what nobody would write is wrong: repeated phrases and directions said aloud. */
export function compareWithoutScript({ words, pauses }: Heard): Comparison {
  const tags = likelyTags(words, pauses)
  const repeats = likelyRepetitions(words).filter(({ from, to }) =>
    tags.every((tag) => tag.to <= from || tag.from >= to),
  )
  const surplus = [...tags, ...repeats].sort((one, other) => one.from - other.from)
  const differences = surplus.map(({ from, to }): WeighedDifference => {
    const said = normaliseWords(textOf(words.slice(from, to)))
    return {
      kind: 'added',
      written: '',
      heard: textOf(words.slice(from, to)),
      timeSec: words[from].startSec,
      endSec: words[to - 1].endSec,
      confidence: TELLING_RUN_CONFIDENCE,
      cause: 'voice',
      weight: Math.max(LEAST_WEIGHT_OF_A_FAULT, weightOf(said)),
      wordErrors: said.length,
      atEnd: false,
    }
  })
  const total = normaliseWords(textOf(words)).length
  const wrong = differences.reduce((sum, { wordErrors }) => sum + wordErrors, 0)
  return {
    referenceWords: total - wrong,
    matchedWords: total - wrong,
    differences,
    tags: { found: tags.length, spoken: tags.map(reported) },
    repetitions: repeats.map((run) => repetitionOf(run, words)),
    truncated: false,
  }
}

function reported({ tag, content, spokenWord, timeSec, endSec }: FoundTag): SpokenTag {
  return { tag, content, spokenWord, timeSec, endSec }
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}

interface Run {
  kind: DifferenceKind
  groups: Group[]
  blame: number[]
  tag: boolean
}

/** Neighbouring differences of one kind and one cause are one difference: a skipped sentence is one thing. */
function runsOf(groups: readonly Group[], blame: readonly number[], tags: readonly FoundTag[]): Run[] {
  const runs: Run[] = []
  let open: Run | null = null
  for (const [index, group] of groups.entries()) {
    if (group.distance <= SOUNDS_THE_SAME && blame[index] < BLAMED) {
      open = null
      continue
    }
    const kind = kindOf(group)
    const tag = tags.some(
      ({ from, to }) => group.heard.length > 0 && group.heardFrom < to && group.heardTo > from,
    )
    const goesOn =
      open !== null &&
      open.kind === kind &&
      open.tag === tag &&
      (kind !== 'changed' || sameCause(open, blame[index]))
    if (open && goesOn) {
      open.groups.push(group)
      open.blame.push(blame[index])
    } else {
      open = { kind, groups: [group], blame: [blame[index]], tag }
      runs.push(open)
    }
  }
  return runs
}

function kindOf({ written, heard }: Group): DifferenceKind {
  if (written.length === 0) return 'added'
  return heard.length === 0 ? 'missing' : 'changed'
}

function sameCause({ blame }: Run, next: number): boolean {
  return blame[0] >= BLAMED === next >= BLAMED
}

function spanOf({ groups }: Run) {
  const first = groups[0]
  const last = groups.at(-1)!
  return {
    writtenFrom: first.writtenFrom,
    writtenTo: last.writtenTo,
    heardFrom: first.heardFrom,
    heardTo: last.heardTo,
  }
}

function weighed(
  run: Run,
  words: readonly Word[],
  written: readonly string[],
  all: readonly Group[],
): WeighedDifference {
  const { kind, groups } = run
  const { writtenFrom, writtenTo, heardFrom, heardTo } = spanOf(run)
  const said = groups.flatMap((group) => (kind === 'added' ? group.heard : group.written))
  const wordErrors = groups.reduce(
    (sum, group) => sum + Math.max(group.written.length, group.heard.length),
    0,
  )
  const isTelling = kind !== 'changed' && said.length >= TELLING_RUN_WORDS && said.some(isContentWord)
  const blame = isTelling ? run.blame.map(() => TELLING_RUN_CONFIDENCE) : run.blame
  const confidence = Math.max(...blame)
  const weight = groups.reduce(
    (sum, group, index) => sum + blame[index] * weightOf(kind === 'added' ? group.heard : group.written),
    0,
  )
  return {
    kind,
    written: kind === 'added' ? '' : written.slice(writtenFrom, writtenTo).join(' '),
    heard: kind === 'missing' ? '' : textOf(words.slice(heardFrom, heardTo)),
    ...timesOf(kind, words, heardFrom, heardTo),
    confidence,
    cause: confidence >= BLAMED ? 'voice' : 'recogniser',
    weight,
    wordErrors,
    atEnd: groups.at(-1) === all.at(-1),
  }
}

function weightOf(words: readonly string[]): number {
  return words.reduce(
    (sum, word) => sum + (isContentWord(word) || mustBeExact(word) ? 1 : FUNCTION_WORD_WEIGHT),
    0,
  )
}

/** A missing word has the time between its neighbours. */
function timesOf(kind: DifferenceKind, words: readonly Word[], from: number, to: number) {
  if (kind !== 'missing') return { timeSec: words[from].startSec, endSec: words[to - 1].endSec }
  const beforeSec = words[from - 1]?.endSec ?? 0
  const afterSec = words[from]?.startSec ?? beforeSec
  return { timeSec: Math.min(beforeSec, afterSec), endSec: Math.max(beforeSec, afterSec) }
}
