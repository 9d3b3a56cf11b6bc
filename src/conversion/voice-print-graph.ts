// Reads the x-vector network of Kaldi (nnet3, binary form: https://kaldi-asr.org/doc/io.html) and writes it as an ONNX
// graph. Layers, offsets and order are those printed at the head of the file, of Kaldi's callhome_diarization/v2 recipe
// (Snyder et al., "X-vectors: Robust DNN embeddings for speaker recognition", 2018).
// The matrices stay in the file, which is opened beside the graph.
import {
  elemTypes,
  externalTensor,
  floats,
  int64s,
  type Named,
  type Node,
  node,
  value,
  writeModel,
} from '../onnx/graph.js'

const layers = [
  { name: 'tdnn1', kernel: 5, dilation: 1 },
  { name: 'tdnn2', kernel: 3, dilation: 2 },
  { name: 'tdnn3', kernel: 3, dilation: 3 },
  { name: 'tdnn4', kernel: 1, dilation: 1 },
  { name: 'tdnn5', kernel: 1, dilation: 1 },
] as const

/** StatisticsPoolingComponent floors the variance at this before it takes the root. */
const VARIANCE_FLOOR = 1e-10

interface Matrix {
  rows: number
  columns: number
  /** The byte of the file at which its floats begin, row after row. */
  offset: number
}

interface Affine extends Matrix {
  bias: Float32Array
}

const BYTES_PER_FLOAT = 4

/**
 * features [1, 23, frames] and windows [n, frames - 14] -> embeddings [n, 128]: one of each window, whose row says how much each frame
 * that comes out of the convolutions counts, 1 in all. The convolutions, which take nearly all of the time, are done once for all
 * windows. The network is opened beside the graph under `weightsName`.
 */
export function xvectorGraph(network: Uint8Array, weightsName: string): Uint8Array {
  const reader = new KaldiReader(network)
  const weights = (name: string, dims: number[], { rows, columns, offset }: Matrix) =>
    externalTensor(name, elemTypes.float, dims, {
      file: weightsName,
      offset,
      length: rows * columns * BYTES_PER_FLOAT,
    })
  const initializers: Named[] = []
  const nodes: Node[] = []
  let from = 'features'
  for (const { name, kernel, dilation } of layers) {
    const affine = reader.affine(`${name}.affine`)
    const norm = reader.batchNorm(`${name}.batchnorm`)
    const channels = affine.columns / kernel
    initializers.push(
      weights(`${name}.spliced`, [affine.rows, kernel, channels], affine),
      floats(`${name}.bias`, [affine.rows], affine.bias),
      floats(`${name}.scale`, [1, affine.rows, 1], norm.scale),
      floats(`${name}.offset`, [1, affine.rows, 1], norm.offset),
    )
    nodes.push(
      // Kaldi appends whole frames (offset after offset); a convolution wants each channel's offsets side by side.
      node('Transpose', [`${name}.spliced`], [`${name}.weights`], { perm: [0, 2, 1] }),
      node('Conv', [from, `${name}.weights`, `${name}.bias`], [`${name}.affine`], {
        dilations: [dilation],
        kernel_shape: [kernel],
      }),
      node('Relu', [`${name}.affine`], [`${name}.relu`]),
      node('Mul', [`${name}.relu`, `${name}.scale`], [`${name}.scaled`]),
      node('Add', [`${name}.scaled`, `${name}.offset`], [name]),
    )
    from = name
  }
  const last = reader.affine('tdnn6.affine')
  initializers.push(
    weights('tdnn6.weights', [last.rows, last.columns], last),
    floats('tdnn6.bias', [last.rows], last.bias),
    floats('variance_floor', [1], [VARIANCE_FLOOR]),
    int64s('batch_axis', [0]),
  )
  // Around the mean of all frames: squares of what lies far from zero would cost the spread its last digits.
  nodes.push(
    node('ReduceMean', [from], ['centre'], { axes: [2], keepdims: 1 }),
    node('Sub', [from, 'centre'], ['deviation']),
    node('Transpose', ['deviation'], ['by_frame'], { perm: [0, 2, 1] }),
    node('MatMul', ['windows', 'by_frame'], ['shift']),
    node('Mul', ['by_frame', 'by_frame'], ['squared']),
    node('MatMul', ['windows', 'squared'], ['moment']),
    node('Mul', ['shift', 'shift'], ['shift_squared']),
    node('Sub', ['moment', 'shift_squared'], ['variance']),
    node('Max', ['variance', 'variance_floor'], ['floored']),
    node('Sqrt', ['floored'], ['spread']),
    node('Transpose', ['centre'], ['centre_row'], { perm: [0, 2, 1] }),
    node('Add', ['shift', 'centre_row'], ['mean']),
    node('Concat', ['mean', 'spread'], ['statistics_of_one'], { axis: 2 }),
    node('Squeeze', ['statistics_of_one', 'batch_axis'], ['statistics']),
    node('Gemm', ['statistics', 'tdnn6.weights', 'tdnn6.bias'], ['embeddings'], { transB: 1 }),
  )
  return writeModel({
    irVersion: 8,
    opsets: [{ domain: '', version: 14 }],
    graph: {
      nodes,
      initializers,
      inputs: [value('features', 'float'), value('windows', 'float')],
      outputs: [value('embeddings', 'float')],
    },
  })
}

/** A Kaldi binary matrix file (`transform.mat`). */
export function readKaldiMatrix(file: Uint8Array): { rows: number; columns: number; values: Float32Array } {
  const reader = new KaldiReader(file)
  const { rows, columns, offset } = reader.matrixAt(2)
  return { rows, columns, values: reader.floatsAt(offset, rows * columns) }
}

/** A Kaldi text vector file (`mean.vec`): " [ 1.0 2.0 ... ]". */
export function readKaldiTextVector(file: Uint8Array): Float32Array {
  const numbers = new TextDecoder().decode(file).replace(/[[\]]/g, ' ').trim().split(/\s+/).map(Number)
  if (numbers.some(Number.isNaN)) throw new Error('not a Kaldi text vector')
  return Float32Array.from(numbers)
}

class KaldiReader {
  private readonly buffer: Buffer

  constructor(bytes: Uint8Array) {
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  affine(component: string): Affine {
    const at = this.component(component)
    const matrix = this.matrixAt(this.after('<LinearParams> ', at))
    return { ...matrix, bias: this.vectorAt(this.after('<BiasParams> ', at)) }
  }

  /** As a scale and an offset for each dimension: targetRms * (x - mean) / sqrt(variance + epsilon). */
  batchNorm(component: string): { scale: Float32Array; offset: Float32Array } {
    const at = this.component(component)
    const epsilon = this.floatAt(this.after('<Epsilon> ', at))
    const targetRms = this.floatAt(this.after('<TargetRms> ', at))
    const mean = this.vectorAt(this.after('<StatsMean> ', at))
    const variance = this.vectorAt(this.after('<StatsVar> ', at))
    const scale = variance.map((spread) => targetRms / Math.sqrt(spread + epsilon))
    return { scale, offset: mean.map((centre, index) => -centre * scale[index]) }
  }

  matrixAt(at: number): Matrix {
    this.expect('FM ', at)
    return { rows: this.intAt(at + 3), columns: this.intAt(at + 8), offset: at + 13 }
  }

  private vectorAt(at: number): Float32Array {
    this.expect('FV ', at)
    return this.floatsAt(at + 8, this.intAt(at + 3))
  }

  private component(name: string): number {
    return this.after(`<ComponentName> ${name} `, 0)
  }

  private after(token: string, from: number): number {
    const found = this.buffer.indexOf(token, from, 'latin1')
    if (found < 0) throw new Error(`not the expected Kaldi network: "${token.trim()}" was not found`)
    return found + token.length
  }

  private expect(token: string, at: number): void {
    if (this.buffer.toString('latin1', at, at + token.length) !== token)
      throw new Error(`not the expected Kaldi file: "${token.trim()}" should stand at byte ${at}`)
  }

  // Every number is preceded by a byte that gives its size.
  private intAt(at: number): number {
    return this.buffer.readInt32LE(at + 1)
  }

  private floatAt(at: number): number {
    return this.buffer.readFloatLE(at + 1)
  }

  floatsAt(at: number, count: number): Float32Array {
    return new Float32Array(new Uint8Array(this.buffer.subarray(at, at + count * BYTES_PER_FLOAT)).buffer)
  }
}
