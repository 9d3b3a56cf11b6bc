import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Tensor } from 'audio-audit-runtime'
import { afterAll, describe, expect, it } from 'vitest'
import { optimisedGraph } from '../../src/conversion/optimised-graph.js'
import { floats, node, readModel, value, writeModel } from '../../src/onnx/graph.js'
import { openOptimised } from '../../src/speech/session.js'

const folder = mkdtempSync(path.join(tmpdir(), 'audio-audit-optimised-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Large enough to lie outside the graph. */
const SIZE = 512
const upTo = (size: number) => Array.from({ length: size }, (_, index) => index)

/** y = x * -(0, 1, 2, ...): the negative is a constant that is worked out once. */
const model = writeModel({
  irVersion: 8,
  opsets: [{ domain: '', version: 13 }],
  graph: {
    nodes: [node('Neg', ['numbers'], ['negative']), node('Mul', ['x', 'negative'], ['y'])],
    initializers: [floats('numbers', [SIZE], upTo(SIZE))],
    inputs: [value('x', 'float')],
    outputs: [value('y', 'float')],
  },
})

describe('optimisedGraph', () => {
  it('works constants out and puts them into the file beside the graph', async () => {
    const { graph, weights } = await optimisedGraph(model, {}, 'numbers.weights')
    expect(readModel(graph).graph.nodes.map(({ opType }) => opType)).toEqual(['Mul'])
    const stored = new Float32Array(Uint8Array.from(weights).buffer, 0, SIZE)
    expect([...stored]).toEqual(upTo(SIZE).map((number) => -number))
  })

  it('gives what the session opens by its name, without being optimised again', async () => {
    const { graph, weights } = await optimisedGraph(model, {}, 'numbers.weights')
    writeFileSync(path.join(folder, 'graph.onnx'), graph)
    writeFileSync(path.join(folder, 'numbers.weights'), weights)
    const session = await openOptimised(path.join(folder, 'graph.onnx'))
    const { y } = await session.run({ x: new Tensor('float32', new Float32Array(SIZE).fill(2), [SIZE]) })
    expect([...(y.data as Float32Array)]).toEqual(upTo(SIZE).map((number) => -2 * number))
  })
})
