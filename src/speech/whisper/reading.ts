// Whisper's text of a piece: at every step the most likely token, until it says that the text ends.
import { withoutLoop } from '../moonshine/runaway.js'
import { FRAME_SEC, type StepOutput, type Whisper } from './recogniser.js'
import { marks, PROMPT } from './vocabulary.js'

/** The part of a recogniser that reading needs. */
export type Reader = Pick<Whisper, 'start' | 'step'> & {
  vocabulary: Pick<Whisper['vocabulary'], 'opensWord' | 'textOfTokens' | 'neverWritten' | 'neverFirst'>
}

interface ReadToken {
  id: number
  probability: number
  /** At which it looked hardest. */
  frame: number
}

/** A word as a recogniser wrote it. */
export interface ReadWord {
  text: string
  /** 0 to 1: how sure it was. */
  confidence: number
}

export interface Reading {
  words: ReadWord[]
  /** How likely it found it, before the first word, that nobody speaks. */
  noSpeech: number
  /** False when the end of the text never came: it ran away. */
  finished: boolean
}

export async function readPiece(
  whisper: Reader,
  samples: Float32Array,
  maxTokens: number,
  signal?: AbortSignal,
): Promise<Reading> {
  const { vocabulary } = whisper
  await whisper.start(samples)
  let noSpeech = 0
  let output: StepOutput | undefined
  for (const mark of PROMPT) {
    signal?.throwIfAborted()
    output = await whisper.step(mark)
    if (mark === marks.startOfTranscript) noSpeech = probability(output.scores, marks.noSpeech)
  }
  forbid(output!.scores, vocabulary.neverFirst)
  const tokens: ReadToken[] = []
  while (output && tokens.length < maxTokens) {
    const { scores, attention } = output
    forbid(scores, vocabulary.neverWritten)
    // Languages, tasks and times follow the end of the text in the vocabulary.
    scores.fill(Number.NEGATIVE_INFINITY, marks.endOfText + 1)
    const id = highest(scores)
    if (id === marks.endOfText) break
    tokens.push({ id, probability: probability(scores, id), frame: highest(attention) })
    signal?.throwIfAborted()
    output = await whisper.step(id)
  }
  // It likes to say the whole text of a short piece again.
  const kept = withoutLoop(tokens, { opensWord: (id) => vocabulary.opensWord(id), frameSec: FRAME_SEC })
  const groups: ReadToken[][] = []
  for (const token of kept) {
    if (groups.length === 0 || vocabulary.opensWord(token.id)) groups.push([token])
    else groups.at(-1)!.push(token)
  }
  const words = groups
    .map((own) => ({
      text: vocabulary.textOfTokens(own.map(({ id }) => id)).trim(),
      confidence: Math.exp(own.reduce((sum, { probability }) => sum + Math.log(probability), 0) / own.length),
    }))
    .filter(({ text }) => text !== '')
  return { words, noSpeech, finished: tokens.length < maxTokens || kept.length < tokens.length }
}

function forbid(scores: Float32Array, ids: readonly number[]): void {
  for (const id of ids) scores[id] = Number.NEGATIVE_INFINITY
}

function highest(values: Float32Array): number {
  let best = 0
  for (let index = 1; index < values.length; index++) if (values[index] > values[best]) best = index
  return best
}

function probability(scores: Float32Array, id: number): number {
  let total = 0
  const most = scores[highest(scores)]
  for (let other = 0; other < scores.length; other++) total += Math.exp(scores[other] - most)
  return Math.exp(scores[id] - most) / total
}
