// The shape of a sub-check: it hears a file section by section and then says what it found.
import type { Interval } from '../../../speech/heard.js'
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
}

export interface Found<Measures> {
  faults: Fault[]
  measures: Measures
}

export interface SubCheck<Measures = null> {
  /** Called for each section of the file, in their order. */
  hear(section: Section): void
  /** Called once, after the last. */
  result(): Found<Measures> | Promise<Found<Measures>>
}

/** One per sub-check: makes a fresh one for a file. */
export type OpenSubCheck<Measures = null> = (about: About) => SubCheck<Measures>
