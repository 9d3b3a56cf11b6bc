// How unsure the recogniser was, in time: speech that is no words leaves it guessing from token to token, or silent.
import { STEP_SEC } from '../../../../speech/garble-network.js'
import type { Interval, Token } from '../../../../speech/speech-data.js'
import { parameters } from './parameters.js'

const { fewestCleanTokens, fewestTokens, mostNats, neutralNats, reachSec, unreadNats } = parameters

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
    for (; behind < plain.length && plain[behind].timeSec < timeSec + reachSec; behind++)
      sum += natsOf(plain[behind])
    for (; first < behind && plain[first].timeSec < timeSec - reachSec; first++) sum -= natsOf(plain[first])
    const count = behind - first
    if (count >= fewestTokens) curve[step] = sum / count
    else curve[step] = isUnread(timeSec, tokens, speech) ? unreadNats : neutralNats
  }
  return curve
}

/** The recogniser's mean doubt where the sound is clean; null where there is too little of that. */
export function usualDoubt(tokens: readonly Token[], isClean: (step: number) => boolean): number | null {
  const nats = plainTokens(tokens)
    .filter(({ timeSec }) => isClean(Math.floor(timeSec / STEP_SEC)))
    .map(natsOf)
  if (nats.length < fewestCleanTokens) return null
  return nats.reduce((sum, value) => sum + value, 0) / nats.length
}

function plainTokens(tokens: readonly Token[]): Token[] {
  return tokens
    .filter(({ text }) => /\p{L}/u.test(text) && !OPEN_TO_SPELLING.test(text))
    .toSorted((one, other) => one.timeSec - other.timeSec)
}

function natsOf({ entropyNats }: Token): number {
  return Math.min(mostNats, entropyNats)
}

/** In speech, with no token of any kind near. */
function isUnread(timeSec: number, tokens: readonly Token[], speech: readonly Interval[]): boolean {
  return (
    speech.some(({ startSec, endSec }) => startSec <= timeSec && timeSec < endSec) &&
    !tokens.some((token) => Math.abs(token.timeSec - timeSec) < reachSec)
  )
}
