// Pairs of clips of which it is known whether one voice speaks in both.
import type { Clip, Variant } from './embed-corpus.js'

export interface Trials {
  same: [Clip, Clip][]
  different: [Clip, Clip][]
}

/** The file as it was made, whole or in halves. */
const AS_MADE: Variant[] = ['clean', 'half-a', 'half-b']
export const LONG_FROM_SEC = 3
export const SHORT_FROM_SEC = 1.5

export function isLong({ variant, speechSec }: Clip): boolean {
  return AS_MADE.includes(variant) && speechSec >= LONG_FROM_SEC
}

export function isShort({ variant, speechSec }: Clip): boolean {
  const isCut = variant === 'short' || AS_MADE.includes(variant)
  return isCut && speechSec >= SHORT_FROM_SEC && speechSec < LONG_FROM_SEC
}

/** Every pair of these clips that tells something: two copies of one recording do not. */
export function trialsOf(clips: Clip[], sameGender = false): Trials {
  const trials: Trials = { same: [], different: [] }
  for (const [index, one] of clips.entries()) {
    for (const other of clips.slice(index + 1)) {
      if (one.voice === other.voice) {
        if (areApart(one, other)) trials.same.push([one, other])
      } else if (!sameGender || (one.gender !== null && one.gender === other.gender)) {
        trials.different.push([one, other])
      }
    }
  }
  return trials
}

/** Different files, or the two halves of one. */
function areApart(one: Clip, other: Clip): boolean {
  if (one.file !== other.file) return true
  return one.variant !== other.variant && one.variant.startsWith('half') && other.variant.startsWith('half')
}

/** The share of errors where as many pairs of one voice fall below the limit as pairs of two voices above it. */
export function equalErrorRate(same: number[], different: number[]): number {
  const all = [
    ...same.map((value) => ({ value, isSame: true })),
    ...different.map((value) => ({ value, isSame: false })),
  ].sort((a, b) => a.value - b.value)
  let missed = 0
  let accepted = different.length
  let best = { gap: Infinity, rate: 1 }
  for (const { isSame } of all) {
    const gap = Math.abs(missed / same.length - accepted / different.length)
    if (gap < best.gap) best = { gap, rate: (missed / same.length + accepted / different.length) / 2 }
    if (isSame) missed++
    else accepted--
  }
  return best.rate
}
