import { type InferenceSession, Tensor } from 'audio-audit-runtime'
import { beforeAll, describe, expect, it } from 'vitest'
import { conversionSources } from '../../src/conversion/convert.js'
import { readKaldiMatrix, readKaldiTextVector, xvectorGraph } from '../../src/conversion/voice-print-graph.js'
import { readModelFile, readVerified } from '../../src/speech/models.js'
import { openSession } from '../../src/speech/session.js'
import { CONTEXT_FRAMES, EMBEDDING_DIM, FEATURE_DIM } from '../../src/speech/voice-print.js'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('xvectorGraph', () => {
  let session: InferenceSession
  beforeAll(async () => {
    const network = readModelFile('voicePrint')
    session = await openSession(xvectorGraph(network, 'network'), { network })
  })

  const embed = async (frames: number, at: (t: number, d: number) => number) => {
    const features = new Float32Array(FEATURE_DIM * frames)
    for (let d = 0; d < FEATURE_DIM; d++) for (let t = 0; t < frames; t++) features[d * frames + t] = at(t, d)
    const framesOut = frames - CONTEXT_FRAMES
    const { embeddings } = await session.run({
      features: new Tensor('float32', features, [1, FEATURE_DIM, frames]),
      windows: new Tensor('float32', new Float32Array(framesOut).fill(1 / framesOut), [1, framesOut]),
    })
    return embeddings.data as Float32Array
  }

  it('computes what the layers at the head of the file say', async () => {
    const embedding = await embed(
      60,
      (t, d) => 3 * Math.sin(0.37 * t + 1.3 * d) + 0.5 * Math.cos(0.05 * t * (d + 1)),
    )
    expect(embedding).toHaveLength(EMBEDDING_DIM)
    // A forward pass in numpy, in double precision, from the same file by a parser of its own, frame by frame: Append
    // of the offsets, affine, max(0, x), (x - mean) / sqrt(variance + epsilon), mean and standard deviation, affine.
    const expected: Record<number, number> = {
      0: 0.9652,
      16: -1.8011,
      32: -4.8365,
      48: 2.1498,
      64: -0.7476,
      80: 3.8369,
      96: 4.4306,
      112: 2.5054,
    }
    for (const [component, value] of Object.entries(expected))
      expect(embedding[Number(component)]).toBeCloseTo(value, 3)
    expect(Math.hypot(...embedding)).toBeCloseTo(43.8449, 3)
  })

  it('has a deviation of nearly nothing, not of NaN, over a single frame', async () => {
    const embedding = await embed(CONTEXT_FRAMES + 1, () => 0)
    expect(embedding.every(Number.isFinite)).toBe(true)
  })

  it('refuses another file', () => {
    expect(() => xvectorGraph(bytes('<Nnet3> <ComponentName> lstm1 '), 'network')).toThrow(/tdnn1\.affine/)
  })
})

describe('readKaldiMatrix', () => {
  it('reads rows and columns of floats', () => {
    const { rows, columns, values } = readKaldiMatrix(
      readVerified(conversionSources.voicePrintTransform, 'transform'),
    )
    expect({ rows, columns }).toEqual({ rows: EMBEDDING_DIM, columns: EMBEDDING_DIM })
    expect(values).toHaveLength(rows * columns)
    expect(values.every(Number.isFinite)).toBe(true)
  })

  it('refuses what is not one', () => {
    expect(() => readKaldiMatrix(bytes(' [ 1 2 ]'))).toThrow(/"FM" should stand at byte 2/)
  })
})

describe('readKaldiTextVector', () => {
  it('reads the numbers between the brackets', () => {
    expect(readKaldiTextVector(bytes(' [ 0.5 -2e-1 3 ]\n'))).toEqual(Float32Array.of(0.5, -0.2, 3))
  })

  it('refuses what is not one', () => {
    expect(() => readKaldiTextVector(bytes(' [ 1 two ]'))).toThrow(/text vector/)
  })
})
