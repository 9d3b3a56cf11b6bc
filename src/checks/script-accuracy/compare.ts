// Compares what a file says with its script: differences with their evidence, spoken tags, repetitions, a missing end.
import type { Interval } from '../../speech/speech-data.js'
import { normaliseWords } from '../../text/normalise.js'
import { TooMuchWork, Work } from '../../text/work.js'
import { alignScript, type Group } from './align.js'
import { blameCutWords } from './cut-words.js'
import {
  LEAST_WEIGHT_OF_A_FAULT,
  type Run,
  runsOf,
  SOUNDS_THE_SAME,
  spanOf,
  TELLING_RUN_CONFIDENCE,
  textOf,
  verdictOf,
  type WeighedDifference,
  weighed,
  weightOf,
} from './differences.js'
import { type AskWhich, askedDirections } from './doubtful-directions.js'
import {
  beliefBySound,
  cutOffGroups,
  isAddedAtEdge,
  type RecognisedSpeech,
  voiceToBlame,
} from './evidence.js'
import { readForHesitations } from './hesitations.js'
import { likelyTags } from './likely-tags.js'
import { misrecognisedDirections } from './misrecognised-directions.js'
import { type Region, regionsOf } from './regions.js'
import {
  canonicalWords,
  likelyRepetitions,
  type Repetition,
  repeatedRun,
  repetitionOf,
} from './repetitions.js'
import { readScript, type Script } from './script.js'
import { type ScriptTime, scriptTimes } from './script-times.js'
import { type AskAgain, blameAfterAsking, NOTHING_TO_ASK } from './second-opinion.js'
import { soundAlikes } from './sound-alikes.js'
import { type PronounceAll, spellingOut } from './sounding.js'
import { type FoundTag, type SpokenTag, spokenTags } from './spoken-tags.js'
import { unexplainedSpeech } from './unexplained-speech.js'

export interface Comparison {
  /** Words to be said; without a script the words of the transcript, less those that should not have been said. */
  referenceWords: number
  /** Words of the script that were recognised as written, or as words that sound the same. */
  matchedWords: number
  differences: WeighedDifference[]
  tags: { found: number; spoken: SpokenTag[] }
  repetitions: Repetition[]
  truncated: boolean
  /** What is to be said of the script, its words parted by single spaces; absent without one. */
  script?: string
  /** For each of these words when it is said. */
  scriptTimesSec?: ScriptTime[]
  /** Comparing would have taken more work than its sound is worth, and was not done; nothing else is known then. */
  notCompared?: true
}

/** Where less than this share of the script is recognised, and it is no mere name, another text is said: there is no use in asking. */
const WORTH_ASKING = 0.25
const FEWEST_WORDS_OF_A_TEXT = 4

/**
 * Steps of work that comparing may take, about 7 ns each: so many for any file, more for each second of speech, and never more
 * than about 1.5 s of CPU. Ordinary scripts take a hundredth of it; 25,000 words are the most for any file, 40,000 for a long one.
 */
const STEPS_FOR_ANY_FILE = 60_000_000
const STEPS_PER_SEC = 1_000_000
const MOST_STEPS = 100_000_000

/**
 * With `ask` the recogniser is asked again about the places where it may be to blame itself. The signal is looked at between
 * pieces of work: nobody may want the answer any more.
 */
export async function compareWithScript(
  script: string,
  speech: RecognisedSpeech,
  pronounceWord: PronounceAll,
  ask?: AskAgain,
  signal?: AbortSignal,
  speaker?: string,
): Promise<Comparison> {
  const mostSteps = Math.min(MOST_STEPS, STEPS_FOR_ANY_FILE + STEPS_PER_SEC * speech.speechEndSec)
  const work = new Work({ mostSteps, ...(signal ? { signal } : {}) })
  try {
    return await compared(readScript(script, speaker), speech, pronounceWord, work, ask)
  } catch (error) {
    if (error instanceof TooMuchWork) return NOT_COMPARED
    throw error
  }
}

const NOT_COMPARED: Comparison = {
  referenceWords: 0,
  matchedWords: 0,
  differences: [],
  tags: { found: 0, spoken: [] },
  repetitions: [],
  truncated: false,
  notCompared: true,
}

/** What it takes in all to weigh one group of words that do not agree. */
const STEPS_PER_GROUP = 300

async function compared(
  { text, tags }: Script,
  speech: RecognisedSpeech,
  pronounceWord: PronounceAll,
  work: Work,
  ask: AskAgain | undefined,
): Promise<Comparison> {
  const { words } = speech
  const pronounce = spellingOut(`${text} ${textOf(words)}`, pronounceWord)
  const { groups, writtenWords } = alignScript(text, textOf(words), pronounce, work)
  work.spend(STEPS_PER_GROUP * groups.length)
  const spoken = spokenTags(tags, groups, words, pronounce, work)
  const writtenText = text.split(' ')
  const toBlame = voiceToBlame(groups, speech, pronounce)
  const hesitations = readForHesitations(groups, writtenText)
  const isInnocent = (group: Group, index: number) =>
    group.distance <= SOUNDS_THE_SAME || hesitations.has(index)
  const atFirst = groups.map((group, index) => (isInnocent(group, index) ? 0 : toBlame(index)))
  const regions = regionsOf(groups, SOUNDS_THE_SAME, pronounce, work)
  limitBySound(atFirst, regions, pronounce)
  const cutOff = cutOffGroups(groups, speech, pronounce)
  const matchedWords = groups.reduce(
    (sum, group) =>
      sum + (group.recognised.length > 0 && group.distance <= SOUNDS_THE_SAME ? group.written.length : 0),
    0,
  )
  const isAnotherText = writtenWords >= FEWEST_WORDS_OF_A_TEXT && matchedWords < WORTH_ASKING * writtenWords
  // A recogniser completes what it expects, and takes back what it does not: at the ends of a script the sound decides.
  const isAtEdge = groups.map(
    (group, index) => cutOff.has(index) || (isAddedAtEdge(group, speech) && !hesitations.has(index)),
  )
  const places = regionsOf(groups, NOTHING_TO_ASK, pronounce, work)
  const asked = places.filter(({ from, to }) => {
    const own = groups.slice(from, to).map((_, index) => from + index)
    return !own.every((index) => isAtEdge[index] || hesitations.has(index))
  })
  const blame =
    ask && !isAnotherText
      ? await blameAfterAsking(groups, asked, atFirst, speech, writtenText, pronounce, ask)
      : atFirst
  for (const index of hesitations) blame[index] = 0
  const cut = isAnotherText ? new Set<number>() : blameCutWords(blame, groups, regions, speech, pronounce)
  const canonical = canonicalWords(words)
  const repetitions: Repetition[] = []
  const differences: WeighedDifference[] = []
  const runs = runsOf(groups, blame, spoken, cut)
  for (const run of runs) {
    const difference = withEdges(weighed(run, words, writtenText, groups), run, isAtEdge)
    const { recognisedFrom, recognisedTo } = spanOf(run)
    const repeated =
      difference.kind === 'added' && !run.tag && !maySlip(run, groups)
        ? repeatedRun(canonical, recognisedFrom, recognisedTo)
        : null
    if (repeated) repetitions.push(repetitionOf(repeated, words))
    differences.push(
      repeated || run.tag
        ? {
            ...difference,
            confidence: TELLING_RUN_CONFIDENCE,
            cause: 'voice',
            verdict: 'added',
            weight: Math.max(LEAST_WEIGHT_OF_A_FAULT, difference.weight),
          }
        : difference,
    )
  }
  if (!isAnotherText) blameForBabble(differences, writtenWords)
  const wrong = groupsOf(runs.filter((_, index) => differences[index].cause === 'voice'))
  if (!isAnotherText) {
    for (const unwritten of unwrittenWords(speech, differences, pronounce)) differences.push(unwritten)
    for (const alike of soundAlikes(groups, groupsOf(runs), words, writtenText)) differences.push(alike)
  }
  differences.sort((one, other) => one.timeSec - other.timeSec)
  return {
    referenceWords: writtenWords,
    matchedWords,
    differences,
    tags: { found: tags.length, spoken: spoken.map(reported) },
    repetitions,
    // A word that is cut off inside is missing too.
    truncated: differences.some(({ kind, atEnd, cause }) => atEnd && kind === 'missing' && cause === 'voice'),
    script: text,
    scriptTimesSec: scriptTimes(text === '' ? [] : writtenText, speech, groups, wrong),
  }
}

/** Their indices. */
function groupsOf(runs: readonly Run[]): Set<number> {
  return new Set(runs.flatMap(({ from, groups }) => groups.map((_, index) => from + index)))
}

/**
 * A recogniser mistakes some words, not half of a text: of 131 clean files it mistook 4 words in 8 at most (a short one), and of
 * those of ten words and more one in seven. Where it is more, what was said can hardly be the script.
 */
const MOST_MISTAKEN_SHARE = 0.35
const MOST_MISTAKEN_WORDS = 5
const BABBLE_CONFIDENCE = 0.6

function blameForBabble(differences: WeighedDifference[], writtenWords: number): void {
  const forgiven = differences.filter(({ cause }) => cause === 'recogniser')
  const words = forgiven.reduce((sum, { wordErrors }) => sum + wordErrors, 0)
  if (words <= MOST_MISTAKEN_WORDS || words < MOST_MISTAKEN_SHARE * writtenWords) return
  for (const difference of forgiven) {
    difference.confidence = Math.max(difference.confidence, BABBLE_CONFIDENCE)
    difference.cause = 'voice'
    difference.verdict = verdictOf(difference.kind, difference.confidence)
    difference.weight = Math.max(difference.weight, BABBLE_CONFIDENCE * difference.wordErrors)
  }
}

/** What is lost or added at the ends of a script is a fault, however small the word. */
function withEdges(
  difference: WeighedDifference,
  { from, groups }: Run,
  isAtEdge: readonly boolean[],
): WeighedDifference {
  if (difference.kind === 'changed' || !groups.some((_, index) => isAtEdge[from + index])) return difference
  const { weight, confidence } = difference
  return { ...difference, weight: Math.max(weight, LEAST_WEIGHT_OF_A_FAULT * confidence) }
}

/** What was said and not written down by the recogniser, where no other difference tells of it already. */
function unwrittenWords(
  speech: RecognisedSpeech,
  differences: readonly WeighedDifference[],
  pronounce: PronounceAll,
): WeighedDifference[] {
  const isTold = ({ startSec, endSec }: Interval) =>
    differences.some((told) => told.cause === 'voice' && told.timeSec < endSec && told.endSec > startSec)
  return unexplainedSpeech(speech, pronounce)
    .filter((place) => !isTold(place))
    .map(({ startSec, endSec, words }) => ({
      kind: 'added',
      verdict: 'added',
      written: '',
      heard: '',
      timeSec: startSec,
      endSec,
      confidence: TELLING_RUN_CONFIDENCE,
      cause: 'voice',
      weight: Math.max(LEAST_WEIGHT_OF_A_FAULT, words),
      wordErrors: words,
      atEnd: false,
    }))
}

/** One word too many beside a misrecognised one may well be the recogniser's: "will see you" recognised as "wills you you". */
function maySlip({ from, groups }: Run, all: readonly Group[]): boolean {
  return (
    groups.length === 1 &&
    [all[from - 1], all[from + 1]].some((beside) => beside !== undefined && beside.distance > 0)
  )
}

/** Words that are added or missing beside a changed one may all be one misrecognised word, if together they sound alike. */
function limitBySound(blame: number[], regions: readonly Region[], pronounce: PronounceAll): void {
  for (const { from, to, merged } of regions) {
    if (merged.written.length === 0 || merged.recognised.length === 0) continue
    const most = beliefBySound(merged, pronounce)
    for (let index = from; index < to; index++) blame[index] = Math.min(blame[index], most)
  }
}

/** Without a script only what nobody would write is wrong: repeated phrases and directions said aloud. */
export async function compareWithoutScript(
  { words, pauses }: RecognisedSpeech,
  pronounce: PronounceAll,
  ask?: AskWhich,
): Promise<Comparison> {
  const misrecognised = misrecognisedDirections(pronounce)
  const asked = ask ? await askedDirections(words, pauses, misrecognised, ask) : []
  const tags = likelyTags(words, pauses, misrecognised, asked)
  const repeats = likelyRepetitions(words).filter(({ from, to }) =>
    tags.every((tag) => tag.to <= from || tag.from >= to),
  )
  const surplus = [...tags, ...repeats].sort((one, other) => one.from - other.from)
  const differences = surplus.map(({ from, to }): WeighedDifference => {
    const said = normaliseWords(textOf(words.slice(from, to)))
    return {
      kind: 'added',
      verdict: 'added',
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
