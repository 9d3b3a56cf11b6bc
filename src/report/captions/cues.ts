// From words to what is shown at a time.
import type { CaptionWord } from './captioned-track.js'
import { inPieces, linesOf, type MeasuredWord, measured, nextLines, signsTogether } from './lines.js'
import { breakCost, endsSentence } from './places-to-break.js'
import { inOrder } from './words-in-order.js'

export interface Cue {
  startMs: number
  endMs: number
  lines: string[]
}

/** One cue a word, for exactly as long as it is said. */
export function wordCues(words: readonly CaptionWord[]): Cue[] {
  return inOrder(words).map(({ text, startMs, endMs }) => ({ startMs, endMs, lines: [text] }))
}

// Netflix, Timed Text Style Guide, general requirements and English: at most 7 s a cue, at least 5/6 s (here a round second),
// 20 signs a second for adult readers, and gaps below half a second closed.
const LONGEST_MS = 7000
const SHORTEST_MS = 1000
const READING_MS_PER_SIGN = 1000 / 20
const FLICKER_MS = 500

/** Nobody shall read on through a silence of so long: the next phrase waits for its voice. */
const LONG_PAUSE_MS = 1000

// What makes one way of cutting worse than another, on the scale of breakCost.
/** Each cue more. */
const ANOTHER_CUE = 1
/** A sentence that ends inside: only short ones are worth it. */
const SENTENCE_INSIDE = 2
/** A cue that there is no time to read. */
const GONE_AT_ONCE = 3
/** A part of a sentence that stands alone though it has only a few signs. */
const FORLORN = 2
const FORLORN_SIGNS = 25

/** An hour of speech takes a quarter of a second to cut: who must not wait as long rests after each part. */
const WORDS_OF_A_PART = 300
const MOST_OF_A_PART = 600

/** Phrases of one or two lines: of all ways to cut the words the one that reads best. */
export function sentenceCues(words: readonly CaptionWord[]): Cue[] {
  const work = sentenceCuesInParts(words)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** The same, with a rest after each part of the work. */
export function* sentenceCuesInParts(given: readonly CaptionWord[]): Generator<undefined, Cue[]> {
  const words = measured(inOrder(inPieces(given)))
  const cues: { words: MeasuredWord[]; lines: string[] }[] = []
  for (let from = 0; from < words.length; ) {
    const to = endOfPart(words, from)
    for (const cue of bestCuts(words.slice(from, to))) cues.push({ words: cue, lines: linesOf(cue) })
    from = to
    yield
  }
  return timed(cues)
}

/** Behind a sentence: what comes after it is cut without regard to it anyway. */
function endOfPart(words: MeasuredWord[], from: number): number {
  let to = Math.min(words.length, from + WORDS_OF_A_PART)
  const most = Math.min(words.length, from + MOST_OF_A_PART)
  while (to < most && !endsSentence(words[to - 1], words[to])) to++
  return to
}

function bestCuts(words: MeasuredWord[]): MeasuredWord[][] {
  const ends = words.map((word, index) => endsSentence(word, words[index + 1]))
  const secondLines = nextLines(words)
  const afterWord = words.map((word, index) => breakCost(word, words[index + 1]))
  /** Of the words up to each place, and where the last cue of the best way begins. */
  const costs = [0, ...words.map(() => Number.POSITIVE_INFINITY)]
  const begins = costs.map(() => 0)
  for (let from = 0; from < words.length; from++) {
    let sentencesInside = 0
    let signs = -1
    const most = secondLines[secondLines[from]] ?? words.length
    for (let to = from + 1; to <= most; to++) {
      signs += words[to - 1].signs + 1
      if (to > from + 1) {
        if (!mayGoOn(words, from, to)) break
        if (ends[to - 2]) sentencesInside++
      }
      const isWhole = (from === 0 || ends[from - 1]) && ends[to - 1]
      const cost =
        costs[from] +
        ANOTHER_CUE +
        (isLongPause(words, to) ? 0 : afterWord[to - 1]) +
        SENTENCE_INSIDE * sentencesInside +
        GONE_AT_ONCE * shortOf(1, timeFor(words, from, to) / SHORTEST_MS) +
        (isWhole ? 0 : FORLORN * shortOf(1, signs / FORLORN_SIGNS))
      if (cost < costs[to]) {
        costs[to] = cost
        begins[to] = from
      }
    }
  }
  const cues: MeasuredWord[][] = []
  for (let to = words.length; to > 0; to = begins[to]) cues.push(words.slice(begins[to], to))
  return cues.reverse()
}

/** Whether the words from `from` up to `to` may be one cue, by their time. */
function mayGoOn(words: MeasuredWord[], from: number, to: number): boolean {
  return words[to - 1].endMs - words[from].startMs <= LONGEST_MS && !isLongPause(words, to - 1)
}

/** Before the word at that place. */
function isLongPause(words: MeasuredWord[], at: number): boolean {
  return at < words.length && words[at].startMs - words[at - 1].endMs >= LONG_PAUSE_MS
}

/** How long the words can be shown before the next ones come. */
function timeFor(words: MeasuredWord[], from: number, to: number): number {
  return to < words.length ? words[to].startMs - words[from].startMs : SHORTEST_MS
}

function shortOf(enough: number, share: number): number {
  return Math.max(0, enough - share)
}

/** From the first word on, until the last is said and all can be read, and never into the next cue. */
function timed(cues: { words: MeasuredWord[]; lines: string[] }[]): Cue[] {
  return cues.map(({ words, lines }, index) => {
    const { startMs } = words[0]
    const nextMs = cues[index + 1]?.words[0].startMs ?? Number.POSITIVE_INFINITY
    const readMs = startMs + Math.max(SHORTEST_MS, READING_MS_PER_SIGN * signsTogether(words))
    const wantedMs = Math.round(Math.max(words.at(-1)!.endMs, readMs))
    const endMs = nextMs - wantedMs < FLICKER_MS ? nextMs : wantedMs
    return { startMs, endMs: Math.min(endMs, startMs + LONGEST_MS), lines }
  })
}
