// How the voices of a batch relate: which files have the voice of the batch, or of their part in the cast, and how far the others are
// from it.
import type { Accuracy, FileFindings, ReferenceFindings } from '../check.js'
import { isSpeechless, SPEECHLESS_DEVIATION } from '../speechless.js'
import { type CastVerdict, judgeCast } from './cast.js'
import { deviationsOf, unjudged } from './deviations.js'
import { majorityOf, voiceGroups } from './groups.js'
import type { ComparisonFindings } from './listen.js'
import { pooledReference } from './pooled-reference.js'
import { type ComparedFile, type ComparedVoices, comparedVoices } from './similarities.js'
import type { VoiceJudge } from './voice-judge.js'

/** Less speech does not show whose voice it is. */
export const SHORTEST_SPEECH_SEC = 0.8

export type Batch = readonly FileFindings<ComparisonFindings>[]
export type References = readonly ReferenceFindings<ComparedFile>[]

/** How the voices of the batch relate. */
export interface VoiceVerdict extends ComparedVoices {
  /** Files with enough speech. */
  judged: number[]
  groups: number[][]
  /** The files that have the batch's voice; null when no voice is the batch's. */
  majority: number[] | null
  /** For each file; where it is not judged, 0.5 and 0. */
  similarities: number[]
  deviations: number[]
  /** Where the caller said which file has which voice; each file is then judged among those of its voice. */
  cast: CastVerdict | null
}

/** Files in which nobody speaks are like no other. */
export function compareVoices(
  batch: Batch,
  references: References,
  judge: VoiceJudge,
  accuracy: Accuracy,
  certainties: readonly number[],
): VoiceVerdict {
  return withoutSpeechless(batch, compareAll(batch, references, judge, accuracy, certainties))
}

function compareAll(
  batch: Batch,
  references: References,
  judge: VoiceJudge,
  accuracy: Accuracy,
  certainties: readonly number[],
): VoiceVerdict {
  const voices = batch.map(({ findings }) => findings.voice)
  const referenced = [...new Set(references.map(({ voice }) => voice))]
  const pooled = referenced.map((voice) =>
    pooledReference(references.flatMap((each) => (each.voice === voice ? [each.findings] : []))),
  )
  const compared = comparedVoices([...batch.map(({ findings }) => findings), ...pooled], judge, accuracy)
  const matrix = compared.matrix.slice(0, batch.length).map((row) => row.slice(0, batch.length))
  const judged = voices.flatMap((voice, index) =>
    voice && voice.speechSec >= SHORTEST_SPEECH_SEC ? [index] : [],
  )
  const groups = voiceGroups(judged.map((row) => judged.map((column) => matrix[row][column]))).map((group) =>
    group.map((index) => judged[index]),
  )
  const majority = majorityOf(groups)
  const verdict = { matrix, likeness: compared.likeness, judged, groups, majority, cast: null }
  if (batch.some(({ castVoice }) => castVoice !== undefined)) {
    const cast = judgeCast({
      files: batch.map(({ file }) => file),
      voices: batch.map(({ castVoice }) => castVoice),
      compared,
      judged,
      certainties,
      references: new Map(referenced.map((voice, at) => [voice, batch.length + at])),
    })
    return { ...verdict, cast, similarities: cast.similarities, deviations: cast.deviations }
  }
  if (judged.length < 2) return { ...verdict, ...unjudged(batch.length) }
  return { ...verdict, ...deviationsOf(compared, judged, majority, certainties) }
}

/** Where nobody speaks, nobody's voice is like any other. */
function withoutSpeechless(batch: Batch, verdict: VoiceVerdict): VoiceVerdict {
  const speechless = batch.map(({ findings }) => isSpeechless(findings.presence))
  return {
    ...verdict,
    matrix: verdict.matrix.map((row, at) =>
      row.map((value, other) => (at !== other && (speechless[at] || speechless[other]) ? 0 : value)),
    ),
    similarities: verdict.similarities.map((value, at) => (speechless[at] ? 0 : value)),
    deviations: verdict.deviations.map((value, at) => (speechless[at] ? SPEECHLESS_DEVIATION : value)),
  }
}

/** Short speech deviates by itself; what is left of that when the model has allowed for it, measured on cuts of 0.8 to 3 s. */
const CERTAIN_FROM_SEC = 1.5
const CERTAIN_OF_NOTHING_SEC = 0.2
/** Noise at 20 dB and the like change a print, too: what is left of the certainty where the recording sounds different. */
const OTHER_RECORDING_CERTAINTY = 0.7

export function certainty(speechSec: number, isOtherRecording: boolean): number {
  const ofLength = (speechSec - CERTAIN_OF_NOTHING_SEC) / (CERTAIN_FROM_SEC - CERTAIN_OF_NOTHING_SEC)
  return Math.min(1, ofLength) * (isOtherRecording ? OTHER_RECORDING_CERTAINTY : 1)
}

/** Each voice is as likely the right one as any other. Of two files both are flagged. */
export function isWithoutMajority({ judged, majority, cast }: VoiceVerdict): boolean {
  return cast === null && majority === null && judged.length > 2
}

/** Those for which there is a voice that they can be held against. */
export function comparedFiles(verdict: VoiceVerdict): number[] {
  const { judged, cast } = verdict
  if (cast) return judged.filter((index) => cast.isJudged[index])
  return judged.length > 1 && !isWithoutMajority(verdict) ? judged : []
}

/** From 1. */
export function groupOf({ groups }: VoiceVerdict, index: number): number | null {
  const at = groups.findIndex((group) => group.includes(index))
  return at === -1 ? null : at + 1
}
