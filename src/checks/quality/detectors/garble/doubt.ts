// How unsure the recogniser was, in time: speech that is no words leaves it guessing from token to token, or silent.
import { STEP_SEC } from '../../../../speech/garble-ear.js'
import type { Interval, Token } from '../../../../speech/heard.js'

/** Tokens this near count: a phrase, enough for a mean, short enough to place it. */
const REACH_SEC = 1
const FEWEST_TOKENS = 2
/** One token can be open to anything (a name); more than this of it is not counted. */
const MOST_NATS = 3
/** Speech in which nothing is read is doubted nearly as much as speech that is guessed at. */
const UNREAD_NATS = 1.3
/** Where nobody is heard to speak the recogniser was not asked. */
export const NEUTRAL_NATS = 0.8

/**
 * Figures, symbols and code read aloud can be written in several ways, so tokens of them are open however clear the voice;
 * so are marks and capitals, which depend on the sense.
 */
const OPEN_TO_SPELLING = /[^\p{Ll}\s'’-]/u

/** Mean entropy of the plain words' tokens around each step, in nats. */
export function doubtCurve(
  tokens: readonly Token[],
  speech: readonly Interval[],
  steps: number,
): Float32Array {
  const plain = plainTokens(tokens)
  const curve = new Float32Array(steps)
  let first = 0
  let behind = 0
  let sum = 0
  for (let step = 0; step < steps; step++) {
    const timeSec = (step + 0.5) * STEP_SEC
    for (; behind < plain.length && plain[behind].timeSec < timeSec + REACH_SEC; behind++)
      sum += natsOf(plain[behind])
    for (; first < behind && plain[first].timeSec < timeSec - REACH_SEC; first++) sum -= natsOf(plain[first])
    const count = behind - first
    if (count >= FEWEST_TOKENS) curve[step] = sum / count
    else curve[step] = isUnread(timeSec, tokens, speech) ? UNREAD_NATS : NEUTRAL_NATS
  }
  return curve
}

/** How many plain tokens it takes to know how well a file is read where it sounds clean. */
const FEWEST_CLEAN_TOKENS = 5

/** The recogniser's mean doubt where the sound is clean; null where there is too little of that. */
export function usualDoubt(tokens: readonly Token[], isClean: (step: number) => boolean): number | null {
  const nats = plainTokens(tokens)
    .filter(({ timeSec }) => isClean(Math.floor(timeSec / STEP_SEC)))
    .map(natsOf)
  if (nats.length < FEWEST_CLEAN_TOKENS) return null
  return nats.reduce((sum, value) => sum + value, 0) / nats.length
}

function plainTokens(tokens: readonly Token[]): Token[] {
  return tokens
    .filter(({ text }) => /\p{L}/u.test(text) && !OPEN_TO_SPELLING.test(text))
    .toSorted((one, other) => one.timeSec - other.timeSec)
}

function natsOf({ entropyNats }: Token): number {
  return Math.min(MOST_NATS, entropyNats)
}

/** In speech, with no token of any kind near. */
function isUnread(timeSec: number, tokens: readonly Token[], speech: readonly Interval[]): boolean {
  return (
    speech.some(({ startSec, endSec }) => startSec <= timeSec && timeSec < endSec) &&
    !tokens.some((token) => Math.abs(token.timeSec - timeSec) < REACH_SEC)
  )
}
