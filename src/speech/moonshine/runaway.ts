// The decoder sometimes goes on after the speech has ended: it writes a phrase again and again, or adds a polite
// "Thank you." that nobody said. Its attention gives it away. Words that were said are looked at one after the other;
// an invented one is looked at behind the last word, or where the decoder has long been.
import { FRAME_SEC } from './recogniser.js'
import type { DecodedToken } from './search.js'
import { hasText, opensWord } from './vocabulary.js'

/**
 * The last word of a text is looked at near its beginning: on the corpus never later than 0.28 s before the end of
 * the speech, while inventions were looked at from 0.08 s before it on.
 */
const LATEST_WORD_BEFORE_END_SEC = 0.1
/** Attention that falls back by more than this is no longer reading on. */
const STEP_BACK_SEC = 0.5
/**
 * The least time from a token to its repetition for each token of the repeated phrase, if it was really said twice.
 * The quickest intelligible speech has about 12 tokens a second; a loop does not move at all.
 */
const LEAST_SEC_PER_TOKEN = 0.05
const LONGEST_PHRASE_TOKENS = 40

/** The tokens that the sound bears out. `speechEndSec` counts from the start of the piece. */
export function withoutRunaway(tokens: DecodedToken[], speechEndSec: number): DecodedToken[] {
  return withoutInventedEnd(withoutLoop(tokens, { opensWord, frameSec: FRAME_SEC }), speechEndSec)
}

/** A token of any recogniser, and the frame at which it looked hardest. */
type LookedToken = Pick<DecodedToken, 'id' | 'frame'>

interface Recogniser {
  opensWord: (id: number) => boolean
  frameSec: number
}

/** Cuts the text where a phrase comes again without the attention having moved on. */
export function withoutLoop<T extends LookedToken>(tokens: T[], recogniser: Recogniser): T[] {
  for (let start = 0; start < tokens.length; start++) {
    const most = Math.min(LONGEST_PHRASE_TOKENS, Math.floor((tokens.length - start) / 2))
    for (let length = 1; length <= most; length++) {
      if (isRepeatedWords(tokens, start, length, recogniser) && !movesOn(tokens, start, length, recogniser))
        return tokens.slice(0, start + length)
    }
  }
  return tokens
}

/** Whole words only: the doubled digit of "1,000" or the letters of "bookkeeper" are no repetition. */
function isRepeatedWords(
  tokens: LookedToken[],
  start: number,
  length: number,
  { opensWord }: Recogniser,
): boolean {
  if (!opensWord(tokens[start].id)) return false
  for (let index = start; index < start + length; index++)
    if (tokens[index].id !== tokens[index + length].id) return false
  return true
}

function movesOn(tokens: LookedToken[], start: number, length: number, { frameSec }: Recogniser): boolean {
  const shifts = tokens
    .slice(start, start + length)
    .map(({ frame }, index) => tokens[start + length + index].frame - frame)
    .sort((a, b) => a - b)
  const median = shifts[Math.floor((shifts.length - 1) / 2)]
  return median * frameSec >= LEAST_SEC_PER_TOKEN * length
}

/** Drops the words at the end that are not looked at where speech is still unread. */
function withoutInventedEnd(tokens: DecodedToken[], speechEndSec: number): DecodedToken[] {
  const lastFrame = (speechEndSec - LATEST_WORD_BEFORE_END_SEC) / FRAME_SEC
  let reached = Number.NEGATIVE_INFINITY
  let kept = 0
  let looksBeyond = false
  for (const { endIndex, frames } of words(tokens)) {
    const middle = frames[Math.floor((frames.length - 1) / 2)]
    if (middle > lastFrame) {
      looksBeyond = true
    } else if (middle >= reached - STEP_BACK_SEC / FRAME_SEC) {
      reached = Math.max(reached, ...frames.filter((frame) => frame <= lastFrame))
      kept = endIndex
      looksBeyond = false
    }
  }
  // A stray look back is common in mid-text; only a text that also looks past the end has run away.
  return looksBeyond ? tokens.slice(0, kept) : tokens
}

/** Where each word ends among the tokens, and the frames at which its letters were looked at, in ascending order. */
function words(tokens: DecodedToken[]): { endIndex: number; frames: number[] }[] {
  const starts = tokens.flatMap(({ id }, index) => (index === 0 || opensWord(id) ? [index] : []))
  return starts.map((start, word) => {
    const endIndex = starts[word + 1] ?? tokens.length
    const own = tokens.slice(start, endIndex)
    const letters = own.filter(({ id }) => hasText(id))
    const frames = (letters.length > 0 ? letters : own).map(({ frame }) => frame)
    return { endIndex, frames: frames.sort((a, b) => a - b) }
  })
}
