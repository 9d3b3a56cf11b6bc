// When each word of a script is said: the time of what was recognised for it.
import type { Interval } from '../../speech/speech-data.js'
import { normaliseWords } from '../../text/normalise.js'
import type { Group } from './align.js'
import type { RecognisedSpeech } from './evidence.js'
import { isHesitation } from './hesitations.js'

/** Start and end in seconds, or null where the word is not said. */
export type ScriptTime = [startSec: number, endSec: number] | null

/**
 * One entry for each written word. The words of the groups in `wrong`, for which the voice is blamed, are not said; all others are,
 * also where the recogniser wrote something else for them, or nothing.
 */
export function scriptTimes(
  written: readonly string[],
  speech: RecognisedSpeech,
  groups: readonly Group[],
  wrong: ReadonlySet<number>,
): ScriptTime[] {
  const times: ScriptTime[] = written.map(() => null)
  if (speech.words.length === 0) return times
  const spans = spansOf(written, speech, groups)
  for (const block of withUnrecognised(blocksOf(spans, groups, wrong), speech)) {
    for (const [at, { startSec, endSec }] of intervalsOf(block, written, speech).entries())
      times[block.writtenFrom + at] = [startSec, endSec]
  }
  for (const index of wrong)
    for (let at = spans[index].writtenFrom; at < spans[index].writtenTo; at++) times[at] = null
  addHesitations(times, written, speech, spans)
  return inOrder(times)
}

/** Written words `[writtenFrom, writtenTo)` and recognised words `[recognisedFrom, recognisedTo)`; either may be none. */
interface Span {
  writtenFrom: number
  writtenTo: number
  recognisedFrom: number
  recognisedTo: number
}

const hasWritten = ({ writtenFrom, writtenTo }: Span) => writtenTo > writtenFrom
const hasRecognised = ({ recognisedFrom, recognisedTo }: Span) => recognisedTo > recognisedFrom

/** The words of each group, with those that are read together with them ("5 km"), and without hesitations behind them. */
function spansOf(written: readonly string[], { words }: RecognisedSpeech, groups: readonly Group[]): Span[] {
  const spans: Span[] = new Array(groups.length)
  let nextWritten = written.length
  let nextRecognised = words.length
  for (let index = groups.length - 1; index >= 0; index--) {
    const group = groups[index]
    const { writtenFrom, recognisedFrom } = group
    const span = { writtenFrom, writtenTo: writtenFrom, recognisedFrom, recognisedTo: recognisedFrom }
    if (group.written.length > 0) {
      span.writtenTo = endBefore(nextWritten, writtenFrom, (at) => written[at])
      nextWritten = writtenFrom
    }
    if (group.recognised.length > 0) {
      span.recognisedTo = endBefore(nextRecognised, recognisedFrom, (at) => words[at].text)
      nextRecognised = recognisedFrom
    }
    spans[index] = span
  }
  return spans
}

function endBefore(next: number, from: number, word: (at: number) => string): number {
  let to = Math.max(from + 1, next)
  while (to > from + 1 && isHesitation(word(to - 1))) to--
  return to
}

/** Groups that share a written or a recognised word, and so have one time. */
interface Block extends Span {
  /** Nothing in it is blamed on the voice. */
  isSaid: boolean
  /** All of it is recognised as written, or as what sounds just so. */
  agrees: boolean
}

function blocksOf(spans: readonly Span[], groups: readonly Group[], wrong: ReadonlySet<number>): Block[] {
  const blocks: Block[] = []
  let lastWritten = -1
  let lastRecognised = -1
  for (const [index, span] of spans.entries()) {
    const sharesWritten = hasWritten(span) && (blocks[lastWritten]?.writtenTo ?? 0) > span.writtenFrom
    const sharesRecognised =
      hasRecognised(span) && (blocks[lastRecognised]?.recognisedTo ?? 0) > span.recognisedFrom
    let block: Block = { ...span, isSaid: !wrong.has(index), agrees: groups[index].distance === 0 }
    const first = Math.min(
      sharesWritten ? lastWritten : blocks.length,
      sharesRecognised ? lastRecognised : blocks.length,
    )
    while (blocks.length > first) block = joined(blocks.pop()!, block)
    if (hasWritten(block)) lastWritten = blocks.length
    if (hasRecognised(block)) lastRecognised = blocks.length
    blocks.push(block)
  }
  return blocks
}

function joined(one: Block, other: Block): Block {
  const [writtenFirst, writtenLast] = [hasWritten(one) ? one : other, hasWritten(other) ? other : one]
  const [first, last] = [hasRecognised(one) ? one : other, hasRecognised(other) ? other : one]
  return {
    writtenFrom: writtenFirst.writtenFrom,
    writtenTo: Math.max(writtenFirst.writtenTo, writtenLast.writtenTo),
    recognisedFrom: first.recognisedFrom,
    recognisedTo: Math.max(first.recognisedTo, last.recognisedTo),
    isSaid: one.isSaid && other.isSaid,
    agrees: one.agrees && other.agrees,
  }
}

/**
 * Words that the recogniser is held to have lost or put in are joined to what it made of their neighbours: "Abernathy" recognised as
 * "Emperor Nathalie". A lost one that stands alone has the time between its neighbours, or shares that of one of them.
 */
function withUnrecognised(blocks: Block[], speech: RecognisedSpeech): Block[] {
  const done: Block[] = []
  for (const [index, block] of blocks.entries()) {
    const before = done.at(-1)
    const after = blocks[index + 1]
    const joinBefore = () => {
      done[done.length - 1] = joined(before!, block)
    }
    const joinAfter = () => {
      blocks[index + 1] = joined(block, after)
    }
    if (!block.isSaid || isWhole(block)) done.push(block)
    else if (before && isMistaken(before)) joinBefore()
    else if (after?.isSaid && !(isWhole(after) && after.agrees)) joinAfter()
    else if (!hasWritten(block) || hasRoom(block, speech)) done.push(block)
    else {
      const slowerSec = (beside: Block | undefined) =>
        beside?.isSaid && isWhole(beside) ? secPerLetter(beside, speech) : -1
      if (slowerSec(before) >= Math.max(0, slowerSec(after))) joinBefore()
      else if (slowerSec(after) >= 0) joinAfter()
      else done.push(block)
    }
  }
  return done
}

function isWhole(block: Block): boolean {
  return hasWritten(block) && hasRecognised(block)
}

function isMistaken(block: Block): boolean {
  return block.isSaid && isWhole(block) && !block.agrees
}

/** Shorter than any word that is said. */
const SHORTEST_WORD_SEC = 0.08

function hasRoom(block: Block, speech: RecognisedSpeech): boolean {
  const { startSec, endSec } = intervalOf(block, speech)
  return endSec - startSec >= SHORTEST_WORD_SEC * (block.writtenTo - block.writtenFrom)
}

/** A word that has swallowed another lasts longer than its letters take. */
function secPerLetter(block: Block, speech: RecognisedSpeech): number {
  const { startSec, endSec } = intervalOf(block, speech)
  let letters = 0
  for (let at = block.recognisedFrom; at < block.recognisedTo; at++)
    letters += lettersOf(speech.words[at].text)
  return (endSec - startSec) / letters
}

/** From the first to the last of the recognised words; where there are none, the time between those beside it. */
function intervalOf(
  { recognisedFrom, recognisedTo }: Span,
  { words, speechStartSec = 0, speechEndSec }: RecognisedSpeech,
): Interval {
  if (recognisedTo > recognisedFrom)
    return { startSec: words[recognisedFrom].startSec, endSec: words[recognisedTo - 1].endSec }
  const startSec = words[recognisedFrom - 1]?.endSec ?? Math.min(speechStartSec, words[0].startSec)
  return { startSec, endSec: Math.max(startSec, words[recognisedFrom]?.startSec ?? speechEndSec) }
}

/** A dash that the recogniser writes between words is none. */
const SAYABLE = /[\p{L}\p{N}]/u

/** One for each written word of a block: word for word where there are as many, else the time is divided by letters. */
function intervalsOf(block: Block, written: readonly string[], speech: RecognisedSpeech): Interval[] {
  const { writtenFrom, writtenTo, recognisedFrom, recognisedTo } = block
  const recognised = speech.words.slice(recognisedFrom, recognisedTo).filter(({ text }) => SAYABLE.test(text))
  if (recognised.length === writtenTo - writtenFrom) return recognised
  const { startSec, endSec } = intervalOf(block, speech)
  const letters = written.slice(writtenFrom, writtenTo).map(lettersOf)
  const secPerOne = (endSec - startSec) / letters.reduce((sum, each) => sum + each, 0)
  let before = 0
  return letters.map((own) => {
    const from = before
    before += own
    return { startSec: startSec + secPerOne * from, endSec: Math.min(endSec, startSec + secPerOne * before) }
  })
}

/** Of figures those that are said: "$5" takes as long as "five dollars". */
function lettersOf(word: string): number {
  const said = /\d/.test(word) ? normaliseWords(word).join('') : word
  return Math.max(1, said.length)
}

/** A hesitation of the script is said where one was recognised in the same place. */
function addHesitations(
  times: ScriptTime[],
  written: readonly string[],
  { words }: RecognisedSpeech,
  spans: readonly Span[],
): void {
  let writtenFrom = 0
  let recognisedFrom = 0
  const add = (writtenTo: number) => {
    for (let at = writtenFrom; at < writtenTo; at++) {
      while (words[recognisedFrom] && !SAYABLE.test(words[recognisedFrom].text)) recognisedFrom++
      const recognised = words[recognisedFrom++]
      if (!recognised || !isHesitation(recognised.text)) return
      times[at] = [recognised.startSec, recognised.endSec]
    }
  }
  for (const span of spans.filter(hasWritten)) {
    add(span.writtenFrom)
    writtenFrom = span.writtenTo
    recognisedFrom = span.recognisedTo
  }
  add(written.length)
}

/** Times of recognised words may overlap where the recogniser itself had to tell them. */
function inOrder(times: readonly ScriptTime[]): ScriptTime[] {
  let leastSec = 0
  return times.map((time) => {
    if (time === null) return null
    const [startSec, endSec] = time
    leastSec = Math.max(leastSec, startSec)
    return [leastSec, Math.max(leastSec, endSec)]
  })
}
