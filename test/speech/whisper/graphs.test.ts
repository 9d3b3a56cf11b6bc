import { Tensor } from 'audio-audit-runtime'
import { describe, expect, it } from 'vitest'
import { floats, node, value, writeModel } from '../../../src/onnx/graph.js'
import { openSession } from '../../../src/speech/session.js'
import { decoderGraphs, encoderGraph } from '../../../src/speech/whisper/graphs.js'

const opsets = [{ domain: '', version: 11 }]
const input = value('input_features', 'float')

/** What is left of the published encoder when all is taken away but the positions: two numbers for each of three frames. */
const published = writeModel({
  irVersion: 6,
  opsets,
  graph: {
    nodes: [
      node('Transpose', ['input_features'], ['/Transpose_output_0'], { perm: [0, 2, 1] }),
      node('Add', ['/Transpose_output_0', 'embed_positions.weight'], ['/Add_2_output_0']),
      node('Identity', ['/Add_2_output_0'], ['last_hidden_state']),
    ],
    initializers: [floats('embed_positions.weight', [3, 2], [10, 20, 30, 40, 50, 60])],
    inputs: [input],
    outputs: [value('last_hidden_state', 'float')],
  },
})

async function run(model: Uint8Array, frames: number): Promise<number[]> {
  const session = await openSession(model)
  const features = new Tensor('float32', new Float32Array(2 * frames).fill(1), [1, 2, frames])
  const { last_hidden_state: hidden } = await session.run({ input_features: features })
  return [...(hidden.data as Float32Array)]
}

describe('the encoder', () => {
  it('as it is published takes one length alone', async () => {
    await expect(run(published, 2)).rejects.toThrow(/Add/)
  })

  it('takes shorter sound, with the first of its positions', async () => {
    const graph = encoderGraph(published, 'encoder')
    expect(await run(graph, 2)).toEqual([11, 21, 31, 41])
    expect(await run(graph, 3)).toEqual(await run(published, 3))
  })
})

it('a decoder of another form is refused', () => {
  const shape = { layers: 1, heads: 1, headDim: 1 }
  expect(() => decoderGraphs(published, 'decoder', shape, [])).toThrow(/has no If node/)
})
