import type { Track } from '../../speech/track.js'
import type { Accuracy } from '../check.js'
import type { RecordingMeasures } from './recording.js'
import type { VoicePrint } from './voice-model.js'

/** A print of a part of the file. */
export interface PartPrint extends VoicePrint {
  startSec: number
  endSec: number
}

export interface ComparisonFindings {
  /** Of the whole file; null with too little speech to take one. */
  voice: VoicePrint | null
  /** Of parts that overlap by half, in their order; with accuracy "high" and up. */
  parts: PartPrint[]
  recording: RecordingMeasures | null
  /** ITU-R BS.1770 integrated loudness; null when the file is silent. */
  loudnessLufs: number | null
}

/** Short enough to show a change of voice after two seconds, long enough to know a voice by. */
const PARTS = {
  high: { partSec: 2, hopSec: 1, mostParts: 12 },
  highest: { partSec: 2, hopSec: 0.5, mostParts: 40 },
}

export async function listenForVoice(track: Track, accuracy: Accuracy): Promise<ComparisonFindings> {
  const { loudness } = await track.decoded()
  const { speechSec } = await track.voiceActivity()
  const embedding = await track.voiceEmbedding()
  const wideband = await track.wideband()
  return {
    voice: embedding && { embedding, speechSec },
    parts: accuracy === 'standard' ? [] : await track.voiceParts(PARTS[accuracy]),
    recording: wideband && {
      bandwidthHz: wideband.bandwidthHz,
      noiseFloorDb: wideband.noiseFloorDb,
      bandsDb: wideband.bandsDb,
    },
    loudnessLufs: loudness.integratedLufs,
  }
}
