// How long the same words take an ordinary reader. Words per minute alone would call a text of long words slow: over one
// voice's files they scatter by 16 %, the time taken against the time expected by 6 % (neural voices) to 8 % (readers).

/**
 * Mean length of each phone, in milliseconds: non-negative least squares over 8,671 words of 401 clips, human and synthetic,
 * as timed by the aligner, each clip at its own pace (scripts/fit-phone-lengths.ts).
 */
const PHONE_MS: Record<string, number> = {
  AA: 85, AE: 87, AH: 44, AO: 105, AW: 145, AY: 150, B: 88, CH: 131, D: 67, DH: 43, EH: 74, ER: 103, EY: 138, F: 93,
  G: 97, HH: 50, IH: 49, IY: 97, JH: 142, K: 91, L: 92, M: 78, N: 75, NG: 106, OW: 126, OY: 94, P: 100, R: 74,
  S: 115, SH: 114, T: 60, TH: 98, UH: 80, UW: 87, V: 61, W: 62, Y: 78, Z: 126, ZH: 117,
} // biome-ignore format: a table

/** What a word takes beyond its phones, and how much longer the end of a phrase is drawn; fitted with them. */
const WORD_MS = 40
const PHRASE_END_MS = 148

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
  return (wordsMs + phrases * PHRASE_END_MS) / 1000
}
