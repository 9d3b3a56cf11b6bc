// Scripts of which a file says the beginning, and the next file the rest.
import { editDistance } from '../../../text/edit-distance.js'
import { normaliseWords } from '../../../text/normalise.js'
import type { ScriptFindings } from '../listen.js'
import type { ScriptedBatch } from './scripted-batch.js'

/** A rest of fewer words, "and so on", may be said by any file. */
const FEWEST_WORDS = 6
/** Of a long rest the beginning tells. */
const MOST_WORDS = 40
/** So much of what a file begins with is the rest of the script before, */
const FITS = 0.7
/** and so much of it is no more than chance. */
const UNLIKE = 0.4
/** So much of the script up to the rest must be said by the file itself. */
const BEGINNING_SAID = 0.7
const FEWEST_WORDS_OF_BEGINNING = 3

/** The files whose scripts go on in the file after them, in the order of the batch. */
export function splitScripts({ files, misses, fitting }: ScriptedBatch): number[] {
  return [...files.keys()].filter((index) => {
    const next = index + 1
    if (!misses[index] || next >= files.length) return false
    const rest = restOf(files[index].findings)
    if (rest.length < FEWEST_WORDS) return false
    const begins = (text: string) => fitAtBeginning(rest, firstWords(text))
    return (
      begins(files[next].findings.transcript) >= FITS &&
      // Its own script may well begin with the same words.
      (files[next].script === undefined || begins(fitting.beginningOfScript(next)) < UNLIKE)
    )
  })
}

/** The first words of what is missing at the end of a file that says its script up to there. */
function restOf({ differences, matchedWords, referenceWords }: ScriptFindings): string[] {
  const missing = differences.find(
    ({ kind, atEnd, cause }) => kind === 'missing' && atEnd && cause === 'voice',
  )
  if (!missing) return []
  const beginning = referenceWords - missing.wordErrors
  if (beginning < FEWEST_WORDS_OF_BEGINNING || matchedWords < BEGINNING_SAID * beginning) return []
  return firstWords(missing.written)
}

function firstWords(text: string): string[] {
  const beginning = text.split(' ', MOST_WORDS).join(' ')
  return normaliseWords(beginning).slice(0, MOST_WORDS)
}

/** 1 less the errors for each word, as far as both go. */
function fitAtBeginning(rest: readonly string[], words: readonly string[]): number {
  const length = Math.min(rest.length, words.length)
  if (length < FEWEST_WORDS) return 0
  const numbers = new Map<string, number>()
  const numbered = (text: readonly string[]) =>
    Int32Array.from(text.slice(0, length), (word) => {
      if (!numbers.has(word)) numbers.set(word, numbers.size)
      return numbers.get(word)!
    })
  return 1 - editDistance(numbered(rest), numbered(words)) / length
}
