import { readText, usualWords } from './readings.js'

/**
 * The words of a text in one canonical form: lower case, no punctuation, contractions in full, numbers and
 * abbreviations as spoken, American spelling, hesitations left out. Where a number has several readings this takes
 * the most usual; to compare two texts use compareTexts, which weighs all of them.
 */
export function normaliseWords(text: string): string[] {
  return usualWords(readText(text))
}
