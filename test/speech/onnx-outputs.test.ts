import { InferenceSession, Tensor } from 'onnxruntime-node'
import { describe, expect, it } from 'vitest'
import {
  addBranchOutputs,
  addGraphOutputs,
  elemTypes,
  listNodes,
  listOutputs,
} from '../../src/speech/onnx-outputs.js'

// A tiny ONNX model written byte by byte, with field numbers from onnx.proto, so that nothing under test builds it.
// Every message here is shorter than 128 bytes or takes the two-byte length below.
const lengthBytes = (length: number) => (length < 128 ? [length] : [(length & 127) | 128, length >> 7])
const message = (field: number, content: number[]) => [
  (field << 3) | 2,
  ...lengthBytes(content.length),
  ...content,
]
const text = (field: number, value: string) => message(field, [...new TextEncoder().encode(value)])
const int = (field: number, value: number) => [field << 3, value]

const tensorInfo = (name: string, elemType: number, dims: number[]) => {
  const shape = message(
    2,
    dims.flatMap((dim) => message(1, int(1, dim))),
  )
  return [...text(1, name), ...message(2, message(1, [...int(1, elemType), ...shape]))]
}
const node = (opType: string, inputs: string[], output: string, more: number[] = []) =>
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
  ...node('Mul', ['x', 'x'], 'squared'),
  ...node('Add', ['squared', 'x'], 'y'),
  ...text(2, 'arithmetic'),
  ...message(11, tensorInfo('x', 1, [3])),
  ...message(12, tensorInfo('y', 1, [3])),
])

const branch = (name: string, attribute: string, opType: string) => {
  const graph = [
    ...node(opType, ['x', 'x'], `${name}_inner`),
    ...node('Neg', [`${name}_inner`], `${name}_out`),
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
  ...node('If', ['flag'], 'y', [
    ...branch('product', 'then_branch', 'Mul'),
    ...branch('sum', 'else_branch', 'Add'),
  ]),
  ...text(2, 'choice'),
  ...message(11, tensorInfo('flag', 9, [])),
  ...message(11, tensorInfo('x', 1, [3])),
  ...message(12, tensorInfo('y', 1, [3])),
])

const x = new Tensor('float32', Float32Array.from([1, -2, 0.5]), [3])

describe('addGraphOutputs', () => {
  it('hands out an inner tensor and leaves the rest as it was', async () => {
    const model = addGraphOutputs(arithmetic, [{ name: 'squared', elemType: elemTypes.float }])
    expect(listOutputs(model)).toEqual(['y', 'squared'])
    const session = await InferenceSession.create(model)
    const { y, squared } = await session.run({ x })
    expect([...(squared.data as Float32Array)]).toEqual([1, 4, 0.25])
    expect([...(y.data as Float32Array)]).toEqual([2, 2, 0.75])
  })

  it('adds no output twice', () => {
    const once = addGraphOutputs(arithmetic, [{ name: 'squared', elemType: elemTypes.float }])
    expect(addGraphOutputs(once, [{ name: 'squared', elemType: elemTypes.float }])).toEqual(once)
  })

  it('refuses a tensor that nothing computes', () => {
    expect(() => addGraphOutputs(arithmetic, [{ name: 'cubed', elemType: elemTypes.float }])).toThrow(
      /"cubed"/,
    )
  })

  it('refuses bytes that are no model', () => {
    expect(() => listOutputs(Uint8Array.from([]))).toThrow(/no graph/)
    expect(() => listOutputs(arithmetic.subarray(0, arithmetic.length - 20))).toThrow(/not an ONNX model/)
  })
})

describe('addBranchOutputs', () => {
  it('hands out what the taken branch of an If node computes inside', async () => {
    const model = addBranchOutputs(choice, 'the If', [
      { name: 'inner', thenName: 'product_inner', elseName: 'sum_inner', elemType: elemTypes.float },
    ])
    const session = await InferenceSession.create(model)
    expect(session.outputNames).toEqual(['y', 'inner'])
    const taken = async (flag: boolean) => {
      const { y, inner } = await session.run({ x, flag: new Tensor('bool', [flag], []) })
      return { y: [...(y.data as Float32Array)], inner: [...(inner.data as Float32Array)] }
    }
    expect(await taken(true)).toEqual({ y: [-1, -4, -0.25], inner: [1, 4, 0.25] })
    expect(await taken(false)).toEqual({ y: [-2, 4, -1], inner: [2, -4, 1] })
  })

  it('names the If node that is missing', () => {
    expect(() => addBranchOutputs(choice, 'another', [])).toThrow(/"another"/)
  })
})

describe('listNodes', () => {
  it('gives names, operators and edges', () => {
    expect(listNodes(arithmetic)).toEqual([
      { name: 'the Mul', opType: 'Mul', inputs: ['x', 'x'], outputs: ['squared'], subgraphs: [] },
      { name: 'the Add', opType: 'Add', inputs: ['squared', 'x'], outputs: ['y'], subgraphs: [] },
    ])
  })

  it('looks into the branches of an If node', () => {
    const [chooser] = listNodes(choice)
    expect(
      chooser.subgraphs.map(({ attribute, nodes }) => [attribute, nodes.map((inner) => inner.opType)]),
    ).toEqual([
      ['then_branch', ['Mul', 'Neg']],
      ['else_branch', ['Add', 'Neg']],
    ])
  })
})
