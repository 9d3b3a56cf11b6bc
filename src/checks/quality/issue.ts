// What can be wrong with a file, where, and how much of it is heard.
import { declarations, type IssueType, issueTypes, type QualityCheckName } from './detectors/declared.js'

export { type IssueType, issueTypes }

/** The detector that finds issues of a type; one that is off leaves its types out. */
export const detectorOf = Object.fromEntries(
  declarations.flatMap(({ name, issue }) => (issue ? [[issue.type, name]] : [])),
) as Readonly<Record<IssueType, QualityCheckName>>

/** One fault as a detector hears it. Times in seconds from the start of the file. */
export interface Fault {
  type: IssueType
  startSec: number
  endSec: number
  /** 0 to 1: how much of the sound is spoilt, whether or not it is heard. */
  severity: number
  /** 0 to 1: how much it stands out of the speech and noise around it; see `audibilityOf`. */
  audibility: number
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
}

/** At so many decibels over what the sound around it hides, nobody can miss a fault. */
const UNMISTAKABLE_DB = 30
/** Somebody who does not look for it notices a fault from 9 dB over the masked threshold, and is annoyed from 20 dB. */
export const NOTICEABLE_FROM = 0.3
export const SEVERE_FROM = 0.66

/**
 * The one scale on which all detectors say how audible a fault is: 0 where the sound around it just hides it (the masked
 * threshold), 1 at 30 dB above. Faults that are no added sound (a pause, a cut) are put on it by how sure a listener is to notice.
 */
export function audibilityOf(overMaskedThresholdDb: number): number {
  return Math.min(1, Math.max(0, overMaskedThresholdDb / UNMISTAKABLE_DB))
}

export function labelOf(audibility: number): AudibilityLabel {
  if (audibility >= SEVERE_FROM) return 'severe'
  return audibility >= NOTICEABLE_FROM ? 'noticeable' : 'subtle'
}
