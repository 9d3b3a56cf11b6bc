import { type InferenceSession, Tensor } from 'audio-audit-runtime'
import { mfcc, slidingCmn } from '../audio/mfcc.js'
import { resample } from '../audio/resample.js'
import type { Samples } from '../audio/samples.js'
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
/** Parts are long enough to know a voice by, and as near to each other as a change of voice is to be placed; in long speech farther apart. */
const PART_SEC = 2
const PART_FRAMES = Math.round(PART_SEC / HOP_SEC)
const PART_HOP_FRAMES = 50
const MOST_PARTS = 120
/** Up to so much speech all of it is printed where parts are wanted, beyond it only what the parts hold. */
const MOST_SHARED_SEC = 240
/** Under half a second of speech there is nothing to tell a voice by. */
const FEWEST_FRAMES = 50

/** The vector of a part of the speech; pauses inside count to the time and not to the speech. */
export interface VoicePart {
  embedding: Float32Array
  speechSec: number
  startSec: number
  endSec: number
}

/** Of a file; the whole is null with too little speech. */
export interface VoicePrints {
  whole: Float32Array | null
  parts: VoicePart[]
}

interface SpeechFrames {
  frames: number
  data: Float32Array
  timesSec: number[]
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
  async embed(samples: Samples, speech: Interval[]): Promise<Float32Array | null> {
    const vectors: Float32Array[] = []
    for (const window of windowsOf(speech)) {
      const { whole } = await this.embedFrames(speechFrames(samples, window))
      vectors.push(...whole)
    }
    return meanOf(vectors)
  }

  /** The same, and vectors of parts of the speech: they share the network's work, which makes them nearly free. */
  async embedWithParts(samples: Samples, speech: Interval[]): Promise<VoicePrints> {
    if (totalLength(speech) <= MOST_SHARED_SEC) {
      const { whole, parts } = await this.embedFrames(speechFrames(samples, speech), MOST_PARTS)
      return { whole: meanOf(whole), parts }
    }
    const parts: VoicePart[] = []
    for (const window of spreadWindows(speech))
      parts.push(...(await this.embedFrames(speechFrames(samples, window), 1)).parts)
    return { whole: await this.embed(samples, speech), parts }
  }

  /** Vectors of pieces that make up all of the frames, and of parts of them. */
  private async embedFrames(
    { frames, data, timesSec }: SpeechFrames,
    mostParts = 0,
  ): Promise<{ whole: Float32Array[]; parts: VoicePart[] }> {
    const whole: Float32Array[] = []
    const parts: VoicePart[] = []
    if (frames < FEWEST_FRAMES) return { whole, parts }
    const starts = partStarts(frames, mostParts)
    const pieces = Math.ceil(frames / LONGEST_PIECE_FRAMES)
    for (let piece = 0; piece < pieces; piece++) {
      const from = Math.round((piece * frames) / pieces)
      const to = Math.round(((piece + 1) * frames) / pieces)
      const own = starts.filter((start) => start >= from && start < to)
      // Parts that begin in a piece may end behind it.
      const end = own.length > 0 ? Math.max(to, own.at(-1)! + PART_FRAMES) : to
      const windows = [{ from: 0, to: to - from }]
      for (const start of own) windows.push({ from: start - from, to: start - from + PART_FRAMES })
      const [first, ...others] = await this.run(turned(data, from, end), windows, end - from)
      whole.push(first)
      for (const [index, embedding] of others.entries())
        parts.push({
          embedding,
          speechSec: PART_SEC,
          startSec: timesSec[own[index]] - HOP_SEC / 2,
          endSec: timesSec[own[index] + PART_FRAMES - 1] + HOP_SEC / 2,
        })
    }
    return { whole, parts }
  }

  private async run(features: Tensor, windows: FrameWindow[], frames: number): Promise<Float32Array[]> {
    const shares = windowShares(windows, frames - CONTEXT_FRAMES)
    const { embeddings } = await this.session.run({ features, windows: shares })
    const data = embeddings.data as Float32Array
    return windows.map((_, row) => data.slice(row * EMBEDDING_DIM, (row + 1) * EMBEDDING_DIM))
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

/** Where parts begin, in frames: one after the other, or, where that would be too many, spread over all. */
function partStarts(frames: number, most: number): number[] {
  const room = frames - PART_FRAMES
  const fitting = room < 0 ? 0 : Math.floor(room / PART_HOP_FRAMES) + 1
  const count = Math.min(most, fitting)
  const hop = fitting > count && count > 1 ? room / (count - 1) : PART_HOP_FRAMES
  return Array.from({ length: count }, (_, part) => Math.round(part * hop))
}

/** Of long speech: windows spread over it that hold a part each. */
function spreadWindows(speech: Interval[]): Interval[][] {
  // Two frames more, so that the part fits in wherever frames begin.
  const windowSec = PART_SEC + 2 * HOP_SEC
  const stepSec = (totalLength(speech) - windowSec) / (MOST_PARTS - 1)
  return Array.from({ length: MOST_PARTS }, (_, part) =>
    within(speech, part * stepSec, part * stepSec + windowSec),
  )
}

function meanOf(vectors: Float32Array[]): Float32Array | null {
  if (vectors.length === 0) return null
  return vectors[0].map((_, d) => vectors.reduce((sum, vector) => sum + vector[d], 0) / vectors.length)
}

/** The sound around the intervals, as far as the mean of a frame reaches, the intervals within it, and where it begins. */
function around(samples: Samples, speech: Interval[]): [Float32Array, Interval[], shiftSec: number] {
  if (speech.length === 0) return [samples.subarray(0, 0), [], 0]
  const reachSec = (MEAN_WINDOW_FRAMES * HOP_SEC) / 2
  const from = Math.max(0, Math.floor((speech[0].startSec - reachSec) * SPEECH_RATE_HZ))
  const to = Math.ceil((speech.at(-1)!.endSec + reachSec) * SPEECH_RATE_HZ)
  const shiftSec = from / SPEECH_RATE_HZ
  return [
    samples.subarray(from, to),
    speech.map(({ startSec, endSec }) => ({ startSec: startSec - shiftSec, endSec: endSec - shiftSec })),
    shiftSec,
  ]
}

/** Kaldi features of the frames in which somebody speaks, and the middle of each in the file. */
function speechFrames(samples: Samples, speech: Interval[]): SpeechFrames {
  const [sound, shifted, shiftSec] = around(samples, speech)
  const features = slidingCmn(
    mfcc(resample(sound, SPEECH_RATE_HZ, NETWORK_RATE_HZ), {
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
  const timesSec: number[] = []
  let interval = 0
  for (let frame = 0; frame < features.frames; frame++) {
    const timeSec = features.timesSec[frame]
    while (interval < shifted.length && shifted[interval].endSec < timeSec) interval++
    if (interval === shifted.length) break
    if (timeSec < shifted[interval].startSec) continue
    const column = features.data.subarray(frame * FEATURE_DIM, (frame + 1) * FEATURE_DIM)
    data.set(column, timesSec.length * FEATURE_DIM)
    timesSec.push(timeSec + shiftSec)
  }
  return { frames: timesSec.length, data, timesSec }
}

/** Frames `[from, to)` of what goes into the network. */
interface FrameWindow {
  from: number
  to: number
}

/** How much each frame that comes out of the convolutions counts in each window. */
function windowShares(windows: FrameWindow[], framesOut: number): Tensor {
  const shares = new Float32Array(windows.length * framesOut)
  for (const [row, { from, to }] of windows.entries()) {
    const last = to - CONTEXT_FRAMES
    shares.fill(1 / (last - from), row * framesOut + from, row * framesOut + last)
  }
  return new Tensor('float32', shares, [windows.length, framesOut])
}

/** Frames as columns, as a convolution over time wants them. */
function turned(data: Float32Array, from: number, to: number): Tensor {
  const frames = to - from
  const columns = new Float32Array(frames * FEATURE_DIM)
  for (let frame = 0; frame < frames; frame++)
    for (let d = 0; d < FEATURE_DIM; d++) columns[d * frames + frame] = data[(from + frame) * FEATURE_DIM + d]
  return new Tensor('float32', columns, [1, FEATURE_DIM, frames])
}
