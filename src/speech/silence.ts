import type { Interval, Word } from './heard.js'

/**
 * The silence between a word and the next: what the aligner leaves between them, or what has no voice between the middles of
 * the two, whichever is more. Each alone misses pauses, the one in noise, the other where words are drawn out.
 */
export function silenceSec(word: Word, next: Word, pauses: readonly Interval[]): number {
  const between = { startSec: middleSec(word), endSec: middleSec(next) }
  const voicelessSec = pauses.reduce((sum, pause) => sum + overlapSec(pause, between), 0)
  return Math.max(next.startSec - word.endSec, voicelessSec)
}

function middleSec({ startSec, endSec }: Interval): number {
  return (startSec + endSec) / 2
}

function overlapSec(one: Interval, other: Interval): number {
  return Math.max(0, Math.min(one.endSec, other.endSec) - Math.max(one.startSec, other.startSec))
}
