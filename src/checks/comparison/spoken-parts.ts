// Who speaks the parts of a dialogue that its script gives to speakers: each name should have one voice, and no other name the same.

import { clock } from '../../report/clock.js'
import { inWords } from '../../report/in-words.js'
import type { LabelledPart } from '../check.js'
import type { VoiceTurn } from './voice-turns.js'

export interface SpokenPart extends LabelledPart {
  /** Which of the voices of the file speaks most of it; null where that cannot be told. */
  voice: number | null
}

/** In less of a part nobody can say whose voice it is: the change from one to another is told within half a second. */
const SHORTEST_PART_SEC = 1.5
/** So much of another voice inside of one part is no matter of where the change is told. */
const OTHER_VOICE_SEC = 2
/** Names with less in all are not said to share a voice. */
const SHORTEST_SHARE_SEC = 3

export function spokenParts(parts: readonly LabelledPart[], turns: readonly VoiceTurn[]): SpokenPart[] {
  return parts.map((part) => ({ ...part, voice: secondsByVoice(part, turns)[0]?.voice ?? null }))
}

/** Whether the script has several speakers, so that several voices are as they should be. */
export function isDialogue(parts: readonly LabelledPart[] = []): boolean {
  return new Set(parts.map(({ label }) => label)).size > 1
}

/** What is wrong between speakers and voices, as reasons. */
export function speakerFaults(parts: readonly LabelledPart[], turns: readonly VoiceTurn[]): string[] {
  const voicesOf = new Map<string, Voice[]>()
  for (const part of parts) {
    if (part.endSec - part.startSec < SHORTEST_PART_SEC) continue
    const [most, ...others] = secondsByVoice(part, turns)
    if (!most) continue
    const voices = voicesOf.get(part.label) ?? []
    voicesOf.set(part.label, voices)
    for (const each of [most, ...others.filter(({ seconds }) => seconds >= OTHER_VOICE_SEC)]) {
      const known = voices.find(({ voice }) => voice === each.voice)
      if (known) known.seconds += each.seconds
      else voices.push(each)
    }
  }
  const faults: string[] = []
  const labelsOf = new Map<number, string[]>()
  for (const [label, voices] of voicesOf) {
    const [first, other] = voices.toSorted((a, b) => a.startSec - b.startSec)
    if (other)
      faults.push(`${label} is spoken by ${voices.length} voices, by another one at ${clock(other.startSec)}`)
    else if (first.seconds >= SHORTEST_SHARE_SEC)
      labelsOf.set(first.voice, [...(labelsOf.get(first.voice) ?? []), label])
  }
  for (const labels of labelsOf.values())
    if (labels.length > 1) faults.push(`${inWords(labels)} are spoken by one voice`)
  return faults
}

interface Voice {
  voice: number
  seconds: number
  /** Where it is first in the part. */
  startSec: number
}

/** The voice that speaks longest first. */
function secondsByVoice({ startSec, endSec }: LabelledPart, turns: readonly VoiceTurn[]): Voice[] {
  const voices = new Map<number, Voice>()
  for (const turn of turns) {
    const fromSec = Math.max(startSec, turn.startSec)
    const seconds = Math.min(endSec, turn.endSec) - fromSec
    if (seconds <= 0) continue
    const known = voices.get(turn.voice)
    if (known) known.seconds += seconds
    else voices.set(turn.voice, { voice: turn.voice, seconds, startSec: fromSec })
  }
  return [...voices.values()].sort((a, b) => b.seconds - a.seconds)
}
