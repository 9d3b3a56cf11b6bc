import { type InferenceSession, Tensor } from 'audio-audit-runtime'
import { readModelFile } from '../models.js'
import { type DecoderShape, pastKey, pastValue } from '../moonshine/decoder-tensors.js'
import { KeptTensors } from '../moonshine/kept-tensors.js'
import { openSession } from '../session.js'
import { decoderGraphs, encoderGraph } from './graphs.js'
import { FRAMES_PER_SEC, logMelSpectrum, MEL_BANDS } from './log-mel.js'
import { WhisperVocabulary } from './vocabulary.js'

const shape: DecoderShape = { layers: 12, heads: 12, headDim: 64 }

/** What the encoder made of one piece. */
export type Memory = Record<string, Tensor>

export interface StepOutput {
  /** Over the vocabulary, of what may follow. */
  scores: Float32Array
  /** Where in the sound it looked. */
  attention: Float32Array
}

/** Two frames of the spectrum are one of the encoder. */
export const FRAME_SEC = 2 / FRAMES_PER_SEC

/** Whisper small, multilingual, in 8 bits. One text at a time: the one before can then not be gone on with. */
export class Whisper {
  private readonly kept = new KeptTensors(shape)
  private memory: Memory = {}
  private past: Record<string, Tensor> = {}
  private length = 0

  private constructor(
    readonly vocabulary: WhisperVocabulary,
    private readonly encoder: InferenceSession,
    private readonly crossProjection: InferenceSession,
    private readonly decoder: InferenceSession,
  ) {}

  static async load(): Promise<Whisper> {
    const vocabulary = WhisperVocabulary.load()
    const whisperEncoder = readModelFile('whisperEncoder')
    const encoder = await openSession(encoderGraph(whisperEncoder, 'whisperEncoder'), { whisperEncoder })
    const whisperDecoder = readModelFile('whisperDecoder')
    const { cross, step } = decoderGraphs(whisperDecoder, 'whisperDecoder', shape, vocabulary.alignmentHeads)
    return new Whisper(
      vocabulary,
      encoder,
      await openSession(cross, { whisperDecoder }),
      await openSession(step, { whisperDecoder }),
    )
  }

  /** Begins a text of 16 kHz sound, at most half a minute of it. */
  async start(samples: Float32Array): Promise<void> {
    const { frames, data } = logMelSpectrum(samples)
    const { last_hidden_state: hidden } = await this.encoder.run({
      input_features: new Tensor('float32', data, [1, MEL_BANDS, frames]),
    })
    this.memory = (await this.crossProjection.run({ encoder_hidden_states: hidden })) as Memory
    this.past = {}
    for (let layer = 0; layer < shape.layers; layer++) {
      for (const name of [pastKey(layer), pastValue(layer)])
        this.past[name] = new Tensor('float32', new Float32Array(0), [1, shape.heads, 0, shape.headDim])
    }
    this.length = 0
  }

  /** Reads one token. */
  async step(token: number): Promise<StepOutput> {
    const present = this.kept.next(1, this.length + 1)
    const fetches: Record<string, Tensor | null> = { logits: null, attention: null }
    for (const { pastName, presentName } of this.kept.names) fetches[presentName] = present[pastName]
    const { logits, attention } = await this.decoder.run(
      {
        input_ids: new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
        ...this.past,
        ...this.memory,
      },
      fetches,
    )
    this.past = present
    this.length++
    return { scores: logits.data as Float32Array, attention: attention.data as Float32Array }
  }
}
