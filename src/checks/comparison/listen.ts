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
const PARTS = { partSec: 2, hopSec: 1, mostParts: 60 }
/** By how much a sample is mixed with the one before it: 3 dB darker or 4 dB brighter at 4 kHz than at 0 Hz. */
const TILTS = [0.4, -0.4]

/**
 * "standard": one print. "high": also prints of parts, which show a change of voice. "highest": the print is the mean with
 * those of a darker and a brighter copy, so that the colour of the recording weighs less. Each print costs 0.02 of real time.
 */
export async function listenForVoice(track: Track, accuracy: Accuracy): Promise<ComparisonFindings> {
  const { loudness } = await track.decoded()
  const { speechSec } = await track.voiceActivity()
  const embedding = await (accuracy === 'highest' ? steadyEmbedding(track) : track.voiceEmbedding())
  const wideband = await track.wideband()
  return {
    voice: embedding && { embedding, speechSec },
    parts: accuracy === 'standard' ? [] : await track.voiceParts(PARTS),
    recording: wideband && {
      bandwidthHz: wideband.bandwidthHz,
      noiseFloorDb: wideband.noiseFloorDb,
      bandsDb: wideband.bandsDb,
    },
    loudnessLufs: loudness.integratedLufs,
  }
}

async function steadyEmbedding(track: Track): Promise<Float32Array | null> {
  const embeddings = [await track.voiceEmbedding()]
  for (const tilt of TILTS)
    embeddings.push(await track.changedVoiceEmbedding((samples) => tilted(samples, tilt)))
  const taken = embeddings.filter((embedding) => embedding !== null)
  if (taken.length === 0) return null
  return taken[0].map((_, d) => taken.reduce((sum, embedding) => sum + embedding[d], 0) / taken.length)
}

function tilted(samples: Float32Array, tilt: number): Float32Array {
  return samples.map((sample, index) => sample + tilt * (index > 0 ? samples[index - 1] : 0))
}
