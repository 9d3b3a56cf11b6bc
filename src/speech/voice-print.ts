import { type InferenceSession, Tensor } from 'audio-audit-runtime'
import { mfcc, slidingCmn } from '../audio/mfcc.js'
import { resample } from '../audio/resample.js'
import { readModelFile } from './models.js'
import { openSession } from './session.js'
import type { Interval } from './speech-data.js'
import { totalLength, within } from './wideband/stretches.js'

const SPEECH_RATE_HZ = 16_000
/** Feature dimension that the network takes, and the size of the vector it gives. */
export const FEATURE_DIM = 23
export const EMBEDDING_DIM = 128
/** Frames on both sides that the convolutions eat up: 2 + 2 + 3, left and right. */
export const CONTEXT_FRAMES = 14
/** The network was trained on telephone speech; rate and band are those of the mfcc.conf beside it. */
const NETWORK_RATE_HZ = 8_000
const LOW_HZ = 20
const HIGH_HZ = 3_700
const HOP_SEC = 0.01
/** Kaldi's recipe takes the mean of three seconds out of each frame, so that the channel weighs less. */
const MEAN_WINDOW_FRAMES = 300
/** Longer speech is printed in pieces whose vectors are averaged, so that memory stays bounded. */
const LONGEST_PIECE_FRAMES = 1_000
/** Beyond 30 s of speech, spread over the file, a print of the whole gets no better, only slower. */
const WINDOWS = 3
const WINDOW_SEC = 10
/** Under half a second of speech there is nothing to tell a voice by. */
const FEWEST_FRAMES = 50

export interface PartOptions {
  partSec: number
  hopSec: number
  mostParts: number
}

/** The vector of a part of the speech; pauses inside count to the time and not to the speech. */
export interface VoicePart {
  embedding: Float32Array
  speechSec: number
  startSec: number
  endSec: number
}

/** Takes the voice print of a speaker: a 128-dimensional x-vector that is near for one voice and far for two. */
export class VoicePrinter {
  private constructor(
    private readonly session: InferenceSession,
    private readonly mean: Float32Array,
    /** EMBEDDING_DIM rows and as many columns. */
    private readonly whitening: Float32Array,
  ) {}

  static async load(): Promise<VoicePrinter> {
    const weights = { voicePrint: readModelFile('voicePrint') }
    const numbers = new Float32Array(Uint8Array.from(readModelFile('voicePrintWhitening')).buffer)
    return new VoicePrinter(
      await openSession(readModelFile('voicePrintGraph'), weights),
      numbers.subarray(0, EMBEDDING_DIM),
      numbers.subarray(EMBEDDING_DIM),
    )
  }

  /** The vector centred, whitened and of length 1, so that a dot product is the cosine; null with too little speech. */
  async print(samples: Float32Array, speech: Interval[]): Promise<Float32Array | null> {
    const embedding = await this.embed(samples, speech)
    return embedding && this.normalise(embedding)
  }

  /** The vector as the network gives it, before any statistics of a population are applied. */
  async embed(samples: Float32Array, speech: Interval[]): Promise<Float32Array | null> {
    const vectors: Float32Array[] = []
    for (const window of windowsOf(speech)) {
      const { frames, data } = speechFeatures(...around(samples, window))
      if (frames < FEWEST_FRAMES) continue
      const pieces = Math.ceil(frames / LONGEST_PIECE_FRAMES)
      for (let piece = 0; piece < pieces; piece++) {
        const from = Math.round((piece * frames) / pieces)
        const to = Math.round(((piece + 1) * frames) / pieces)
        const { embedding } = await this.session.run({ features: turned(data, from, to) })
        vectors.push(embedding.data as Float32Array)
      }
    }
    if (vectors.length === 0) return null
    return vectors[0].map((_, d) => vectors.reduce((sum, vector) => sum + vector[d], 0) / vectors.length)
  }

  /** Vectors of parts of the speech, each `partSec` of speech long and begun `hopSec` of speech after the last. */
  async embedParts(samples: Float32Array, speech: Interval[], options: PartOptions): Promise<VoicePart[]> {
    const { partSec, hopSec, mostParts } = options
    const roomSec = totalLength(speech) - partSec
    const fitting = Math.floor(roomSec / hopSec) + 1
    const count = Math.min(mostParts, fitting)
    const parts: VoicePart[] = []
    for (let part = 0; part < count; part++) {
      // More parts than are wanted: spread over the file.
      const fromSec = fitting > count ? (part * roomSec) / (count - 1) : part * hopSec
      const window = within(speech, fromSec, fromSec + partSec)
      const { frames, data } = speechFeatures(...around(samples, window))
      if (frames < FEWEST_FRAMES) continue
      const { embedding } = await this.session.run({ features: turned(data, 0, frames) })
      parts.push({
        embedding: embedding.data as Float32Array,
        speechSec: partSec,
        startSec: window[0].startSec,
        endSec: window.at(-1)!.endSec,
      })
    }
    return parts
  }

  normalise(embedding: Float32Array): Float32Array {
    const centred = embedding.map((component, d) => component - this.mean[d])
    const whitened = new Float32Array(EMBEDDING_DIM)
    for (let row = 0; row < EMBEDDING_DIM; row++)
      for (let column = 0; column < EMBEDDING_DIM; column++)
        whitened[row] += this.whitening[row * EMBEDDING_DIM + column] * centred[column]
    const length = Math.hypot(...whitened)
    return whitened.map((component) => component / length)
  }
}

/** All the speech, or windows spread evenly over it. */
function windowsOf(speech: Interval[]): Interval[][] {
  const totalSec = totalLength(speech)
  if (totalSec <= WINDOWS * WINDOW_SEC) return [speech]
  const stepSec = (totalSec - WINDOW_SEC) / (WINDOWS - 1)
  return Array.from({ length: WINDOWS }, (_, window) =>
    within(speech, window * stepSec, window * stepSec + WINDOW_SEC),
  )
}

/** The sound around the intervals, as far as the mean of a frame reaches, and the intervals within it. */
function around(samples: Float32Array, speech: Interval[]): [Float32Array, Interval[]] {
  if (speech.length === 0) return [samples.subarray(0, 0), []]
  const reachSec = (MEAN_WINDOW_FRAMES * HOP_SEC) / 2
  const from = Math.max(0, Math.floor((speech[0].startSec - reachSec) * SPEECH_RATE_HZ))
  const to = Math.ceil((speech.at(-1)!.endSec + reachSec) * SPEECH_RATE_HZ)
  const shiftSec = from / SPEECH_RATE_HZ
  return [
    samples.subarray(from, to),
    speech.map(({ startSec, endSec }) => ({ startSec: startSec - shiftSec, endSec: endSec - shiftSec })),
  ]
}

/** Kaldi features of the frames in which somebody speaks. */
function speechFeatures(samples: Float32Array, speech: Interval[]): { frames: number; data: Float32Array } {
  const features = slidingCmn(
    mfcc(resample(samples, SPEECH_RATE_HZ, NETWORK_RATE_HZ), {
      sampleRateHz: NETWORK_RATE_HZ,
      ceps: FEATURE_DIM,
      melBands: FEATURE_DIM,
      lowHz: LOW_HZ,
      highHz: HIGH_HZ,
      hopSec: HOP_SEC,
      snipEdges: false,
    }),
    MEAN_WINDOW_FRAMES,
  )
  const data = new Float32Array(features.data.length)
  let frames = 0
  let interval = 0
  for (let frame = 0; frame < features.frames; frame++) {
    const timeSec = features.timesSec[frame]
    while (interval < speech.length && speech[interval].endSec < timeSec) interval++
    if (interval === speech.length) break
    if (timeSec < speech[interval].startSec) continue
    data.set(features.data.subarray(frame * FEATURE_DIM, (frame + 1) * FEATURE_DIM), frames * FEATURE_DIM)
    frames++
  }
  return { frames: frames > CONTEXT_FRAMES ? frames : 0, data }
}

/** Frames as columns, as a convolution over time wants them. */
function turned(data: Float32Array, from: number, to: number): Tensor {
  const frames = to - from
  const columns = new Float32Array(frames * FEATURE_DIM)
  for (let frame = 0; frame < frames; frame++)
    for (let d = 0; d < FEATURE_DIM; d++) columns[d * frames + frame] = data[(from + frame) * FEATURE_DIM + d]
  return new Tensor('float32', columns, [1, FEATURE_DIM, frames])
}
