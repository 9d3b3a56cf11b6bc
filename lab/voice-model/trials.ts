// Pairs of clips of which it is known whether one voice speaks in both.
import { seededRandom, shuffled, stableHash } from '../random.js'
import type { Clip, Variant } from './embed-corpus.js'

export interface Trials {
  same: [Clip, Clip][]
  different: [Clip, Clip][]
}

/** The file as it was made, whole or in halves. */
const AS_MADE: Variant[] = ['clean', 'half-a', 'half-b']
export const LONG_FROM_SEC = 3
export const SHORT_FROM_SEC = 1.5
export const BRIEF_FROM_SEC = 0.8

export function isLong({ variant, speechSec }: Clip): boolean {
  return AS_MADE.includes(variant) && speechSec >= LONG_FROM_SEC
}

export function isShort({ variant, speechSec }: Clip): boolean {
  const isCut = variant === 'short' || AS_MADE.includes(variant)
  return isCut && speechSec >= SHORT_FROM_SEC && speechSec < LONG_FROM_SEC
}

export function isBrief({ variant, speechSec }: Clip): boolean {
  const isCut = variant === 'brief' || AS_MADE.includes(variant)
  return isCut && speechSec >= BRIEF_FROM_SEC && speechSec < SHORT_FROM_SEC
}

/** The same voice, recorded otherwise. */
const OTHER_RECORDINGS: Variant[] = ['lowpass', 'noise20', 'noise30', 'eq']

export function isOtherRecording({ variant }: Clip): boolean {
  return OTHER_RECORDINGS.includes(variant)
}

/** A clip, and several of one voice that it is held against. */
export interface GroupTrial {
  clip: Clip
  group: Clip[]
  isSame: boolean
}

const SMALLEST_GROUP = 2
const LARGEST_GROUP = 9
const DRAWS_A_VOICE = 12

/** Clips against groups of other files of one voice, as many of the same voice as of others of the same gender. */
export function groupTrialsOf(clips: Clip[], asked = clips): GroupTrial[] {
  const voices = new Map<string, Map<string, Clip>>()
  for (const clip of clips) {
    const files = voices.get(clip.voice) ?? new Map<string, Clip>()
    voices.set(clip.voice, files.set(recordingOf(clip), clip))
  }
  const trials: GroupTrial[] = []
  for (const [voice, files] of voices) {
    const own = [...files.values()]
    const others = asked.filter(
      (clip) => clip.voice !== voice && (own[0].gender === null || clip.gender === own[0].gender),
    )
    if (own.length <= SMALLEST_GROUP || others.length === 0) continue
    const random = seededRandom(stableHash(`${voice} groups`))
    for (let draw = 0; draw < DRAWS_A_VOICE; draw++) {
      const size = SMALLEST_GROUP + Math.floor(random() * (LARGEST_GROUP - SMALLEST_GROUP))
      const group = shuffled(own, random).slice(0, Math.min(size, own.length - 1))
      const taken = new Set(group.map(recordingOf))
      const apart = asked.filter((clip) => clip.voice === voice && !taken.has(recordingOf(clip)))
      if (apart.length === 0) continue
      trials.push({ clip: apart[Math.floor(random() * apart.length)], group, isSame: true })
      trials.push({ clip: others[Math.floor(random() * others.length)], group, isSame: false })
    }
  }
  return trials
}

function recordingOf({ file, variant }: Clip): string {
  return variant.startsWith('half') ? `${file} ${variant}` : file
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
