// Scripts that were given to the wrong file of a batch.

import { normaliseWords } from '../../text/normalise.js'
import { compareTexts, wordErrorRate } from '../../text/word-errors.js'

export interface ScriptedFile {
  file: string
  /** What is to be said; undefined without a script. */
  text: string | undefined
  transcript: string
}

/** A script fits another file when that one says nearly all of it, */
const FITS = 0.7
/** and by so much better than its own file; two scripts of one batch may differ in a word or two. */
const BETTER = 0.03
/** Of a text full of names less is heard as written: then the own file must be far off. Unlike texts lie at 0.2 and below. */
const FITS_IN_PART = 0.4
const FAR_BETTER = 0.3
/** Only the files whose words are most like the script's are compared word by word. */
const MOST_COMPARED = 3

/** For a file whose script does not fit: the index of the file that says it, or null. */
export function fittingFile(files: readonly ScriptedFile[], index: number): number | null {
  const { text } = files[index]
  if (!text) return null
  const own = fitOf(text, files[index].transcript)
  const bag = bagOf(text)
  const candidates = files
    .map(({ transcript }, at) => ({ at, overlap: at === index ? -1 : overlap(bag, bagOf(transcript)) }))
    .filter((candidate) => candidate.overlap > 0)
    .sort((one, other) => other.overlap - one.overlap)
    .slice(0, MOST_COMPARED)
    .map(({ at }) => ({ at, fit: fitOf(text, files[at].transcript) }))
    .filter(
      ({ fit }) => (fit >= FITS && fit >= own + BETTER) || (fit >= FITS_IN_PART && fit >= own + FAR_BETTER),
    )
    // A file that says its own script is not where this one belongs, however alike the two are.
    .filter(
      (candidate) => candidate.fit > fitOf(files[candidate.at].text ?? '', files[candidate.at].transcript),
    )
  return candidates.length === 0 ? null : candidates.reduce((a, b) => (b.fit > a.fit ? b : a)).at
}

function fitOf(text: string, transcript: string): number {
  return text.trim() === '' ? 0 : 1 - Math.min(1, wordErrorRate(compareTexts(text, transcript)))
}

function bagOf(text: string): Map<string, number> {
  const bag = new Map<string, number>()
  for (const word of normaliseWords(text)) bag.set(word, (bag.get(word) ?? 0) + 1)
  return bag
}

function overlap(one: Map<string, number>, other: Map<string, number>): number {
  let shared = 0
  for (const [word, count] of one) shared += Math.min(count, other.get(word) ?? 0)
  const size = (bag: Map<string, number>) => [...bag.values()].reduce((sum, count) => sum + count, 0)
  return shared / Math.max(1, size(one), size(other))
}
