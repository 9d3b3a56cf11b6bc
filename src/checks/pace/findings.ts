import type { Interval } from '../../speech/speech-data.js'
import type { SpeechPresence } from '../../speech/speech-presence.js'

export interface PaceFindings {
  presence: SpeechPresence
  /** Words as spoken: "1984" is three. */
  wordCount: number
  /** From the first word to the last, long pauses left out. */
  speechSec: number
  longestPauseSec: number
  /** From the first word to the last, all pauses left out. */
  runningSec: number
  /** The same for an ordinary reader of the same words. */
  typicalSec: number
  /** The same of parts of some phrases each, in their order. */
  parts: PacePart[]
}

export interface PacePart extends Interval {
  runningSec: number
  typicalSec: number
}
