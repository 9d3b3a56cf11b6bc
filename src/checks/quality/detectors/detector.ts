// The shape of a detector: it listens to a file section by section, or asks the track, and then says what it found.
import type { Interval } from '../../../speech/speech-data.js'
import type { Track } from '../../../speech/track.js'
import type { Section } from '../front-end/section.js'
import type { Fault } from '../issue.js'

/** What is known of a file before its sections come. */
export interface About {
  sampleRateHz: number
  channels: number
  durationSec: number
  bitsPerSample: number | null
  /** Where somebody speaks, in seconds from the start of the file. */
  speech: Interval[]
  /** For what sections do not hold, such as the transcript. */
  track: Track
}

export interface Found<Measures> {
  faults: Fault[]
  measures: Measures
}

export interface Detector<Measures = null> {
  /** Called for each section of the file, in their order. */
  listen?(section: Section): void
  /** Called once, after the last. */
  result(): Found<Measures> | Promise<Found<Measures>>
}

/** Opens a detector for one file. */
export type OpenDetector<Measures = null> = (about: About) => Detector<Measures>

/** What a detector's measures mean to a listener. */
export interface Weighed<Measures, Reported extends Record<string, unknown>> {
  /** How much it lowers a listener's opinion, in steps of the five-step scale of ITU-T P.835; several for several causes. */
  steps(measures: Measures): number[]
  /** Why a file sounds poor; null where these measures are not the reason. */
  reason(measures: Measures): string | null
  /** As in the report, rounded. */
  reported(measures: Measures): Reported
}

export type MeasuresOf<Of> = Of extends Weighed<infer Measures, infer _> ? Measures : never
export type ReportedOf<Of> = Of extends Weighed<infer _, infer Reported> ? Reported : never
