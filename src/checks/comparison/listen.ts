import type { Interval } from '../../speech/speech-data.js'
import { type PlacedLevel, speechLevels } from '../../speech/speech-levels.js'
import type { SpeechPresence } from '../../speech/speech-presence.js'
import { SPEECH_RATE_HZ, type Track } from '../../speech/track.js'
import type { PitchPart } from '../../speech/wideband/voicing.js'
import type { Accuracy } from '../check.js'
import { mayHaveSeveralVoices, overlapsIn } from './overlaps.js'
import type { PartPrint } from './part-print.js'
import type { RecordingMeasures } from './recording.js'
import { takenAt, timbreView, type VoiceViews, viewSpeeds } from './voice-views.js'

export interface ComparisonFindings {
  presence: SpeechPresence
  /** Of the whole file; null with too little speech to take one. */
  voice: VoiceViews | null
  /** Of parts that overlap, in their order, and where nobody speaks between. */
  parts: PartPrint[]
  pauses: Interval[]
  /** Where two voices speak at once; looked for only where the parts may be of several voices. */
  overlaps: Interval[]
  recording: RecordingMeasures | null
  /** ITU-R BS.1770 integrated loudness; null when the file is silent. */
  loudnessLufs: number | null
  /** Levels of parts of the speech that follow each other, and of the last words of its phrases. */
  levels: PlacedLevel[]
  phraseEnds: PlacedLevel[]
  /** Above 100 Hz: the median of the file, null where hardly anything is voiced, and those of its parts. */
  pitchSemitones: number | null
  pitches: PitchPart[]
}

/**
 * "standard": prints of the file and of its parts, which show a change of voice, and the timbre. "high": also prints of the speech
 * played slower and faster: about three times the time. "highest": the same, weighed as a whole.
 */
export async function listenForVoice(track: Track, accuracy: Accuracy): Promise<ComparisonFindings> {
  const { loudness, speechSamples } = await track.decoded()
  const presence = await track.presence()
  if (presence !== 'speech')
    return {
      presence,
      voice: null,
      parts: [],
      pauses: [],
      overlaps: [],
      recording: null,
      loudnessLufs: loudness.integratedLufs,
      levels: [],
      phraseEnds: [],
      pitchSemitones: null,
      pitches: [],
    }
  const wideband = await track.wideband()
  const { speech } = await track.voiceActivity()
  const { parts } = await track.voiceEmbeddings()
  const pauses = pausesBetween(speech)
  const { parts: levels, phraseEnds } = speechLevels(speechSamples, SPEECH_RATE_HZ, speech)
  return {
    presence,
    voice: await viewsOfVoice(track, accuracy),
    parts,
    pauses,
    overlaps: mayHaveSeveralVoices(parts, pauses) ? overlapsIn(await track.garbleCurve()) : [],
    recording: wideband && {
      bandwidthHz: wideband.bandwidthHz,
      noiseFloorDb: wideband.noiseFloorDb,
      restDb: wideband.restDb,
      bandsDb: wideband.bandsDb,
    },
    loudnessLufs: loudness.integratedLufs,
    levels,
    phraseEnds,
    pitchSemitones: wideband?.pitchMedianSemitones ?? null,
    pitches: wideband?.pitchParts ?? [],
  }
}

function pausesBetween(speech: readonly Interval[]): Interval[] {
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
