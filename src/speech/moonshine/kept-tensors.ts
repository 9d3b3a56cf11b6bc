import { Tensor } from 'audio-audit-runtime'
import { type DecoderShape, pastKey, pastValue, presentKey, presentValue } from './decoder-tensors.js'
import { ReusedFloats } from './reused-floats.js'

/** Tokens at which room is made: every so many, rather than at each. */
const TOKENS_AT_ONCE = 32

/**
 * Where the keys and values of a text lie while it is read: two stretches of memory that are used in turn, one to read from and
 * one to write to.
 */
export class KeptTensors {
  /** What the decoder calls each of them as it goes in and as it comes out. */
  readonly names: { pastName: string; presentName: string }[]
  private readonly halves = [new ReusedFloats(), new ReusedFloats()]
  private turn = 0

  constructor(private readonly shape: DecoderShape) {
    this.names = Array.from({ length: shape.layers }, (_, layer) => [
      { pastName: pastKey(layer), presentName: presentKey(layer) },
      { pastName: pastValue(layer), presentName: presentValue(layer) },
    ]).flat()
  }

  /** Tensors to be written, by the names of the past; what the last call handed out stays as it is, and what was before is lost. */
  next(rows: number, length: number): Record<string, Tensor> {
    const { heads, headDim } = this.shape
    const size = rows * heads * length * headDim
    const roomSize = rows * heads * roundedUp(length) * headDim
    this.turn = 1 - this.turn
    const memory = this.halves[this.turn].ofLength(this.names.length * roomSize)
    const tensors: Record<string, Tensor> = {}
    this.names.forEach(({ pastName }, index) => {
      tensors[pastName] = new Tensor('float32', memory.subarray(index * size, (index + 1) * size), [
        rows,
        heads,
        length,
        headDim,
      ])
    })
    return tensors
  }
}

function roundedUp(tokens: number): number {
  return Math.ceil(tokens / TOKENS_AT_ONCE) * TOKENS_AT_ONCE
}
