import type { Interval } from '../../speech/speech-data.js'
import type { SpeechPresence } from '../../speech/speech-presence.js'
import type { Track } from '../../speech/track.js'
import type { Accuracy } from '../check.js'
import type { RecordingMeasures } from './recording.js'
import type { VoicePrint } from './voice-model.js'
import { takenAt, timbreView, type VoiceViews, viewSpeeds } from './voice-views.js'

/** A print of a part of the file. */
export interface PartPrint extends VoicePrint {
  startSec: number
  endSec: number
}

export interface ComparisonFindings {
  presence: SpeechPresence
  /** Of the whole file; null with too little speech to take one. */
  voice: VoiceViews | null
  /** Of parts that overlap, in their order, and where nobody speaks between; with accuracy "high" and up. */
  parts: PartPrint[]
  pauses: Interval[]
  recording: RecordingMeasures | null
  /** ITU-R BS.1770 integrated loudness; null when the file is silent. */
  loudnessLufs: number | null
}

/** Long enough to know a voice by, and as near to each other as a change is to be placed. */
const PARTS = { partSec: 2, hopSec: 0.5, mostParts: 120 }

/**
 * "standard": one print and the timbre. "high": also prints of the speech played slower and faster, and of its parts, which
 * show a change of voice: about three times the time. "highest": the same, weighed as a whole.
 */
export async function listenForVoice(track: Track, accuracy: Accuracy): Promise<ComparisonFindings> {
  const { loudness } = await track.decoded()
  const presence = await track.presence()
  if (presence !== 'speech')
    return {
      presence,
      voice: null,
      parts: [],
      pauses: [],
      recording: null,
      loudnessLufs: loudness.integratedLufs,
    }
  const wideband = await track.wideband()
  return {
    presence,
    voice: await viewsOfVoice(track, accuracy),
    ...(accuracy === 'standard' ? { parts: [], pauses: [] } : await partsOf(track)),
    recording: wideband && {
      bandwidthHz: wideband.bandwidthHz,
      noiseFloorDb: wideband.noiseFloorDb,
      restDb: wideband.restDb,
      bandsDb: wideband.bandsDb,
    },
    loudnessLufs: loudness.integratedLufs,
  }
}

async function partsOf(track: Track): Promise<Pick<ComparisonFindings, 'parts' | 'pauses'>> {
  const { speech } = await track.voiceActivity()
  return {
    parts: await track.voiceParts(PARTS),
    pauses: speech
      .slice(1)
      .map(({ startSec }, index) => ({ startSec: speech[index].endSec, endSec: startSec })),
  }
}

async function viewsOfVoice(track: Track, accuracy: Accuracy): Promise<VoiceViews | null> {
  const plain = await track.voiceEmbedding()
  if (!plain) return null
  const { speechSec } = await track.voiceActivity()
  const views: VoiceViews['views'] = { plain }
  for (const view of takenAt[accuracy]) {
    if (view === 'plain') continue
    const taken =
      view === 'timbre' ? await timbreOf(track, plain) : await track.voiceEmbeddingAtSpeed(viewSpeeds[view])
    if (taken) views[view] = taken
  }
  return { speechSec, views }
}

async function timbreOf(track: Track, print: Float32Array): Promise<Float32Array | null> {
  const measures = await track.wideband()
  return measures && timbreView(print, measures)
}
