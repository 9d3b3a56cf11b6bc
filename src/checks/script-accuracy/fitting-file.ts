// Scripts that were given to the wrong file of a batch.
import { editDistance } from '../../text/edit-distance.js'
import { normaliseWords } from '../../text/normalise.js'
import { readScript } from './script.js'

export interface ScriptedFile {
  script?: string | undefined
  findings: { transcript: string }
}

/** A script fits another file when that one says nearly all of it, */
const FITS = 0.7
/** and by so much better than its own file; two scripts of one batch may differ in a word or two. */
const BETTER = 0.03
/** Of a text full of names less is recognised as written: then its own file must be far off. Unlike texts lie at 0.2 and below. */
const FITS_IN_PART = 0.4
const FAR_BETTER = 0.3
/**
 * Where hardly a word is recognised as written, its letters are: "Carlos Villanueva won" as "car loosely lung with the one". Of
 * 2775 pairs of unlike texts the letters of none agree so far, and of all but two short ones to 0.34 at the most.
 */
const LETTERS_FIT = 0.5
const LETTERS_BETTER = 0.15
/** Only the files that share most with a script are compared with it. */
const MOST_COMPARED = 4

/** Of longer texts the beginning tells: two minutes of speech. */
const MOST_CHARACTERS = 2000
const MOST_LETTERS = 1000

/** Files are found by the pieces of so many letters that their transcripts have in common with the script, */
const GRAM_LETTERS = 4
/** by those that fewest files share, so many of them, */
const MOST_GRAMS = 32
/** and of a piece that many share by the first so many: the work for one script does not grow with the batch. */
const MOST_SHARING = 24

/** A text as it is compared: its beginning in numbers, and how long it is in all. */
interface Read {
  words: Int32Array
  wordsInAll: number
  letters: Int32Array
  lettersInAll: number
  grams: Set<string>
}

/** The scripts and transcripts of a batch. Each is read once at most, and none before a script is to be found. */
export class FittingFiles {
  private readonly wordNumbers = new Map<string, number>()
  private readonly transcripts = new Map<number, Read>()
  private readonly texts = new Map<number, Read>()
  /** The files whose transcripts have a piece, in their order. */
  private sharing: Map<string, number[]> | undefined

  constructor(
    private readonly files: readonly ScriptedFile[],
    private readonly normalise: (text: string) => string[] = normaliseWords,
  ) {}

  /** For a file whose script does not fit: the index of the file that says it, or null. */
  find(index: number): number | null {
    if (this.text(index).words.length === 0) return null
    const candidates = this.candidatesFor(index)
    return (
      this.best(index, candidates, wordsFit, (fit, own) =>
        fit >= FITS ? fit >= own + BETTER : fit >= FITS_IN_PART && fit >= own + FAR_BETTER,
      ) ??
      this.best(
        index,
        candidates,
        lettersFit,
        (fit, own) => fit >= LETTERS_FIT && fit >= own + LETTERS_BETTER,
      )
    )
  }

  private best(
    index: number,
    candidates: readonly number[],
    measure: (text: Read, transcript: Read) => number,
    fits: (fit: number, own: number) => boolean,
  ): number | null {
    const text = this.text(index)
    const own = measure(text, this.transcript(index))
    const fitting = candidates
      .map((at) => ({ at, fit: measure(text, this.transcript(at)) }))
      .filter(({ fit }) => fits(fit, own))
      // A file that says its own script is not where this one belongs, however alike the two are.
      .filter(({ at, fit }) => fit > measure(this.text(at), this.transcript(at)))
    return fitting.length === 0 ? null : fitting.reduce((a, b) => (b.fit > a.fit ? b : a)).at
  }

  /** Those that share most with the script; a piece counts for more the fewer files share it. */
  private candidatesFor(index: number): number[] {
    const sharing = this.sharingFiles()
    const rarest = [...this.text(index).grams]
      .map((gram) => sharing.get(gram))
      .filter((files) => files !== undefined)
      .sort((one, other) => one.length - other.length)
      .slice(0, MOST_GRAMS)
    const shares = new Map<number, number>()
    for (const files of rarest)
      for (const at of files.slice(0, MOST_SHARING))
        if (at !== index) shares.set(at, (shares.get(at) ?? 0) + 1 / files.length)
    return [...shares]
      .sort(([, one], [, other]) => other - one)
      .slice(0, MOST_COMPARED)
      .map(([at]) => at)
  }

  private sharingFiles(): Map<string, number[]> {
    if (this.sharing) return this.sharing
    this.sharing = new Map()
    for (const at of this.files.keys())
      for (const gram of this.transcript(at).grams) {
        const files = this.sharing.get(gram)
        if (files) files.push(at)
        else this.sharing.set(gram, [at])
      }
    return this.sharing
  }

  private text(index: number): Read {
    return this.readOnce(this.texts, index, () => readScript(this.files[index].script ?? '').text)
  }

  private transcript(index: number): Read {
    return this.readOnce(this.transcripts, index, () => this.files[index].findings.transcript)
  }

  private readOnce(known: Map<number, Read>, index: number, text: () => string): Read {
    let read = known.get(index)
    if (!read) {
      read = this.read(text())
      known.set(index, read)
    }
    return read
  }

  private read(text: string): Read {
    const beginning = beginningOf(text)
    const words = this.normalise(beginning)
    const joined = words.join('')
    const letters = Int32Array.from(joined.slice(0, MOST_LETTERS), (letter) => letter.codePointAt(0)!)
    const parts = text.length / Math.max(1, beginning.length)
    return {
      words: Int32Array.from(words, (word) => this.numberOf(word)),
      wordsInAll: words.length * parts,
      letters,
      lettersInAll: joined.length * parts,
      grams: gramsOf(joined.slice(0, MOST_LETTERS)),
    }
  }

  private numberOf(word: string): number {
    const number = this.wordNumbers.get(word) ?? this.wordNumbers.size
    this.wordNumbers.set(word, number)
    return number
  }
}

/** Whole words, as far as there are spaces. */
function beginningOf(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  const cut = text.slice(0, MOST_CHARACTERS)
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), MOST_CHARACTERS / 2))
}

/** Marked at both ends, so that a short text has some too. */
function gramsOf(letters: string): Set<string> {
  const marked = `^${letters}$`
  const grams = new Set<string>()
  if (letters === '') return grams
  if (marked.length < GRAM_LETTERS) grams.add(marked)
  for (let at = 0; at + GRAM_LETTERS <= marked.length; at++) grams.add(marked.slice(at, at + GRAM_LETTERS))
  return grams
}

/** 1 less the errors for each word that is written; no less than 0. */
function wordsFit(text: Read, transcript: Read): number {
  if (text.words.length === 0) return 0
  const errors = editDistance(text.words, transcript.words) / text.words.length
  return (
    1 - Math.min(1, Math.max(errors, Math.abs(text.wordsInAll - transcript.wordsInAll) / text.wordsInAll))
  )
}

/** 1 less the share of the letters that differ. */
function lettersFit(text: Read, transcript: Read): number {
  const longer = Math.max(text.letters.length, transcript.letters.length)
  if (longer === 0) return 0
  const longerInAll = Math.max(text.lettersInAll, transcript.lettersInAll)
  const missing = Math.abs(text.lettersInAll - transcript.lettersInAll) / longerInAll
  return 1 - Math.max(editDistance(text.letters, transcript.letters) / longer, missing)
}
