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
/** From here on down texts are as unlike as any two. */
const LETTERS_UNLIKE = 0.35
/** Only the files that share most with a script are compared with it. */
const MOST_COMPARED = 4

/** What a file says is surely another file's script only where it is about as long; half of a script is not the script, */
const MOST_LENGTH_DIFFERENCE = 0.25
/** where the words fit, or the letters to so much ("Welcome back, Valerie" and "Jonathan" agree to 0.58, other texts to less), */
const LETTERS_SURELY_FIT = 0.65
/** and where no third text fits nearly as well: by the words to one in thirty, by the letters to far more. */
const AHEAD = BETTER
const LETTERS_AHEAD = LETTERS_BETTER
/** Lines of fewer words are often made alike, "Your battery is low" and "is full": then nearly all must fit. */
const FEWEST_TELLING_WORDS = 8
const FITS_AS_A_WHOLE = 0.85

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
  beginning: string
  words: Int32Array
  wordsInAll: number
  letters: Int32Array
  lettersInAll: number
  grams: Set<string>
}

/** The script that a file says in place of its own. */
export interface SaidScript {
  /** The files that have this script, in their order. */
  files: readonly number[]
  /** It fits far better than the script of the file itself, and so well that it is hardly a text much like it. */
  isFarBetter: boolean
}

interface Fit {
  at: number
  fit: number
}

interface SameTexts {
  /** By the first file that has a script: all files that have the same. */
  files: ReadonlyMap<number, readonly number[]>
  /** For each file with a script the first one that has the same. */
  firstOf: ReadonlyMap<number, number>
}

/** The files that have each piece, in their order. */
type Sharing = ReadonlyMap<string, readonly number[]>
type Measure = (text: Read, transcript: Read) => number

/** The scripts and transcripts of a batch. Each is read once at most, and none before a script is to be found. */
export class FittingFiles {
  private readonly wordNumbers = new Map<string, number>()
  private readonly transcripts = new Map<number, Read>()
  private readonly texts = new Map<number, Read>()
  private readonly found = new Map<number, number | null>()
  private sharingTranscripts: Sharing | undefined
  private sharingTexts: Sharing | undefined
  private sameTexts: SameTexts | undefined

  constructor(
    private readonly files: readonly ScriptedFile[],
    private readonly normalise: (text: string) => string[] = normaliseWords,
  ) {}

  /** For a file whose script does not fit: the index of the file that says it, or null. */
  find(index: number): number | null {
    let found = this.found.get(index)
    if (found === undefined) {
      found = this.search(index)
      this.found.set(index, found)
    }
    return found
  }

  /** For a file that does not say its script, or has none: the script that it says, or null where that is not sure. */
  saidScript(index: number): SaidScript | null {
    if (this.transcript(index).words.length === 0) return null
    const candidates = this.scriptsSharing(index)
    const byWords = this.surest(index, candidates, wordsFit, AHEAD)
    if (byWords && byWords.fit >= FITS && byWords.fit >= byWords.own + BETTER)
      return this.said(index, byWords, byWords.fit >= byWords.own + FAR_BETTER)
    const byLetters = this.surest(index, candidates, lettersFit, LETTERS_AHEAD)
    if (byLetters && byLetters.fit >= LETTERS_SURELY_FIT && byLetters.fit >= byLetters.own + LETTERS_BETTER)
      return this.said(index, byLetters, byLetters.own < LETTERS_UNLIKE)
    return null
  }

  /** Whether a file may say a script, its own or another one, however badly it was recognised. */
  mayFit(script: number, file: number): boolean {
    const [text, transcript] = [this.text(script), this.transcript(file)]
    return wordsFit(text, transcript) >= FITS_IN_PART || lettersFit(text, transcript) >= LETTERS_FIT
  }

  /** Whether a script is altogether unlike what its own file says, and the files that share most with it. */
  isUnlikeAllFiles(script: number): boolean {
    return [script, ...this.filesSharing(script)].every((file) => this.isUnlike(script, file))
  }

  /** Whether what a file says is altogether unlike its own script, and those that share most with it. */
  isUnlikeAllScripts(file: number): boolean {
    return [file, ...this.scriptsSharing(file)].every((script) => this.isUnlike(script, file))
  }

  private isUnlike(script: number, file: number): boolean {
    return lettersFit(this.text(script), this.transcript(file)) < LETTERS_UNLIKE
  }

  /** What is to be said of a script, as far as it is compared. */
  beginningOfScript(index: number): string {
    return this.text(index).beginning
  }

  private said(index: number, { at, fit }: Fit, isFarBetter: boolean): SaidScript | null {
    const { words, lettersInAll: written } = this.text(at)
    const { lettersInAll: recognised } = this.transcript(index)
    if (Math.abs(written - recognised) > MOST_LENGTH_DIFFERENCE * Math.max(written, recognised)) return null
    const isTelling = words.length >= FEWEST_TELLING_WORDS || fit >= FITS_AS_A_WHOLE
    return { files: this.byText().files.get(at)!, isFarBetter: isFarBetter && isTelling }
  }

  /** The text that fits best what a file says, unless another one fits nearly as well. */
  private surest(
    index: number,
    candidates: readonly number[],
    measure: Measure,
    ahead: number,
  ): (Fit & { own: number }) | null {
    const transcript = this.transcript(index)
    const [best, second] = candidates
      .map((at) => ({ at, fit: measure(this.text(at), transcript) }))
      .sort((one, other) => other.fit - one.fit)
    if (!best || (second && best.fit < second.fit + ahead)) return null
    return { ...best, own: measure(this.text(index), transcript) }
  }

  private search(index: number): number | null {
    if (this.text(index).words.length === 0) return null
    const candidates = this.filesSharing(index)
    return (
      this.best(index, candidates, wordsFit, isWordsFit) ??
      this.best(index, candidates, lettersFit, isLettersFit)
    )
  }

  private best(
    index: number,
    candidates: readonly number[],
    measure: Measure,
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

  /** The files whose transcripts share most with a script. */
  private filesSharing(index: number): number[] {
    this.sharingTranscripts ??= sharingOf([...this.files.keys()], (at) => this.transcript(at))
    return sharingMost(this.text(index).grams, this.sharingTranscripts, index)
  }

  /** Of the scripts that share most with what a file says the first file of each, its own script left out. */
  private scriptsSharing(index: number): number[] {
    const { files, firstOf } = this.byText()
    this.sharingTexts ??= sharingOf([...files.keys()], (at) => this.text(at))
    return sharingMost(this.transcript(index).grams, this.sharingTexts, firstOf.get(index))
  }

  private byText(): SameTexts {
    if (this.sameTexts) return this.sameTexts
    const byWords = new Map<string, number[]>()
    const firstOf = new Map<number, number>()
    for (const at of this.files.keys()) {
      const { words, wordsInAll } = this.text(at)
      if (words.length === 0) continue
      const key = `${wordsInAll}: ${words.join(' ')}`
      const files = byWords.get(key)
      if (files) files.push(at)
      else byWords.set(key, [at])
      firstOf.set(at, files?.[0] ?? at)
    }
    this.sameTexts = { files: new Map([...byWords.values()].map((files) => [files[0], files])), firstOf }
    return this.sameTexts
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
      beginning,
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

function sharingOf(files: readonly number[], read: (at: number) => Read): Sharing {
  const sharing = new Map<string, number[]>()
  for (const at of files)
    for (const gram of read(at).grams) {
      const having = sharing.get(gram)
      if (having) having.push(at)
      else sharing.set(gram, [at])
    }
  return sharing
}

/** Those that share most pieces; a piece counts for more the fewer share it. */
function sharingMost(grams: ReadonlySet<string>, sharing: Sharing, except?: number): number[] {
  const rarest = [...grams]
    .map((gram) => sharing.get(gram))
    .filter((files) => files !== undefined)
    .sort((one, other) => one.length - other.length)
    .slice(0, MOST_GRAMS)
  const shares = new Map<number, number>()
  for (const files of rarest)
    for (const at of files.slice(0, MOST_SHARING))
      if (at !== except) shares.set(at, (shares.get(at) ?? 0) + 1 / files.length)
  return [...shares]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_COMPARED)
    .map(([at]) => at)
}

function isWordsFit(fit: number, own: number): boolean {
  return fit >= FITS ? fit >= own + BETTER : fit >= FITS_IN_PART && fit >= own + FAR_BETTER
}

function isLettersFit(fit: number, own: number): boolean {
  return fit >= LETTERS_FIT && fit >= own + LETTERS_BETTER
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
