import { InferenceSession, Tensor } from 'audio-audit-runtime'
import { describe, expect, it } from 'vitest'
import {
  elemTypes,
  externalTensor,
  floats,
  int64s,
  type Model,
  type Named,
  node,
  reachable,
  readModel,
  replacing,
  subgraph,
  tensorData,
  value,
  weightsIn,
  withOutputs,
  writeModel,
} from '../../src/onnx/graph.js'

// Tiny ONNX models written byte by byte, with field numbers from onnx.proto, so that nothing under test builds them.
// Every message here is shorter than 128 bytes or takes the two-byte length below.
const lengthBytes = (length: number) => (length < 128 ? [length] : [(length & 127) | 128, length >> 7])
const message = (field: number, content: number[]) => [
  (field << 3) | 2,
  ...lengthBytes(content.length),
  ...content,
]
const text = (field: number, content: string) => message(field, [...new TextEncoder().encode(content)])
const int = (field: number, content: number) => [field << 3, content]

const tensorInfo = (name: string, elemType: number, dims: number[]) => {
  const shape = message(
    2,
    dims.flatMap((dim) => message(1, int(1, dim))),
  )
  return [...text(1, name), ...message(2, message(1, [...int(1, elemType), ...shape]))]
}
const nodeBytes = (opType: string, inputs: string[], output: string, more: number[] = []) =>
  message(1, [
    ...inputs.flatMap((input) => text(1, input)),
    ...text(2, output),
    ...text(3, `the ${opType}`),
    ...text(4, opType),
    ...more,
  ])
const irVersion8 = int(1, 8)
const opset13 = message(8, int(2, 13))
const modelOf = (graph: number[]) => Uint8Array.from([...irVersion8, ...message(7, graph), ...opset13])

/** y = x * x + x, where x * x is an inner tensor. */
const arithmetic = modelOf([
  ...nodeBytes('Mul', ['x', 'x'], 'squared'),
  ...nodeBytes('Add', ['squared', 'x'], 'y'),
  ...text(2, 'arithmetic'),
  ...message(11, tensorInfo('x', 1, [3])),
  ...message(12, tensorInfo('y', 1, [3])),
])

const branch = (name: string, attribute: string, opType: string) => {
  const graph = [
    ...nodeBytes(opType, ['x', 'x'], `${name}_inner`),
    ...nodeBytes('Neg', [`${name}_inner`], `${name}_out`),
    ...text(2, name),
    ...message(12, tensorInfo(`${name}_out`, 1, [3])),
  ]
  const graphAttributeType = 5
  return message(5, [
    ...text(1, attribute),
    ...message(6, graph),
    ...[((20 << 3) & 127) | 128, 1, graphAttributeType],
  ])
}

/** y = flag ? -(x * x) : -(x + x). */
const choice = modelOf([
  ...nodeBytes('If', ['flag'], 'y', [
    ...branch('product', 'then_branch', 'Mul'),
    ...branch('sum', 'else_branch', 'Add'),
  ]),
  ...text(2, 'choice'),
  ...message(11, tensorInfo('flag', 9, [])),
  ...message(11, tensorInfo('x', 1, [3])),
  ...message(12, tensorInfo('y', 1, [3])),
])

const x = new Tensor('float32', Float32Array.from([1, -2, 0.5]), [3])

async function run(model: Uint8Array, feeds: Record<string, Tensor>): Promise<Record<string, number[]>> {
  const outputs = await (await InferenceSession.create(model)).run(feeds)
  return Object.fromEntries(
    Object.entries(outputs).map(([name, { data }]) => [name, [...(data as Float32Array)]]),
  )
}

describe('readModel', () => {
  it('gives names, operators and edges', () => {
    const { irVersion, opsets, graph } = readModel(arithmetic)
    expect({ irVersion, opsets }).toEqual({ irVersion: 8, opsets: [{ domain: '', version: 13 }] })
    expect(graph.nodes.map(({ encoded: _, ...rest }) => rest)).toEqual([
      { name: 'the Mul', opType: 'Mul', inputs: ['x', 'x'], outputs: ['squared'] },
      { name: 'the Add', opType: 'Add', inputs: ['squared', 'x'], outputs: ['y'] },
    ])
    expect(graph.inputs.map(({ name }) => name)).toEqual(['x'])
    expect(graph.outputs.map(({ name }) => name)).toEqual(['y'])
  })

  it('refuses bytes that are no model', () => {
    expect(() => readModel(Uint8Array.from([]))).toThrow(/no graph/)
    expect(() => readModel(arithmetic.subarray(0, arithmetic.length - 20))).toThrow(/longer than its message/)
    expect(() => readModel(Uint8Array.from([0x3a, 0xff]))).toThrow(/ends inside a number/)
    expect(() => readModel(Uint8Array.from([0x0f]))).toThrow(/wire type 7/)
  })
})

describe('writeModel', () => {
  it('puts together again what was taken apart', async () => {
    expect(await run(writeModel(readModel(arithmetic)), { x })).toEqual({ y: [2, 2, 0.75] })
  })

  it('turns a branch of an If node into a graph of its own', async () => {
    const { graph, ...rest } = readModel(choice)
    const alone = (attribute: string): Model => ({
      ...rest,
      graph: { ...subgraph(graph.nodes[0], attribute), inputs: graph.inputs.slice(1) },
    })
    expect(await run(writeModel(alone('then_branch')), { x })).toEqual({ product_out: [-1, -4, -0.25] })
    expect(await run(writeModel(alone('else_branch')), { x })).toEqual({ sum_out: [-2, 4, -1] })
    expect(() => subgraph(graph.nodes[0], 'body')).toThrow(/"the If" has no graph "body"/)
  })

  it('writes nodes, numbers and attributes of every kind in use', async () => {
    const outputs = ['leaky', 'turned', 'picked', 'last']
    const made = await run(
      writeModel({
        irVersion: 8,
        opsets: [{ domain: '', version: 13 }],
        graph: {
          nodes: [
            node('LeakyRelu', ['matrix'], ['leaky'], { alpha: { float: 0.25 } }),
            node('Transpose', ['matrix'], ['turned'], { perm: [1, 0] }),
            node('Gather', ['matrix', 'index'], ['picked'], { axis: 1 }),
            node('Add', ['matrix', 'wide'], ['last']),
          ],
          // 200 values make the tensor longer than one length byte can say.
          initializers: [int64s('index', [2]), floats('wide', [100, 2, 1], Array(200).fill(0.5))],
          inputs: [value('matrix', 'float')],
          outputs: outputs.map((name) => value(name, 'float')),
        },
      }),
      { matrix: new Tensor('float32', Float32Array.of(-4, 2, 3, -8, 5, 6), [2, 3]) },
    )
    expect(made.leaky).toEqual([-1, 2, 3, -2, 5, 6])
    expect(made.turned).toEqual([-4, -8, 2, 5, 3, 6])
    expect(made.picked).toEqual([3, 6])
    expect(made.last).toHaveLength(600)
    expect(made.last.slice(-6)).toEqual([-3.5, 2.5, 3.5, -7.5, 5.5, 6.5])
  })

  it('refuses a number that it could only write wrongly', () => {
    expect(() => node('Gather', ['a', 'b'], ['c'], { axis: -1 })).toThrow(RangeError)
    expect(() => node('Gather', ['a', 'b'], ['c'], { axis: 0.5 })).toThrow(RangeError)
  })
})

describe('tensorData', () => {
  it('gives back shape and bytes', () => {
    const { elemType, dims, raw } = tensorData(floats('weights', [2, 300], Array(600).fill(1.5)))
    expect({ elemType, dims }).toEqual({ elemType: 1, dims: [2, 300] })
    const values = new Float32Array(raw.slice().buffer)
    expect(values).toHaveLength(600)
    expect(new Set(values)).toEqual(new Set([1.5]))
  })

  it('says when the numbers are not stored as raw bytes', () => {
    expect(() => tensorData({ name: 'weights', encoded: Uint8Array.from(int(2, 1)) })).toThrow(/"weights"/)
  })
})

describe('weights that stay in another file', () => {
  const adding = (weights: Named): Uint8Array =>
    writeModel({
      irVersion: 8,
      opsets: [{ domain: '', version: 13 }],
      graph: {
        nodes: [node('Add', ['x', 'weights'], ['y'])],
        initializers: [weights],
        inputs: [value('x', 'float')],
        outputs: [value('y', 'float')],
      },
    })
  const opened = async (model: Uint8Array, data: Uint8Array) => {
    const session = await InferenceSession.create(model, { externalData: [{ path: 'beside', data }] })
    return async () => [...((await session.run({ x })).y.data as Float32Array)]
  }

  it('are read at their place, wherever it begins, and copied', async () => {
    // One byte in front: floats in a file need not lie at a multiple of four.
    const file = Uint8Array.from([7, ...new Uint8Array(Float32Array.of(9, 10, 20, 30, 9).buffer)])
    const place = { file: 'beside', offset: 1 + 4, length: 12 }
    const run = await opened(adding(externalTensor('weights', elemTypes.float, [3], place)), file)
    file.fill(0)
    expect(await run()).toEqual([11, 18, 30.5])
  })

  it('are found in the model that they were read from when they are large', async () => {
    const whole = adding(floats('weights', [300, 3], Array(900).fill(2)))
    const model = readModel(whole)
    const initializers = weightsIn(model.graph.initializers, whole, 'beside')
    const small = writeModel({ ...model, graph: { ...model.graph, initializers } })
    expect(small.length).toBeLessThan(300)
    const sums = await (await opened(small, whole))()
    expect(sums).toHaveLength(900)
    expect(sums.slice(-3)).toEqual([3, 0, 2.5])
  })

  it('stay where they are when they are small, and must come from the model that is named', () => {
    const few = [floats('few', [2], [1, 2])]
    expect(weightsIn(few, Uint8Array.from([]), 'beside')).toEqual(few)
    const made = [floats('many', [300], Array(300).fill(1))]
    expect(() => weightsIn(made, Uint8Array.from([]), 'beside')).toThrow(/"many" is not part of the source/)
  })
})

describe('reachable', () => {
  it('keeps what the outputs need and nothing else', () => {
    const kept = reachable({
      nodes: [
        node('Mul', ['x', 'two'], ['doubled']),
        node('Mul', ['other', 'three'], ['unused']),
        node('Add', ['doubled', 'x'], ['y']),
      ],
      initializers: [floats('two', [1], [2]), floats('three', [1], [3])],
      inputs: [value('x', 'float'), value('other', 'float')],
      outputs: [value('y', 'float')],
    })
    expect(kept.nodes.map(({ outputs }) => outputs[0])).toEqual(['doubled', 'y'])
    expect(kept.initializers.map(({ name }) => name)).toEqual(['two'])
    expect(kept.inputs.map(({ name }) => name)).toEqual(['x'])
  })
})

describe('withOutputs', () => {
  it('hands out an inner tensor and leaves the rest as it was', async () => {
    const widened = withOutputs(arithmetic, [value('squared', 'float')])
    expect(await run(widened, { x })).toEqual({ y: [2, 2, 0.75], squared: [1, 4, 0.25] })
  })

  it('adds no output twice', () => {
    const once = withOutputs(arithmetic, [value('squared', 'float')])
    expect(withOutputs(once, [value('squared', 'float')])).toEqual(once)
  })

  it('refuses a tensor that nothing computes', () => {
    expect(() => withOutputs(arithmetic, [value('cubed', 'float')])).toThrow(/"cubed"/)
  })
})

describe('replacing', () => {
  const nodes = [node('Neg', ['x'], ['y']), node('Abs', ['y'], ['z'])]

  it('puts nodes in the place of the one that gave the same output', () => {
    const others = [node('Exp', ['x'], ['e']), node('Log', ['e'], ['y'])]
    const found = replacing(nodes, new Map([['y', others]]))
    expect(found.map(({ opType }) => opType)).toEqual(['Exp', 'Log', 'Abs'])
  })

  it('says which output nobody gives', () => {
    expect(() => replacing(nodes, new Map([['w', []]]))).toThrow('no node of the ONNX graph gives w')
  })
})
