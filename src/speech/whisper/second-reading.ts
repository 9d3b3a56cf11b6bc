// Where Moonshine is in doubt of a piece, Whisper reads it again. Its errors are others, and where Moonshine is unsure it makes
// fewer of them; where Moonshine is sure the two are as good, and Whisper takes longer than all other models together.
import { once } from '../once.js'
import type { Word } from '../speech-data.js'
import type { WordAligner } from '../word-aligner.js'
import { type Reader, type Reading, type ReadWord, readPiece } from './reading.js'
import { Whisper } from './recogniser.js'

const SAMPLE_RATE_HZ = 16_000

// Which pieces it is asked about, and when its words are taken: chosen on 343 clips of the tune half of the corpus, where 7.9 % of
// Moonshine's words were wrong, 6.1 % of Whisper's and 6.6 % of both so combined, for 19 % of the sound read twice: 9 % of that
// of synthetic voices, 64 % of that of people who learn English. Asking below -0.12 took half as much again for six errors less.
/** A piece is in doubt when the mean logarithm of its words' confidences is lower... */
const DOUBT_BELOW = -0.2
/** ...or that of so many words in a row. */
const DOUBTFUL_WORDS = 4
const DOUBTFUL_WORDS_BELOW = -0.4
/** How much less sure than Moonshine it may be of its words: its confidences are a little lower throughout. */
const LESS_SURE_BY = 0.1
/** Where Moonshine is less sure than that, its word is taken whatever its own confidence. */
const LOST_BELOW = -0.3
/** Where Moonshine read nothing at all: digits that it had missed were read with -0.5 and better, babble with -0.86 and worse. */
const LEAST_SURE_ALONE = -0.6

/** Silence behind a piece: without, it lost last words. */
const SILENCE_BEHIND_SEC = 1

/** Fast speech has 5 to 6 tokens a second; what writes more has run away. */
const MOST_TOKENS_PER_SEC = 6.5
const SPARE_TOKENS = 24

/** From here on it holds that nobody speaks (openai/whisper, transcribe.py), and what it writes is invented. */
const NO_SPEECH_FROM = 0.6
/** What it is less sure of is no better than what was read before. */
const LEAST_SURE = -1

/** Whisper beside a transcriber: opened when it is first asked. */
export class SecondReader {
  private readonly reader: () => Promise<Reader>

  constructor(open: () => Promise<Reader> = () => Whisper.load()) {
    this.reader = once(open)
  }

  /** The words that it reads in the sound of a piece, with their times there; null where those read first are as good. */
  async read(
    sound: Float32Array,
    first: readonly ReadWord[],
    aligner: Pick<WordAligner, 'align'>,
    signal?: AbortSignal,
  ): Promise<Word[] | null> {
    const reader = await this.reader()
    signal?.throwIfAborted()
    const padded = new Float32Array(sound.length + SILENCE_BEHIND_SEC * SAMPLE_RATE_HZ)
    padded.set(sound)
    const maxTokens = Math.ceil((sound.length / SAMPLE_RATE_HZ) * MOST_TOKENS_PER_SEC) + SPARE_TOKENS
    const reading = await readPiece(reader, padded, maxTokens, signal)
    if (!isBetter(reading, first)) return null
    // A text that cannot be laid over the sound was not said.
    const times = await aligner.align(
      sound,
      reading.words.map(({ text }) => text),
    )
    return (
      times && reading.words.flatMap((word, index) => (times[index] ? [{ ...word, ...times[index] }] : []))
    )
  }
}

/** Whether another recogniser should read the piece. */
export function isDoubtful(words: readonly ReadWord[]): boolean {
  if (words.length === 0 || sureness(words) < DOUBT_BELOW) return true
  return words.some((_, from) => {
    const some = words.slice(from, from + DOUBTFUL_WORDS)
    return some.length === DOUBTFUL_WORDS && sureness(some) < DOUBTFUL_WORDS_BELOW
  })
}

/** Whether a second reading is taken for the first: on noise Whisper invents, and it can run on. */
export function isBetter({ words, noSpeech, finished }: Reading, first: readonly ReadWord[]): boolean {
  if (!finished || words.length === 0 || noSpeech >= NO_SPEECH_FROM) return false
  const sure = sureness(words)
  if (first.length === 0) return sure >= LEAST_SURE_ALONE
  const firstSure = sureness(first)
  return sure >= LEAST_SURE && (firstSure < LOST_BELOW || sure > firstSure - LESS_SURE_BY)
}

/** Mean logarithm of the confidences. */
function sureness(words: readonly ReadWord[]): number {
  return words.reduce((sum, { confidence }) => sum + Math.log(confidence), 0) / words.length
}
