// Reads the x-vector network of Kaldi (nnet3, binary form: https://kaldi-asr.org/doc/io.html) and writes it as an ONNX
// graph. Layers, offsets and order are those printed at the head of the file, of Kaldi's callhome_diarization/v2 recipe
// (Snyder et al., "X-vectors: Robust DNN embeddings for speaker recognition", 2018).
import { floats, int64s, type Named, type Node, node, value, writeModel } from './onnx/graph.js'

/** Feature dimension that the network takes, and the size of the vector it gives. */
export const FEATURE_DIM = 23
export const EMBEDDING_DIM = 128

/** Frames on both sides that the convolutions eat up: 2 + 2 + 3, left and right. */
export const CONTEXT_FRAMES = 14

const layers = [
  { name: 'tdnn1', kernel: 5, dilation: 1 },
  { name: 'tdnn2', kernel: 3, dilation: 2 },
  { name: 'tdnn3', kernel: 3, dilation: 3 },
  { name: 'tdnn4', kernel: 1, dilation: 1 },
  { name: 'tdnn5', kernel: 1, dilation: 1 },
] as const

/** StatisticsPoolingComponent floors the variance at this before it takes the root. */
const VARIANCE_FLOOR = 1e-10

interface Affine {
  rows: number
  columns: number
  weights: Float32Array
  bias: Float32Array
}

/** features [1, 23, frames] -> embedding [1, 128]. */
export function xvectorGraph(network: Uint8Array): Uint8Array {
  const reader = new KaldiReader(network)
  const initializers: Named[] = []
  const nodes: Node[] = []
  let from = 'features'
  for (const { name, kernel, dilation } of layers) {
    const affine = reader.affine(`${name}.affine`)
    const norm = reader.batchNorm(`${name}.batchnorm`)
    const channels = affine.columns / kernel
    initializers.push(
      floats(`${name}.weights`, [affine.rows, channels, kernel], splicedToKernel(affine, kernel)),
      floats(`${name}.bias`, [affine.rows], affine.bias),
      floats(`${name}.scale`, [1, affine.rows, 1], norm.scale),
      floats(`${name}.offset`, [1, affine.rows, 1], norm.offset),
    )
    nodes.push(
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
    floats('tdnn6.weights', [last.rows, last.columns], last.weights),
    floats('tdnn6.bias', [last.rows], last.bias),
    floats('variance_floor', [1], [VARIANCE_FLOOR]),
    int64s('time_axis', [2]),
  )
  nodes.push(
    node('ReduceMean', [from], ['mean_kept'], { axes: [2], keepdims: 1 }),
    node('Sub', [from, 'mean_kept'], ['deviation']),
    node('Mul', ['deviation', 'deviation'], ['squared']),
    node('ReduceMean', ['squared'], ['variance'], { axes: [2], keepdims: 0 }),
    node('Max', ['variance', 'variance_floor'], ['floored']),
    node('Sqrt', ['floored'], ['spread']),
    node('Squeeze', ['mean_kept', 'time_axis'], ['mean']),
    node('Concat', ['mean', 'spread'], ['statistics'], { axis: 1 }),
    node('Gemm', ['statistics', 'tdnn6.weights', 'tdnn6.bias'], ['embedding'], { transB: 1 }),
  )
  return writeModel({
    irVersion: 8,
    opsets: [{ domain: '', version: 14 }],
    graph: {
      nodes,
      initializers,
      inputs: [value('features', 'float')],
      outputs: [value('embedding', 'float')],
    },
  })
}

/** Kaldi appends whole frames (offset after offset); a convolution wants each channel's offsets side by side. */
function splicedToKernel({ rows, columns, weights }: Affine, kernel: number): Float32Array {
  const channels = columns / kernel
  const turned = new Float32Array(weights.length)
  for (let row = 0; row < rows; row++)
    for (let offset = 0; offset < kernel; offset++)
      for (let channel = 0; channel < channels; channel++)
        turned[(row * channels + channel) * kernel + offset] =
          weights[row * columns + offset * channels + channel]
  return turned
}

/** A Kaldi binary matrix file (`transform.mat`). */
export function readKaldiMatrix(file: Uint8Array): { rows: number; columns: number; values: Float32Array } {
  return new KaldiReader(file).matrixAt(2)
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
    const { rows, columns, values } = this.matrixAt(this.after('<LinearParams> ', at))
    return { rows, columns, weights: values, bias: this.vectorAt(this.after('<BiasParams> ', at)) }
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

  matrixAt(at: number): { rows: number; columns: number; values: Float32Array } {
    this.expect('FM ', at)
    const rows = this.intAt(at + 3)
    const columns = this.intAt(at + 8)
    return { rows, columns, values: this.floatsAt(at + 13, rows * columns) }
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

  private floatsAt(at: number, count: number): Float32Array {
    return new Float32Array(new Uint8Array(this.buffer.subarray(at, at + count * 4)).buffer)
  }
}
