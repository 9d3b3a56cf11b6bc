// Beam search over the decoder. Where the model is sure, one line of text survives and a token costs what greedy
// decoding costs; rivals are followed only while they stay within reach of the best.
import type { Memory, Moonshine } from './recogniser.js'

export const BEGIN_OF_TEXT = 1
export const END_OF_TEXT = 2

/** The part of a recogniser that a search needs. */
export type Stepper = Pick<Moonshine, 'start' | 'step' | 'reorder'>

export interface SearchOptions {
  /** Most lines of text followed at once; 1 is greedy decoding. */
  beams: number
  /** A line whose log-probability falls this far behind the best is given up, in nats. */
  reachNats: number
  maxTokens: number
  /** False: something is said, so that the first token must not end the text. */
  mayBeEmpty: boolean
  signal?: AbortSignal | undefined
}

export interface DecodedToken {
  id: number
  probability: number
  /** Entropy of the distribution the token was taken from, in nats. */
  entropyNats: number
  /** The encoder frame at which the decoder looked hardest. */
  frame: number
  /** How hard it looked at each encoder frame. */
  attention: Float32Array
}

export interface Decoding {
  tokens: DecodedToken[]
  /** Mean log-probability of a token, the end of the text counted. */
  score: number
  /** False when the end of the text never came: the decoder ran away. */
  finished: boolean
}

interface Line {
  before: Line | null
  token: DecodedToken
  length: number
  logProbability: number
}

interface Candidate {
  row: number
  line: Line
}

export async function search(model: Stepper, memory: Memory, options: SearchOptions): Promise<Decoding> {
  const state = model.start(memory)
  let lines: (Line | null)[] = [null]
  const ended: Line[] = []
  for (let step = 0; step < options.maxTokens && lines.length > 0; step++) {
    options.signal?.throwIfAborted()
    const output = await model.step(
      state,
      lines.map((line) => line?.token.id ?? BEGIN_OF_TEXT),
    )
    if (step === 0 && !options.mayBeEmpty) output.logits[0][END_OF_TEXT] = Number.NEGATIVE_INFINITY
    const candidates = lines
      .flatMap((line, row) => continuations(line, row, output.logits[row], output.attention[row], options))
      .sort((a, b) => b.line.logProbability - a.line.logProbability)
    const best = candidates[0].line
    const within = candidates.filter(
      ({ line }) => line.logProbability >= best.logProbability - options.reachNats,
    )
    ended.push(...within.filter(({ line }) => line.token.id === END_OF_TEXT).map(({ line }) => line))
    if (best.token.id === END_OF_TEXT) break
    const kept = within.filter(({ line }) => line.token.id !== END_OF_TEXT).slice(0, options.beams)
    model.reorder(
      state,
      kept.map(({ row }) => row),
    )
    lines = kept.map(({ line }) => line)
  }
  const finished = ended.length > 0
  const contenders = finished ? ended : lines.filter((line) => line !== null)
  const winner = contenders.reduce((a, b) => (meanScore(b) > meanScore(a) ? b : a))
  return { tokens: tokensOf(winner), score: meanScore(winner), finished }
}

function meanScore({ logProbability, length }: Line): number {
  return logProbability / length
}

/** The most probable next tokens of one line. */
function continuations(
  before: Line | null,
  row: number,
  logits: Float32Array,
  attention: Float32Array,
  { beams, reachNats }: SearchOptions,
): Candidate[] {
  const { top, logTotal, entropyNats } = distribution(logits, beams === 1 ? 1 : beams + 1, reachNats)
  const frame = peak(attention)
  return top.map((id) => {
    const logProbability = logits[id] - logTotal
    return {
      row,
      line: {
        before,
        token: { id, probability: Math.exp(logProbability), entropyNats, frame, attention },
        length: (before?.length ?? 0) + 1,
        logProbability: (before?.logProbability ?? 0) + logProbability,
      },
    }
  })
}

/** What lies this far below the best adds nothing that a float would show, in nats. */
const NEGLIGIBLE_NATS = 18

/** The `count` best of the scores, none further than `reachNats` below the best, and the shape of the whole. */
function distribution(logits: Float32Array, count: number, reachNats: number) {
  const best = peak(logits)
  const highest = logits[best]
  let total = 0
  let weighted = 0
  let top: number[] = []
  const floor = highest - reachNats
  for (let id = 0; id < logits.length; id++) {
    const below = logits[id] - highest
    if (below < -NEGLIGIBLE_NATS) continue
    const mass = Math.exp(below)
    total += mass
    weighted += mass * below
    if (count > 1 && logits[id] >= floor) top.push(id)
  }
  if (count === 1) top = [best]
  else top = top.sort((a, b) => logits[b] - logits[a]).slice(0, count)
  const logSum = Math.log(total)
  return { top, logTotal: highest + logSum, entropyNats: logSum - weighted / total }
}

function peak(values: Float32Array): number {
  let best = 0
  let highest = values[0]
  for (let index = 1; index < values.length; index++) {
    const value = values[index]
    if (value > highest) {
      highest = value
      best = index
    }
  }
  return best
}

function tokensOf(last: Line): DecodedToken[] {
  const tokens: DecodedToken[] = []
  for (let line: Line | null = last; line; line = line.before) tokens.push(line.token)
  tokens.reverse()
  return tokens.at(-1)?.id === END_OF_TEXT ? tokens.slice(0, -1) : tokens
}
