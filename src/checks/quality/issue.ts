// What can be wrong with a file, where, and how audible it is.

import { declarations, type IssueType, issueTypes, type QualityCheckName } from './detectors/declared.js'
import { parameters } from './parameter.js'

export { type IssueType, issueTypes }

/** The detector that finds issues of a type; one that is off leaves its types out. */
export const detectorOf = Object.fromEntries(
  declarations.flatMap(({ name, issue }) => (issue ? [[issue.type, name]] : [])),
) as Readonly<Record<IssueType, QualityCheckName>>

/** One fault as a detector finds it. Times in seconds from the start of the file. */
export interface Fault {
  type: IssueType
  startSec: number
  endSec: number
  /** 0 to 1: how much of the sound is spoilt, whether or not anybody notices. */
  severity: number
  /** 0 to 1: how much it stands out of the speech and noise around it; see `audibilityOf`. */
  audibility: number
  /** Natural logarithm of the odds that it is a fault at all; absent where the detector finds nothing that may be none. */
  odds?: number
  /** 0 to 1: how sure the recogniser was of the word beside it, where it says something of that. */
  wordConfidence?: number
  /** Of clicks: a step of the offset, which stays. */
  isStep?: true
}

export const audibilityLabels = ['subtle', 'noticeable', 'severe'] as const
export type AudibilityLabel = (typeof audibilityLabels)[number]

/** An issue as the contract reports it. */
export interface Issue {
  timeSec: number
  endSec: number
  durationMs: number
  type: IssueType
  severity: number
  audibility: number
  audibilityLabel: AudibilityLabel
  /** 0 to 1: how likely it is a fault at all. */
  confidence: number
  /** The trait of the batch that it is no more than; null where it counts for the file. */
  trait: string | null
}

/** Nearer to the start of a file than this, a fault is at its start. */
export const AT_START_SEC = 0.1

export const scale = parameters({
  'At so many decibels over what the sound around it hides, nobody can miss a fault.': {
    unmistakableDb: [30, 'dB'],
  },
  'Somebody who does not look for it notices a fault from 9 dB over the masked threshold, and is annoyed from 20 dB.':
    { noticeableFrom: [0.3, 'audibility'], severeFrom: [0.66, 'audibility'] },
})

const { unmistakableDb, severeFrom } = scale
export const NOTICEABLE_FROM = scale.noticeableFrom
export const NOTICEABLE_DB = NOTICEABLE_FROM * unmistakableDb
/** A fault that may be none is never more than subtle. */
export const MOST_WHEN_UNSURE = 0.9 * NOTICEABLE_FROM

/**
 * The one scale on which all detectors say how audible a fault is: 0 where the sound around it just hides it (the masked
 * threshold), 1 at 30 dB above. Faults that are no added sound (a pause, a cut) are put on it by how sure a listener is to notice.
 */
export function audibilityOf(overMaskedThresholdDb: number): number {
  return Math.min(1, Math.max(0, overMaskedThresholdDb / unmistakableDb))
}

export function labelOf(audibility: number): AudibilityLabel {
  if (audibility >= severeFrom) return 'severe'
  return audibility >= NOTICEABLE_FROM ? 'noticeable' : 'subtle'
}

export function isNoticed({ audibility }: Fault): boolean {
  return audibility >= NOTICEABLE_FROM
}

export function isSevere({ audibility }: Fault): boolean {
  return audibility >= severeFrom
}

/** Makes one fault as strong as another, and as sure. */
export function takeStronger<Of extends Fault & { confidence?: number }>(whole: Of, other: Of): void {
  whole.severity = Math.max(whole.severity, other.severity)
  whole.audibility = Math.max(whole.audibility, other.audibility)
  if (other.odds === undefined) delete whole.odds
  else if (whole.odds !== undefined) whole.odds = Math.max(whole.odds, other.odds)
  if (whole.confidence !== undefined && other.confidence !== undefined)
    whole.confidence = Math.max(whole.confidence, other.confidence)
  if (other.isStep) whole.isStep = true
}
