// Words as cues are made of them: whole milliseconds, one after the other, nothing in them that could end a cue.
import type { CaptionWord } from './captioned-track.js'

export interface OrderedWord {
  text: string
  startMs: number
  /** Above startMs, and at most the start of the next word. */
  endMs: number
  endsSentence?: true
}

const MS_PER_SEC = 1000
/** WebVTT wants the end of a cue behind its start. */
const SHORTEST_MS = 1

/** Line breaks and control characters, of which none belongs into a word. Marks of direction and joiners of emoji stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

export function inOrder(words: readonly CaptionWord[]): OrderedWord[] {
  const ordered: OrderedWord[] = []
  let leastMs = 0
  for (const { text, startSec, endSec, endsSentence } of words) {
    const shown = text.replace(unprintable, ' ').trim()
    if (shown === '') continue
    const startMs = Math.max(leastMs, wholeMs(startSec))
    const endMs = Math.max(startMs + SHORTEST_MS, wholeMs(endSec))
    const before = ordered.at(-1)
    if (before) before.endMs = Math.min(before.endMs, startMs)
    ordered.push({ text: shown, startMs, endMs, ...(endsSentence && { endsSentence }) })
    leastMs = startMs + SHORTEST_MS
  }
  return ordered
}

function wholeMs(timeSec: number): number {
  return Number.isFinite(timeSec) ? Math.round(timeSec * MS_PER_SEC) : 0
}
