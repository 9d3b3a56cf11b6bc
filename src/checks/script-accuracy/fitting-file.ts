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
/**
 * Where hardly a word is heard as written, its letters are: "Carlos Villanueva won" as "car loosely lung with the one". Of
 * 2775 pairs of unlike texts the letters of none agree so far, and of all but two short ones to 0.34 at the most.
 */
const LETTERS_FIT = 0.5
const LETTERS_BETTER = 0.15
/** Only the files whose words are most like the script's are compared word by word. */
const MOST_COMPARED = 3

/** For a file whose script does not fit: the index of the file that says it, or null. */
export function fittingFile(files: readonly ScriptedFile[], index: number): number | null {
  const { text } = files[index]
  if (!text) return null
  const bag = bagOf(text)
  const candidates = files
    .map(({ transcript }, at) => ({ at, overlap: at === index ? -1 : overlap(bag, bagOf(transcript)) }))
    .filter((candidate) => candidate.overlap >= 0)
    .sort((one, other) => other.overlap - one.overlap)
    .slice(0, MOST_COMPARED)
    .map(({ at }) => at)
  return (
    best(files, index, candidates, fitOf, (fit, own) =>
      fit >= FITS ? fit >= own + BETTER : fit >= FITS_IN_PART && fit >= own + FAR_BETTER,
    ) ??
    best(
      files,
      index,
      candidates,
      lettersFit,
      (fit, own) => fit >= LETTERS_FIT && fit >= own + LETTERS_BETTER,
    )
  )
}

function best(
  files: readonly ScriptedFile[],
  index: number,
  candidates: readonly number[],
  measure: (text: string, transcript: string) => number,
  fits: (fit: number, own: number) => boolean,
): number | null {
  const text = files[index].text ?? ''
  const own = measure(text, files[index].transcript)
  const fitting = candidates
    .map((at) => ({ at, fit: measure(text, files[at].transcript) }))
    .filter(({ fit }) => fits(fit, own))
    // A file that says its own script is not where this one belongs, however alike the two are.
    .filter(({ at, fit }) => fit > measure(files[at].text ?? '', files[at].transcript))
  return fitting.length === 0 ? null : fitting.reduce((a, b) => (b.fit > a.fit ? b : a)).at
}

/** Of longer texts the beginning tells. */
const MOST_LETTERS = 3000

function lettersFit(text: string, transcript: string): number {
  const written = lettersOf(text)
  const heard = lettersOf(transcript)
  const longer = Math.max(written.length, heard.length)
  return longer === 0 ? 0 : 1 - changesBetween(written, heard) / longer
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, MOST_LETTERS)
}

/** The fewest letters to be put in, left out or changed (Levenshtein's distance). */
function changesBetween(one: string, other: string): number {
  let row = Uint16Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 0; i < one.length; i++) {
    const next = new Uint16Array(row.length)
    next[0] = i + 1
    for (let j = 0; j < other.length; j++)
      next[j + 1] = Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (one[i] === other[j] ? 0 : 1))
    row = next
  }
  return row[other.length]
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
