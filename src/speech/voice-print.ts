import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { mfcc, slidingCmn } from '../audio/mfcc.js'
import { resample } from '../audio/resample.js'
import type { Interval } from './heard.js'
import {
  CONTEXT_FRAMES,
  EMBEDDING_DIM,
  FEATURE_DIM,
  readKaldiMatrix,
  readKaldiTextVector,
  xvectorGraph,
} from './kaldi-network.js'
import { readModelFile } from './models.js'
import { openSession } from './session.js'

const SPEECH_RATE_HZ = 16_000
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
const MOST_PIECES = 3
/** Under half a second of speech there is nothing to tell a voice by. */
const FEWEST_FRAMES = 50

/** Takes the voice print of a speaker: a 128-dimensional x-vector that is near for one voice and far for two. */
export class VoicePrinter {
  private constructor(
    private readonly session: InferenceSession,
    private readonly mean: Float32Array,
    private readonly whitening: { rows: number; columns: number; values: Float32Array },
  ) {}

  static async load(): Promise<VoicePrinter> {
    return new VoicePrinter(
      await openSession(xvectorGraph(await readModelFile('voicePrint'))),
      readKaldiTextVector(await readModelFile('voicePrintMean')),
      readKaldiMatrix(await readModelFile('voicePrintTransform')),
    )
  }

  /** The vector centred, whitened and of length 1, so that a dot product is the cosine; null with too little speech. */
  async print(samples: Float32Array, speech: Interval[]): Promise<Float32Array | null> {
    const embedding = await this.embed(samples, speech)
    return embedding && this.normalise(embedding)
  }

  /** The vector as the network gives it, before any statistics of a population are applied. */
  async embed(samples: Float32Array, speech: Interval[]): Promise<Float32Array | null> {
    const { frames, data } = speechFeatures(samples, speech)
    if (frames < FEWEST_FRAMES) return null
    const pieces = Math.min(MOST_PIECES, Math.ceil(frames / LONGEST_PIECE_FRAMES))
    const sum = new Float32Array(EMBEDDING_DIM)
    for (let piece = 0; piece < pieces; piece++) {
      const from = Math.round((piece * frames) / pieces)
      const to = Math.min(Math.round(((piece + 1) * frames) / pieces), from + LONGEST_PIECE_FRAMES)
      const { embedding } = await this.session.run({ features: turned(data, from, to) })
      const vector = embedding.data as Float32Array
      for (let d = 0; d < EMBEDDING_DIM; d++) sum[d] += vector[d] / pieces
    }
    return sum
  }

  normalise(embedding: Float32Array): Float32Array {
    const { rows, columns, values } = this.whitening
    const centred = embedding.map((component, d) => component - this.mean[d])
    const whitened = new Float32Array(rows)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        whitened[row] += values[row * columns + column] * centred[column]
    const length = Math.hypot(...whitened)
    return whitened.map((component) => component / length)
  }
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
