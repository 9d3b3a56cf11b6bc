import { type InferenceSession, Tensor } from 'audio-audit-runtime'
import { readModelFile } from '../models.js'
import { openSession } from '../session.js'
import type { TranscriberModel } from '../speech-data.js'
import { decoderShapes, pastKey, pastValue, presentKey, presentValue } from './decoder-tensors.js'

export const SAMPLE_RATE_HZ = 16_000
/** The three convolutions of the encoder stride 64, 3 and 2 samples: one frame per 384 samples, 24 ms. */
export const FRAME_SEC = 384 / SAMPLE_RATE_HZ

/** What the encoder made of one piece of audio: all that the decoder looks at. */
export interface Memory {
  frames: number
  cross: Record<string, Tensor>
}

/** The decoder in the middle of a text, one row for each line of text it follows at once. */
export interface DecoderState {
  memory: Memory
  rows: number
  past: Record<string, Tensor>
}

export interface StepOutput {
  /** One row of scores over the vocabulary for each line of text. */
  logits: Float32Array[]
  /** For each line of text, where in the audio (encoder frames) it looked. */
  attention: Float32Array[]
}

export class Moonshine {
  private constructor(
    readonly name: TranscriberModel,
    private readonly encoder: InferenceSession,
    private readonly crossProjection: InferenceSession,
    private readonly decoder: InferenceSession,
  ) {}

  static async load(name: TranscriberModel): Promise<Moonshine> {
    const weights = { [`${name}Decoder`]: readModelFile(`${name}Decoder`) }
    return new Moonshine(
      name,
      await openSession(readModelFile(`${name}Encoder`)),
      await openSession(readModelFile(`${name}Cross`), weights),
      await openSession(readModelFile(`${name}Step`), weights),
    )
  }

  async encode(samples: Float32Array): Promise<Memory> {
    const { last_hidden_state: hidden } = await this.encoder.run({
      input_values: new Tensor('float32', samples, [1, samples.length]),
    })
    const cross = await this.crossProjection.run({ encoder_hidden_states: hidden })
    return { frames: hidden.dims[1], cross: cross as Record<string, Tensor> }
  }

  start(memory: Memory): DecoderState {
    return { memory, rows: 1, past: this.nothingRead(1) }
  }

  private nothingRead(rows: number): Record<string, Tensor> {
    const { layers, heads, headDim } = decoderShapes[this.name]
    const past: Record<string, Tensor> = {}
    for (let layer = 0; layer < layers; layer++) {
      past[pastKey(layer)] = new Tensor('float32', new Float32Array(0), [rows, heads, 0, headDim])
      past[pastValue(layer)] = new Tensor('float32', new Float32Array(0), [rows, heads, 0, headDim])
    }
    return past
  }

  /** Reads whole lines of one length at once; for each line, the scores over the vocabulary behind each of its tokens. */
  async follow(memory: Memory, lines: number[][]): Promise<Float32Array[][]> {
    const [{ length }] = lines
    const { logits } = await this.decoder.run({
      input_ids: new Tensor('int64', BigInt64Array.from(lines.flat().map(BigInt)), [lines.length, length]),
      ...this.nothingRead(lines.length),
      ...memory.cross,
    })
    const rows = rowsOf(logits as Tensor, lines.length * length)
    return lines.map((_, line) => rows.slice(line * length, (line + 1) * length))
  }

  /** Feeds one token to every row and advances the state. */
  async step(state: DecoderState, tokens: number[]): Promise<StepOutput> {
    const feeds: Record<string, Tensor> = {
      input_ids: new Tensor('int64', BigInt64Array.from(tokens.map(BigInt)), [tokens.length, 1]),
      ...state.past,
      ...state.memory.cross,
    }
    const outputs = await this.decoder.run(feeds)
    for (let layer = 0; layer < decoderShapes[this.name].layers; layer++) {
      state.past[pastKey(layer)] = outputs[presentKey(layer)] as Tensor
      state.past[pastValue(layer)] = outputs[presentValue(layer)] as Tensor
    }
    return {
      logits: rowsOf(outputs.logits as Tensor, tokens.length),
      attention: rowsOf(outputs.attention as Tensor, tokens.length),
    }
  }

  /** Goes on with the given rows, in this order; a row may be taken more than once. */
  reorder(state: DecoderState, rows: number[]): void {
    const unchanged = rows.length === state.rows && rows.every((row, index) => row === index)
    if (unchanged) return
    for (const [name, tensor] of Object.entries(state.past)) {
      const from = tensor.data as Float32Array
      const size = from.length / state.rows
      const to = new Float32Array(size * rows.length)
      rows.forEach((row, index) => {
        to.set(from.subarray(row * size, (row + 1) * size), index * size)
      })
      state.past[name] = new Tensor('float32', to, [rows.length, ...tensor.dims.slice(1)])
    }
    state.rows = rows.length
  }
}

function rowsOf(tensor: Tensor, rows: number): Float32Array[] {
  const data = tensor.data as Float32Array
  const size = data.length / rows
  return Array.from({ length: rows }, (_, row) => data.subarray(row * size, (row + 1) * size))
}
