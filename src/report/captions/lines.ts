// The text of a cue on one or two lines.
import type { CaptionWord } from './captioned-track.js'
import { breakCost } from './places-to-break.js'
import type { OrderedWord } from './words-in-order.js'

/** Of two lines: the Timed Text Style Guides of Netflix, for English and most languages in Latin letters. */
export const LINE_CHARACTERS = 42

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** In these every code unit is a sign of its own. */
const simple = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]*$/

/** Signs as a reader counts them: an emoji is one, however it is made. */
export function signsIn(text: string): number {
  if (simple.test(text)) return text.length
  let signs = 0
  for (const _ of graphemes.segment(text)) signs++
  return signs
}

export interface MeasuredWord extends OrderedWord {
  signs: number
}

export function measured(words: readonly OrderedWord[]): MeasuredWord[] {
  return words.map((word) => ({ ...word, signs: signsIn(word.text) }))
}

/** Words that are longer than a line, such as addresses, in pieces that are not, which share their time. */
export function inPieces(words: readonly CaptionWord[]): CaptionWord[] {
  return words.flatMap((word) => (signsIn(word.text) <= LINE_CHARACTERS ? [word] : piecesOf(word)))
}

function piecesOf({ text, startSec, endSec, endsSentence }: CaptionWord): CaptionWord[] {
  const all = Array.from(graphemes.segment(text), ({ segment }) => segment)
  const count = Math.ceil(all.length / LINE_CHARACTERS)
  const timeAt = (piece: number) => startSec + ((endSec - startSec) * piece) / count
  return Array.from({ length: count }, (_, piece) => ({
    text: all.slice(piece * LINE_CHARACTERS, (piece + 1) * LINE_CHARACTERS).join(''),
    startSec: timeAt(piece),
    endSec: timeAt(piece + 1),
    ...(endsSentence && piece === count - 1 && { endsSentence }),
  }))
}

/** For each word where the next line begins if it begins one: behind as many words as a line holds. */
export function nextLines(words: readonly MeasuredWord[]): number[] {
  let end = 0
  let signs = -1
  return words.map((word) => {
    while (end < words.length && signs + 1 + words[end].signs <= LINE_CHARACTERS)
      signs += 1 + words[end++].signs
    signs -= 1 + word.signs
    return end
  })
}

/** How much more one line is worth as long as the other; a break at a comma is worth more. */
const UNEVEN_LINES = 3
/** Of two that are not alike the lower one should be longer: it hides less of the picture. */
const LONGER_ABOVE = 0.3

/** Of words that fit into two lines: on one if they do, else broken where it reads best. */
export function linesOf(words: readonly MeasuredWord[]): string[] {
  const all = signsTogether(words)
  if (all <= LINE_CHARACTERS) return [textOf(words)]
  let best = { at: 0, cost: Number.POSITIVE_INFINITY }
  let above = -1
  for (let at = 1; at < words.length; at++) {
    above += words[at - 1].signs + 1
    const below = all - above - 1
    if (above > LINE_CHARACTERS) break
    if (below > LINE_CHARACTERS) continue
    const uneven = (UNEVEN_LINES * Math.abs(above - below)) / LINE_CHARACTERS
    const cost = breakCost(words[at - 1], words[at]) + uneven + (above > below ? LONGER_ABOVE : 0)
    if (cost < best.cost) best = { at, cost }
  }
  return [textOf(words.slice(0, best.at)), textOf(words.slice(best.at))]
}

/** With the spaces between them. */
export function signsTogether(words: readonly MeasuredWord[]): number {
  return words.reduce((sum, { signs }) => sum + signs + 1, -1)
}

function textOf(words: readonly MeasuredWord[]): string {
  return words.map(({ text }) => text).join(' ')
}
