import { type InferenceSession, Tensor } from 'audio-audit-runtime'
import { verifiedLocation } from '../models.js'
import { openOptimised } from '../session.js'
import type { MoonshineSize } from '../speech-data.js'
import { crossKey, crossValue, decoderShapes, pastKey, pastValue, VOCABULARY } from './decoder-tensors.js'
import { KeptTensors } from './kept-tensors.js'
import { ReusedFloats } from './reused-floats.js'

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
  /** Tokens that were read. */
  length: number
  past: Record<string, Tensor>
}

export interface StepOutput {
  /** One row of scores over the vocabulary for each line of text. */
  logits: Float32Array[]
  /** For each line of text, where in the audio (encoder frames) it looked. */
  attention: Float32Array[]
}

/** A piece that is read to its end, or one that texts are held against: the one outlives the other. */
export type MemoryPlace = 'read' | 'asked'

export class Moonshine {
  /** The text that is being read: its keys and values lie in `kept`, so a second one would overwrite them. */
  private current: DecoderState | null = null
  private readonly kept: KeptTensors
  private readonly scores = new ReusedFloats()
  private readonly places = { read: new ReusedFloats(), asked: new ReusedFloats() }

  private constructor(
    readonly name: MoonshineSize,
    private readonly encoder: InferenceSession,
    private readonly crossProjection: InferenceSession,
    private readonly decoder: InferenceSession,
  ) {
    this.kept = new KeptTensors(decoderShapes[name])
  }

  static async load(name: MoonshineSize): Promise<Moonshine> {
    const open = (part: 'Encoder' | 'Cross' | 'Step') => {
      verifiedLocation(`${name}${part}Weights`)
      return openOptimised(verifiedLocation(`${name}${part}Graph`))
    }
    return new Moonshine(name, await open('Encoder'), await open('Cross'), await open('Step'))
  }

  /** What it makes of the sound holds until another is put in the same place. */
  async encode(samples: Float32Array, place: MemoryPlace = 'read'): Promise<Memory> {
    const { last_hidden_state: hidden } = await this.encoder.run({
      input_values: new Tensor('float32', samples, [1, samples.length]),
    })
    const frames = hidden.dims[1]
    const cross = this.crossTensors(place, frames)
    await this.crossProjection.run({ encoder_hidden_states: hidden }, cross)
    return { frames, cross }
  }

  private crossTensors(place: MemoryPlace, frames: number): Record<string, Tensor> {
    const { layers, heads, headDim } = decoderShapes[this.name]
    const size = heads * headDim * frames
    const memory = this.places[place].ofLength(2 * layers * size)
    const tensors: Record<string, Tensor> = {}
    for (let layer = 0; layer < layers; layer++) {
      const keys = memory.subarray(2 * layer * size, (2 * layer + 1) * size)
      const values = memory.subarray((2 * layer + 1) * size, (2 * layer + 2) * size)
      tensors[crossKey(layer)] = new Tensor('float32', keys, [1, heads, headDim, frames])
      tensors[crossValue(layer)] = new Tensor('float32', values, [1, heads, frames, headDim])
    }
    return tensors
  }

  /** Begins a text; the one before can then not be gone on with. */
  start(memory: Memory): DecoderState {
    this.current = { memory, rows: 1, length: 0, past: this.nothingRead(1) }
    return this.current
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
    const { logits } = await this.decoder.run(
      {
        input_ids: new Tensor('int64', BigInt64Array.from(lines.flat().map(BigInt)), [lines.length, length]),
        ...this.nothingRead(lines.length),
        ...memory.cross,
      },
      ['logits'],
    )
    const rows = rowsOf(logits as Tensor, lines.length * length)
    return lines.map((_, line) => rows.slice(line * length, (line + 1) * length))
  }

  /** Feeds one token to every row and advances the state. The scores hold until the next step. */
  async step(state: DecoderState, tokens: number[]): Promise<StepOutput> {
    this.requireCurrent(state)
    const rows = tokens.length
    const present = this.kept.next(rows, state.length + 1)
    const fetches: Record<string, Tensor | null> = { logits: this.scoresFor(rows), attention: null }
    for (const { pastName, presentName } of this.kept.names) fetches[presentName] = present[pastName]
    const { logits, attention } = await this.decoder.run(
      {
        input_ids: new Tensor('int64', BigInt64Array.from(tokens.map(BigInt)), [rows, 1]),
        ...state.past,
        ...state.memory.cross,
      },
      fetches,
    )
    state.past = present
    state.length++
    return { logits: rowsOf(logits as Tensor, rows), attention: rowsOf(attention as Tensor, rows) }
  }

  /** Goes on with the given rows, in this order; a row may be taken more than once. */
  reorder(state: DecoderState, rows: number[]): void {
    const unchanged = rows.length === state.rows && rows.every((row, index) => row === index)
    if (unchanged) return
    this.requireCurrent(state)
    const reordered = this.kept.next(rows.length, state.length)
    for (const { pastName } of this.kept.names) {
      const from = state.past[pastName].data as Float32Array
      const to = reordered[pastName].data as Float32Array
      const size = from.length / state.rows
      rows.forEach((row, index) => {
        to.set(from.subarray(row * size, (row + 1) * size), index * size)
      })
    }
    state.past = reordered
    state.rows = rows.length
  }

  private requireCurrent(state: DecoderState): void {
    if (state !== this.current) throw new Error('the decoder has begun another text since')
  }

  private scoresFor(rows: number): Tensor {
    return new Tensor('float32', this.scores.ofLength(rows * VOCABULARY), [rows, 1, VOCABULARY])
  }
}

function rowsOf(tensor: Tensor, rows: number): Float32Array[] {
  const data = tensor.data as Float32Array
  const size = data.length / rows
  return Array.from({ length: rows }, (_, row) => data.subarray(row * size, (row + 1) * size))
}
