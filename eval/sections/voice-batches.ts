// The real task: one voice's files with strangers among them, through the real judgement.

import { seededRandom, shuffled, stableHash } from '../../lab/random.js'
import type { Clip, Variant } from '../../lab/voice-model/embed-corpus.js'
import type { Accuracy } from '../../src/checks/check.js'
import { judgeComparison } from '../../src/checks/comparison/judge.js'
import type { ComparisonFindings } from '../../src/checks/comparison/listen.js'
import type { VoiceJudge } from '../../src/checks/comparison/voice-judge.js'

export interface Drawn {
  clip: Clip
  isStranger: boolean
}

/** How far each file of each batch deviated. */
export interface Deviation {
  set: string
  isStranger: boolean
  deviation: number
  /** Whether it was noted that the recording sounds different. */
  isNoted: boolean
}

const LOUDNESS_LUFS = -20

export function findingsOf(clip: Clip): ComparisonFindings {
  return {
    presence: 'speech',
    voice: clip.voiceViews,
    parts: [],
    pauses: [],
    overlaps: [],
    recording: clip.recording,
    loudnessLufs: LOUDNESS_LUFS,
    levels: [],
    phraseEnds: [],
    pitchSemitones: null,
    pitches: [],
  }
}

export function deviationsOf(batch: Drawn[], judge: VoiceJudge, accuracy: Accuracy): Deviation[] {
  const files = batch.map(({ clip }) => ({ file: clip.file, findings: findingsOf(clip) }))
  const { tracks } = judgeComparison(files, { deviationThreshold: 0.15, accuracy }, judge).report
  return batch.map(({ clip, isStranger }, index) => ({
    set: clip.set,
    isStranger,
    deviation: tracks[index].deviation,
    isNoted: tracks[index].note?.includes('recording') ?? false,
  }))
}

export interface BatchPlan {
  size: number
  strangers: number
  drawsPerVoice: number
}

/**
 * Batches of every voice that has enough files; strangers are of the same gender, where it is known, and of the same set,
 * or of any where the set has one voice alone.
 */
export function batchesOf(
  clips: Clip[],
  all: Clip[],
  { size, strangers, drawsPerVoice }: BatchPlan,
): Drawn[][] {
  const files = new Map<string, Clip[]>()
  for (const clip of onePerFile(clips)) files.set(clip.voice, [...(files.get(clip.voice) ?? []), clip])
  const batches: Drawn[][] = []
  for (const [voice, own] of files) {
    if (own.length < size - strangers || own.length < 3) continue
    const others = (files.size > 1 ? clips : all).filter(
      (clip) => clip.voice !== voice && (own[0].gender === null || clip.gender === own[0].gender),
    )
    if (strangers > 0 && others.length === 0) continue
    const random = seededRandom(stableHash(`${voice} ${size} ${strangers}`))
    for (let draw = 0; draw < drawsPerVoice; draw++) {
      const batch = [
        ...shuffled(own, random)
          .slice(0, size - strangers)
          .map((clip) => ({ clip, isStranger: false })),
        ...shuffled(others, random)
          .slice(0, strangers)
          .map((clip) => ({ clip, isStranger: true })),
      ]
      if (batch.length === size) batches.push(batch)
    }
  }
  return batches
}

/** One file of a clean batch exchanged for a copy of itself in another condition: it is still the same voice. */
export function conditionBatches(
  clips: Clip[],
  isMember: (clip: Clip) => boolean,
  condition: Variant,
  size: number,
): Drawn[][] {
  const changed = clips.filter(({ variant }) => variant === condition)
  return changed.flatMap((clip) => {
    const rest = onePerFile(clips.filter((other) => other.voice === clip.voice && isMember(other))).filter(
      ({ file }) => file !== clip.file,
    )
    if (rest.length < 3) return []
    const random = seededRandom(stableHash(`${clip.file} ${condition}`))
    const members = shuffled(rest, random).slice(0, size - 1)
    return [[{ clip, isStranger: true }, ...members.map((member) => ({ clip: member, isStranger: false }))]]
  })
}

function onePerFile(clips: Clip[]): Clip[] {
  return [
    ...new Map(
      clips.map((clip) => [`${clip.file} ${clip.variant.startsWith('half') ? clip.variant : ''}`, clip]),
    ).values(),
  ]
}
