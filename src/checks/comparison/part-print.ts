import type { VoicePrint } from './voice-model.js'

/** A print of a part of the file. */
export interface PartPrint extends VoicePrint {
  startSec: number
  endSec: number
}
