// Scripts that no file of a batch says, not even in part. Where that is not sure, nothing is told.
import { isContentWord } from '../../../text/function-words.js'
import { isSpeechless } from '../../speechless.js'
import { foreignLanguage } from '../language.js'
import type { ScriptedBatch } from './scripted-batch.js'

/** With less of a script than this another text is said; small words agree by chance. */
const SAID_IN_PART = 0.25
/** What was recognised as fewer words may be noise, or badly misrecognised. */
const FEWEST_WORDS = 4

/** A script is looked for by so many words in a row. */
const ROW_WORDS = 3
/** Where a file says so many of the rows of a script, it may say a part of it: texts have "one of the" in common. */
const FEWEST_SHARED_ROWS = 2
const SHARED_ROWS = 0.1
/** Of a short script one row may be all there is. */
const MANY_SHARED_ROWS = 0.5
/** A row that more scripts have tells none of them apart, and the work for a transcript does not grow with the batch. */
const MOST_SHARING = 24

/** `candidates`: scripts that are not said by their own files nor as a whole by others. */
export function unsaidScripts(batch: ScriptedBatch, candidates: readonly number[]): Set<number> {
  return withoutSaidInPart(
    batch,
    candidates.filter((index) => isSomethingElseSaid(batch, index)),
  )
}

function isSomethingElseSaid({ files, fitting }: ScriptedBatch, index: number): boolean {
  const { presence, notCompared, matchedWords, referenceWords, wordTimesSec } = files[index].findings
  return (
    !isSpeechless(presence) &&
    !notCompared &&
    wordTimesSec.length >= FEWEST_WORDS &&
    matchedWords < SAID_IN_PART * referenceWords &&
    fitting.isUnlikeAllFiles(index) &&
    isRecognisable(fitting.beginningOfScript(index))
  )
}

/** A line of fewer words may be recognised as anything; a number, which has many readings, too. */
const FEWEST_WORDS_OF_SCRIPT = 8
const MOST_NUMBERS = 0.1
/** Small words of English of which a text must have two at least, and such a share. */
const FEWEST_SMALL_WORDS = 2
const SMALL_WORDS_SHARE = 0.2

/** Whether somebody who says this text is understood: surely English, and no mere line or table of numbers. */
function isRecognisable(text: string): boolean {
  if (/[^\p{ASCII}\p{P}\p{S}\p{Z}]/u.test(text) || foreignLanguage(text) !== null) return false
  const words = wordsOf(text)
  const small = words.filter((word) => !isContentWord(word))
  const numbers = words.filter((word) => /\p{N}/u.test(word)).length
  return (
    words.length >= FEWEST_WORDS_OF_SCRIPT &&
    numbers <= MOST_NUMBERS * words.length &&
    new Set(small).size >= FEWEST_SMALL_WORDS &&
    small.length >= SMALL_WORDS_SHARE * words.length
  )
}

/** One pass over all transcripts, however many scripts are looked for. */
function withoutSaidInPart({ files, fitting }: ScriptedBatch, candidates: readonly number[]): Set<number> {
  if (candidates.length === 0) return new Set()
  const scripts = scriptsByText(candidates, (index) => fitting.beginningOfScript(index))
  const havingRow = new Map<string, UnsaidText[]>()
  for (const script of scripts)
    for (const row of script.rows) {
      const having = havingRow.get(row)
      if (having) having.push(script)
      else havingRow.set(row, [script])
    }
  for (const [row, having] of havingRow)
    if (having.length > MOST_SHARING) {
      havingRow.delete(row)
      for (const { rows } of having) rows.delete(row)
    }
  const unsaid = new Set(scripts.filter(({ rows }) => rows.size >= FEWEST_SHARED_ROWS))
  for (const { findings } of files) {
    const shared = new Map<UnsaidText, number>()
    for (const row of rowsOf(findings.transcript))
      for (const script of havingRow.get(row) ?? []) shared.set(script, (shared.get(script) ?? 0) + 1)
    for (const [script, count] of shared) if (isSaidInPart(count, script.rows.size)) unsaid.delete(script)
  }
  return new Set([...unsaid].flatMap((script) => script.files))
}

function isSaidInPart(shared: number, rows: number): boolean {
  return (shared >= FEWEST_SHARED_ROWS && shared >= SHARED_ROWS * rows) || shared >= MANY_SHARED_ROWS * rows
}

interface UnsaidText {
  files: number[]
  rows: Set<string>
}

function scriptsByText(candidates: readonly number[], textOf: (index: number) => string): UnsaidText[] {
  const byText = new Map<string, UnsaidText>()
  for (const index of candidates) {
    const text = textOf(index)
    const known = byText.get(text)
    if (known) known.files.push(index)
    else byText.set(text, { files: [index], rows: rowsOf(text) })
  }
  return [...byText.values()]
}

function rowsOf(text: string): Set<string> {
  const words = wordsOf(text)
  const rows = new Set<string>()
  for (let at = 0; at + ROW_WORDS <= words.length; at++) rows.add(words.slice(at, at + ROW_WORDS).join(' '))
  return rows
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
}
