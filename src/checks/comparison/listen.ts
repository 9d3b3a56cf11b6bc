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
  /** Of parts that overlap, in their order, and where nobody speaks between. */
  parts: PartPrint[]
  pauses: Interval[]
  recording: RecordingMeasures | null
  /** ITU-R BS.1770 integrated loudness; null when the file is silent. */
  loudnessLufs: number | null
}

/**
 * "standard": prints of the file and of its parts, which show a change of voice, and the timbre. "high": also prints of the speech
 * played slower and faster: about three times the time. "highest": the same, weighed as a whole.
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
    parts: (await track.voiceEmbeddings()).parts,
    pauses: await pausesOf(track),
    recording: wideband && {
      bandwidthHz: wideband.bandwidthHz,
      noiseFloorDb: wideband.noiseFloorDb,
      restDb: wideband.restDb,
      bandsDb: wideband.bandsDb,
    },
    loudnessLufs: loudness.integratedLufs,
  }
}

async function pausesOf(track: Track): Promise<Interval[]> {
  const { speech } = await track.voiceActivity()
  return speech.slice(1).map(({ startSec }, index) => ({ startSec: speech[index].endSec, endSec: startSec }))
}

async function viewsOfVoice(track: Track, accuracy: Accuracy): Promise<VoiceViews | null> {
  const { whole: plain } = await track.voiceEmbeddings()
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
