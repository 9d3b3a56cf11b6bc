import type { Interval, Word } from './speech-data.js'

/**
 * The silence between a word and the next: what the aligner leaves between them, or what has no voice between the middles of
 * the two, whichever is more. Each alone misses pauses, the one in noise, the other where words are drawn out.
 */
export function silenceSec(word: Word, next: Word, pauses: readonly Interval[]): number {
  const voicelessSec = silentSec({ startSec: middleSec(word), endSec: middleSec(next) }, pauses)
  return Math.max(next.startSec - word.endSec, voicelessSec)
}

/** How much of an interval has no voice. Pauses are in order and apart, so only those about it are looked at. */
export function silentSec(interval: Interval, pauses: readonly Interval[]): number {
  let low = 0
  let high = pauses.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (pauses[middle].endSec <= interval.startSec) low = middle + 1
    else high = middle
  }
  let sum = 0
  for (let at = low; at < pauses.length && pauses[at].startSec < interval.endSec; at++)
    sum += overlapSec(pauses[at], interval)
  return sum
}

function middleSec({ startSec, endSec }: Interval): number {
  return (startSec + endSec) / 2
}

function overlapSec(one: Interval, other: Interval): number {
  return Math.max(0, Math.min(one.endSec, other.endSec) - Math.max(one.startSec, other.startSec))
}
