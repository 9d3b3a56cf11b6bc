import { resample } from '../audio/resample.js'
import type { Samples } from '../audio/samples.js'
import { FRAME_SEC, type Memory, Moonshine, SAMPLE_RATE_HZ } from './moonshine/recogniser.js'
import { withoutRunaway } from './moonshine/runaway.js'
import { type DecodedToken, type Decoding, search } from './moonshine/search.js'
import { textScores } from './moonshine/text-score.js'
import { tokenFrames } from './moonshine/token-frames.js'
import { opensWord, textOfTokens, tokensOfText } from './moonshine/vocabulary.js'
import { joinedTranscript, piecesOf } from './pieces.js'
import {
  asksWhisper,
  type Interval,
  moonshineSizeOf,
  type PieceTranscript,
  type Token,
  type TranscriberModel,
  type Transcript,
  type VoiceActivity,
  type Word,
} from './speech-data.js'
import { isDoubtful, SecondReader } from './whisper/second-reading.js'
import type { WordAligner } from './word-aligner.js'

// What the recogniser is given around the speech of a piece. Long silence before the first word can leave it with an
// empty text; an end without silence can make it loop.
const LEAD_SEC = 0.2
const TAIL_SEC = 0.3
const SILENCE_BEHIND_SEC = 0.5

// The sound is brought to one level and a tenth slower (and lower) than it is before it is recognised: read human speech
// gains (LibriSpeech 8.0 to 7.2 % word error), synthetic voices stay as they are within the noise, for 7 % more time.
const LEVEL_RMS = 0.08
const SPEED = 0.9

// Three lines, each at most 3 nats behind the best. On 333 clips of seven sets a tie with five lines within 3 or 5 nats and
// eight within 6, for 0.8, 0.7 and 0.5 of their time; fewer errors than greedy decoding on five sets, as many on one, one
// more on the smallest.
const BEAMS = 3
const REACH_NATS = 3
/** Fast speech has 5 to 6 tokens a second; what writes more has run away. */
const MOST_TOKENS_PER_SEC = 6.5
const SPARE_TOKENS = 6

// Silence before the first word can make the recogniser end the text at once, half sure of it. It then reads on when told
// to. Both limits rest on few cases: two sentences whose text came out empty, and 13 noises taken for speech.
/** From here on it is sure that nothing is said, and is not asked again. */
const SURE_OF_NOTHING = -0.1
/**
 * What it reads on demand counts from here on: speech had -0.1 and better, noise -0.46 and worse, but for two sneezes of
 * which it was sure already.
 */
const LEAST_SCORE_ON_DEMAND = -0.3

/** Speech left unread behind the last word: with less than this the piece counts as read to its end. */
const UNREAD_SPEECH_SEC = 1
/** A last word lasts about this long from where it is looked at. */
const LAST_WORD_SEC = 0.8
/** How often what is left unread is tried again as a piece of its own. */
const MOST_RETRIES = 2

/** What was made of a clip up to this length is kept, about 1 MB a second: all its words are asked about. */
const LONGEST_KEPT_SEC = 5
/** An interval whose ends are so near to those of a piece holds the same words. */
const SAME_END_SEC = 0.4

/** A piece that was read, and what the encoder made of it. */
interface LastRead extends Interval {
  samples: Samples
  memory: Memory
}

/** A token and its place in the piece it was read from. */
interface PlacedToken extends DecodedToken {
  timeSec: number
}

interface Said {
  tokens: PlacedToken[]
  /** Where the piece begins in the file. */
  fromSec: number
}

export class Transcriber {
  private lastRead: LastRead | null = null

  private constructor(
    private readonly recogniser: Moonshine,
    private readonly second: SecondReader | null,
  ) {}

  static async load(model: TranscriberModel): Promise<Transcriber> {
    const second = asksWhisper(model) ? new SecondReader() : null
    return new Transcriber(await Moonshine.load(moonshineSizeOf(model)), second)
  }

  /** What is said in 16 kHz sound; empty when nobody speaks. */
  async transcribe(
    samples: Samples,
    activity: VoiceActivity,
    aligner: WordAligner,
    signal?: AbortSignal,
  ): Promise<Transcript> {
    const pieces: PieceTranscript[] = []
    for (const piece of piecesOf(activity)) {
      pieces.push(await this.transcribePiece(samples, piece, activity.speech, aligner, signal))
    }
    return joinedTranscript(pieces)
  }

  /** The same of one of the pieces that the speech of a file is cut into. */
  async transcribePiece(
    samples: Samples,
    piece: Interval,
    speech: Interval[],
    aligner: WordAligner,
    signal?: AbortSignal,
  ): Promise<PieceTranscript> {
    const words: Word[] = []
    const tokens: Token[] = []
    for (const said of await this.read(samples, piece, speech, signal, MOST_RETRIES)) {
      signal?.throwIfAborted()
      tokens.push(...said.tokens.map((token) => reported(token, said.fromSec)))
      words.push(...(await timedWords(said, samples, piece, aligner)))
    }
    if (!(this.second && isDoubtful(words))) return { words, tokens }
    const { startSec, endSec } = around(piece)
    const again = await this.second.read(cut(samples, { startSec, endSec }), words, aligner, signal)
    // The doubt of the first recogniser stays with its tokens, whoever has the last word.
    return { words: again ? again.map((word) => later(word, startSec)) : words, tokens }
  }

  /** How well each of some texts fits what is said in an interval of the sound: its log-probability in nats. */
  async fits(samples: Samples, interval: Interval, texts: string[]): Promise<number[]> {
    const memory =
      this.kept(samples, interval) ??
      (await this.recogniser.encode(prepared(cut(samples, interval)), 'asked'))
    return textScores(this.recogniser, memory, texts.map(tokensOfText))
  }

  /** What the encoder made of this interval already, when it is all of the piece that was read last. */
  private kept(samples: Samples, { startSec, endSec }: Interval): Memory | null {
    const last = this.lastRead
    if (last?.samples !== samples) return null
    const toSec = Math.min(endSec, samples.length / SAMPLE_RATE_HZ)
    const isSame =
      Math.abs(startSec - last.startSec) <= SAME_END_SEC && Math.abs(toSec - last.endSec) <= SAME_END_SEC
    return isSame ? last.memory : null
  }

  /** Reads one piece; when the recogniser stops short of its end, the rest is read as a piece of its own. */
  private async read(
    samples: Samples,
    piece: Interval,
    speech: Interval[],
    signal: AbortSignal | undefined,
    retries: number,
  ): Promise<Said[]> {
    const interval = around(piece)
    const fromSec = interval.startSec
    const sound = cut(samples, interval)
    const memory = await this.recogniser.encode(prepared(sound))
    const isShort = samples.length <= LONGEST_KEPT_SEC * SAMPLE_RATE_HZ
    const toSec = Math.min(interval.endSec, samples.length / SAMPLE_RATE_HZ)
    this.lastRead = isShort ? { samples, memory, startSec: fromSec, endSec: toSec } : null
    const decoding = await this.decode(memory, sound.length, signal)
    const tokens = placed(withoutRunaway(decoding.tokens, (piece.endSec - fromSec) / SPEED))
    const said = tokens.length > 0 ? [{ tokens, fromSec }] : []
    const rest = retries > 0 ? unread(said, piece, speech) : null
    return rest ? [...said, ...(await this.read(samples, rest, speech, signal, retries - 1))] : said
  }

  private async decode(memory: Memory, samples: number, signal: AbortSignal | undefined): Promise<Decoding> {
    const options = {
      beams: BEAMS,
      reachNats: REACH_NATS,
      maxTokens: Math.ceil((samples / SAMPLE_RATE_HZ) * MOST_TOKENS_PER_SEC) + SPARE_TOKENS,
      signal,
    }
    const decoding = await search(this.recogniser, memory, { ...options, mayBeEmpty: true })
    if (decoding.tokens.length > 0 || decoding.score >= SURE_OF_NOTHING) return decoding
    const onDemand = await search(this.recogniser, memory, { ...options, mayBeEmpty: false })
    return onDemand.score >= LEAST_SCORE_ON_DEMAND ? onDemand : decoding
  }
}

/** What a recogniser is given of a piece. */
function around({ startSec, endSec }: Interval): Interval {
  return { startSec: Math.max(0, startSec - LEAD_SEC), endSec: endSec + TAIL_SEC }
}

function later(word: Word, bySec: number): Word {
  return { ...word, startSec: word.startSec + bySec, endSec: word.endSec + bySec }
}

function cut(samples: Samples, { startSec, endSec }: Interval): Float32Array {
  return samples.subarray(
    Math.max(0, Math.floor(startSec * SAMPLE_RATE_HZ)),
    Math.ceil(endSec * SAMPLE_RATE_HZ),
  )
}

/** The sound as the recogniser reads it best: at one level, a little slower, with silence behind. */
function prepared(sound: Float32Array): Float32Array {
  let energy = 0
  for (let n = 0; n < sound.length; n++) energy += sound[n] * sound[n]
  const power = energy / sound.length
  const gain = power > 0 ? LEVEL_RMS / Math.sqrt(power) : 1
  const slowed = resample(sound, SPEED * SAMPLE_RATE_HZ, SAMPLE_RATE_HZ)
  const padded = new Float32Array(slowed.length + SILENCE_BEHIND_SEC * SAMPLE_RATE_HZ)
  for (let n = 0; n < slowed.length; n++) padded[n] = slowed[n] * gain
  return padded
}

/** The speech of a piece behind the last word, if there is enough of it to hold further words. */
function unread(said: Said[], piece: Interval, speech: Interval[]): Interval | null {
  const [last] = said
  // Nothing at all was read: the same sound would be read the same way again.
  if (!last) return null
  const readToSec = last.fromSec + last.tokens.at(-1)!.timeSec + LAST_WORD_SEC
  const left = speech
    .filter(({ startSec, endSec }) => startSec < piece.endSec && endSec > readToSec)
    .map(({ startSec, endSec }) => ({
      startSec: Math.max(startSec, readToSec),
      endSec: Math.min(endSec, piece.endSec),
    }))
  const leftSec = left.reduce((sum, { startSec, endSec }) => sum + endSec - startSec, 0)
  return leftSec >= UNREAD_SPEECH_SEC ? { startSec: left[0].startSec, endSec: piece.endSec } : null
}

function placed(tokens: DecodedToken[]): PlacedToken[] {
  const frames = tokenFrames(tokens)
  return tokens.map((token, index) => ({ ...token, timeSec: frames[index] * FRAME_SEC * SPEED }))
}

function reported({ id, timeSec, probability, entropyNats }: PlacedToken, fromSec: number): Token {
  return { text: textOfTokens([id]), timeSec: fromSec + timeSec, probability, entropyNats }
}

/** Groups tokens into words and finds when each was said: by alignment, or by attention where that fails. */
async function timedWords(
  { tokens, fromSec }: Said,
  samples: Samples,
  piece: Interval,
  aligner: WordAligner,
): Promise<Word[]> {
  const groups = wordGroups(tokens)
  const toSec = piece.endSec + TAIL_SEC
  const aligned = await aligner.align(
    samples.subarray(Math.floor(fromSec * SAMPLE_RATE_HZ), Math.ceil(toSec * SAMPLE_RATE_HZ)),
    groups.map(({ text }) => text),
  )
  return groups.map(({ text, tokens: own }, index) => {
    const interval = aligned?.[index] ?? attended(groups, index, piece.endSec - fromSec)
    return {
      text,
      startSec: fromSec + interval.startSec,
      endSec: fromSec + interval.endSec,
      confidence: Math.exp(own.reduce((sum, { probability }) => sum + Math.log(probability), 0) / own.length),
    }
  })
}

interface WordGroup {
  text: string
  tokens: PlacedToken[]
}

function wordGroups(tokens: PlacedToken[]): WordGroup[] {
  const groups: PlacedToken[][] = []
  for (const token of tokens) {
    if (groups.length === 0 || opensWord(token.id)) groups.push([token])
    else groups.at(-1)!.push(token)
  }
  return groups
    .map((own) => ({ text: textOfTokens(own.map(({ id }) => id)).trim(), tokens: own }))
    .filter(({ text }) => text !== '')
}

/** From where the decoder looked for the word to where it looked for the next. */
function attended(groups: WordGroup[], index: number, endSec: number): Interval {
  const { timeSec: startSec } = groups[index].tokens[0]
  const untilSec = groups[index + 1]?.tokens[0].timeSec ?? Math.min(endSec, startSec + LAST_WORD_SEC)
  return { startSec, endSec: Math.max(startSec, untilSec) }
}
