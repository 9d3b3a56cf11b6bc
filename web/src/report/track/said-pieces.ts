// The transcript laid against the script: words in their order, with what was left out put where it belongs.
import type { Difference, ScriptTrack } from '../../api/audit.js'

export interface SaidWord {
  text: string
  startSec: number
  endSec: number
  /** Added or changed, or part of a tag. */
  mark: 'plain' | 'added' | 'changed' | 'tag'
  /** Held to be the recogniser's mistake, which counts against nobody. */
  isDoubtful: boolean
  /** What the script has in its place and is held to be said: "gulls" where "girls" was recognised. */
  saidFor?: string
}

export interface LeftOut {
  leftOut: string
  timeSec: number
  isDoubtful: boolean
}

export type SaidPiece = SaidWord | LeftOut

/** Null when the audit does not tell when words are said. */
export function saidPieces(track: ScriptTrack): SaidPiece[] | null {
  const { transcript, wordTimesSec, differences, tags } = track
  const texts = transcript === '' ? [] : transcript.split(' ')
  if (!wordTimesSec || wordTimesSec.length !== texts.length) return null
  const words = texts.map((text, index): SaidWord => {
    const [startSec, endSec] = wordTimesSec[index]
    return { text, startSec, endSec, mark: 'plain', isDoubtful: false }
  })
  const insertions = new Map<number, LeftOut[]>()
  for (const difference of differences) {
    const { timeSec, written } = difference
    const isDoubtful = difference.cause === 'recogniser'
    if (isSaidAsWritten(difference)) {
      for (const word of wordsAt(words, difference)) Object.assign(word, { isDoubtful, saidFor: written })
      continue
    }
    for (const word of wordsAt(words, difference)) {
      word.mark = difference.kind === 'added' ? 'added' : 'changed'
      word.isDoubtful = isDoubtful
    }
    if (written === '') continue
    const at = placeOf(words, difference)
    insertions.set(at, [...(insertions.get(at) ?? []), { leftOut: written, timeSec, isDoubtful }])
  }
  for (const tag of tags.spoken) {
    for (const word of words.filter((word) => isWithin(word, tag))) word.mark = 'tag'
  }
  return [...words, null].flatMap((word, at) => [...(insertions.get(at) ?? []), ...(word ? [word] : [])])
}

/** The recogniser wrote other words for it, which is no fault. Audits of older versions do not tell. */
function isSaidAsWritten({ kind, verdict }: Difference): boolean {
  return kind === 'changed' && verdict === 'said'
}

function wordsAt(words: SaidWord[], difference: Difference): SaidWord[] {
  return difference.kind === 'missing' ? [] : words.filter((word) => isWithin(word, difference))
}

/** By the middle of the word: times are rounded. */
function isWithin({ startSec, endSec }: SaidWord, span: { timeSec: number; endSec: number }): boolean {
  const middleSec = (startSec + endSec) / 2
  return middleSec >= span.timeSec && middleSec <= span.endSec
}

/** The word before which the missing ones stand: the first that was said in their place or after it. */
function placeOf(words: SaidWord[], { kind, timeSec, endSec }: Difference): number {
  const fromSec = kind === 'missing' ? (timeSec + endSec) / 2 : timeSec
  const at = words.findIndex((word) => (word.startSec + word.endSec) / 2 >= fromSec)
  return at === -1 ? words.length : at
}
