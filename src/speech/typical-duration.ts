// How long the same words take an ordinary reader. Words per minute alone would call a text of long words slow: over one
// voice's files they scatter by 16 %, the time taken against the time expected by 6 % (neural voices) to 8 % (readers).

/**
 * Mean length of each phone, in milliseconds; non-negative least squares over 6,873 words of 512 clips (99 voices, human and
 * synthetic) as timed by the aligner, each clip at its own pace.
 */
const PHONE_MS: Record<string, number> = {
  AA: 78, AE: 72, AH: 42, AO: 71, AW: 145, AY: 113, B: 72, CH: 119, D: 68, DH: 52, EH: 60, ER: 102, EY: 129, F: 86,
  G: 108, HH: 51, IH: 44, IY: 98, JH: 121, K: 97, L: 103, M: 79, N: 75, NG: 86, OW: 118, OY: 178, P: 107, R: 79,
  S: 116, SH: 114, T: 72, TH: 145, UH: 63, UW: 85, V: 73, W: 66, Y: 81, Z: 106, ZH: 84,
} // biome-ignore format: a table

/** What a word takes beyond its phones, and how much longer its end is drawn at the end of a phrase; fitted with them. */
const WORD_MS = 16
const PHRASE_END_MS = 151
/** The silence between two phrases that is counted as speech; see `RUNNING_PAUSE_SEC`. */
const BETWEEN_PHRASES_MS = 50

export interface SaidText {
  /** The phones of each word. */
  words: string[][]
  phrases: number
}

export function typicalSec({ words, phrases }: SaidText): number {
  const wordsMs = words.reduce(
    (sum, phones) => sum + WORD_MS + phones.reduce((phonesMs, phone) => phonesMs + (PHONE_MS[phone] ?? 0), 0),
    0,
  )
  return (wordsMs + phrases * PHRASE_END_MS + Math.max(0, phrases - 1) * BETWEEN_PHRASES_MS) / 1000
}
