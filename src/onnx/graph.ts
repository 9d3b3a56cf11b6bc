// An ONNX model as parts that can be taken out, exchanged and put together again. Field numbers are those of
// onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
import {
  bytesField,
  concat,
  type Field,
  fieldsOf,
  floatField,
  readFields,
  textField,
  textOf,
  textsOf,
  varintField,
} from './protobuf.js'

const modelField = { irVersion: 1, graph: 7, opsetImport: 8 } as const
const opsetField = { domain: 1, version: 2 } as const
const graphField = { node: 1, name: 2, initializer: 5, input: 11, output: 12 } as const
const nodeField = { input: 1, output: 2, name: 3, opType: 4, attribute: 5, domain: 7 } as const
const attributeField = { name: 1, float: 2, int: 3, tensor: 5, graph: 6, ints: 8, type: 20 } as const
const attributeType = { float: 1, int: 2, ints: 7 } as const
const tensorField = { dims: 1, dataType: 2, name: 8, rawData: 9, externalData: 13, dataLocation: 14 } as const
const entryField = { key: 1, value: 2 } as const
const DATA_IS_EXTERNAL = 1
const valueInfoField = { name: 1, type: 2 } as const
const typeField = { tensor: 1 } as const
const tensorTypeField = { elemType: 1 } as const

/** TensorProto.DataType, the kinds in use here. */
export const elemTypes = { float: 1, uint8: 2, int32: 6, int64: 7, bool: 9 } as const
export type ElemType = keyof typeof elemTypes

export interface Node {
  name: string
  opType: string
  inputs: string[]
  outputs: string[]
  /** The encoded NodeProto: what is not read here travels along unchanged. */
  encoded: Uint8Array
}

/** A graph input or output, or an initializer: its name and its encoded message. */
export interface Named {
  name: string
  encoded: Uint8Array
}

export interface Graph {
  nodes: Node[]
  initializers: Named[]
  inputs: Named[]
  outputs: Named[]
}

export interface Model {
  irVersion: number
  opsets: { domain: string; version: number }[]
  graph: Graph
}

export function readModel(bytes: Uint8Array): Model {
  const graph = graphOf(bytes)
  const fields = readFields(bytes)
  return {
    irVersion: fields.find((field) => field.number === modelField.irVersion)?.value ?? 8,
    opsets: fields
      .filter((field) => field.number === modelField.opsetImport)
      .map(({ content }) => ({
        domain: textOf(content, opsetField.domain),
        version: fieldsOf(content, opsetField.version)[0]?.value ?? 0,
      })),
    graph: readGraph(graph.content),
  }
}

function graphOf(model: Uint8Array): Field {
  const [graph] = fieldsOf(model, modelField.graph)
  if (!graph) throw new Error('not an ONNX model: it has no graph')
  return graph
}

function readGraph(bytes: Uint8Array): Graph {
  const graph: Graph = { nodes: [], initializers: [], inputs: [], outputs: [] }
  for (const { number, content } of readFields(bytes)) {
    if (number === graphField.node) graph.nodes.push(readNode(content))
    else if (number === graphField.initializer)
      graph.initializers.push({ name: textOf(content, tensorField.name), encoded: content })
    else if (number === graphField.input)
      graph.inputs.push({ name: textOf(content, valueInfoField.name), encoded: content })
    else if (number === graphField.output)
      graph.outputs.push({ name: textOf(content, valueInfoField.name), encoded: content })
  }
  return graph
}

function readNode(encoded: Uint8Array): Node {
  return {
    name: textOf(encoded, nodeField.name),
    opType: textOf(encoded, nodeField.opType),
    inputs: textsOf(encoded, nodeField.input),
    outputs: textsOf(encoded, nodeField.output),
    encoded,
  }
}

/** The graph held in an attribute of a node: a branch of If, the body of Loop. */
export function subgraph(node: Node, attribute: string): Graph {
  const found = fieldsOf(node.encoded, nodeField.attribute).find(
    ({ content }) => textOf(content, attributeField.name) === attribute,
  )
  const inner = found && fieldsOf(found.content, attributeField.graph)[0]
  if (!inner) throw new Error(`node "${node.name}" has no graph "${attribute}"`)
  return readGraph(inner.content)
}

/** The tensor held in an attribute of a node: the value of a Constant. */
export function attributeTensor(node: Node, attribute: string): Named {
  const found = fieldsOf(node.encoded, nodeField.attribute).find(
    ({ content }) => textOf(content, attributeField.name) === attribute,
  )
  const inner = found && fieldsOf(found.content, attributeField.tensor)[0]
  if (!inner) throw new Error(`node "${node.name}" has no tensor "${attribute}"`)
  return { name: node.outputs[0], encoded: inner.content }
}

export interface TensorData {
  elemType: number
  dims: number[]
  raw: Uint8Array
}

/** The content of an initializer that keeps its numbers as raw little-endian bytes. */
export function tensorData(initializer: Named): TensorData {
  const fields = readFields(initializer.encoded)
  const raw = fields.find((field) => field.number === tensorField.rawData)
  if (!raw) throw new Error(`initializer "${initializer.name}" holds no raw data`)
  return {
    elemType: fields.find((field) => field.number === tensorField.dataType)?.value ?? 0,
    dims: fields.filter((field) => field.number === tensorField.dims).map((field) => field.value),
    raw: raw.content,
  }
}

export function tensor(name: string, elemType: ElemType, dims: number[], raw: Uint8Array): Named {
  return {
    name,
    encoded: concat([
      ...dims.map((size) => varintField(tensorField.dims, size)),
      varintField(tensorField.dataType, elemTypes[elemType]),
      textField(tensorField.name, name),
      bytesField(tensorField.rawData, raw),
    ]),
  }
}

export function floats(name: string, dims: number[], values: ArrayLike<number>): Named {
  return tensor(name, 'float', dims, new Uint8Array(Float32Array.from(values).buffer))
}

export function int64s(name: string, values: number[]): Named {
  return tensor(
    name,
    'int64',
    [values.length],
    new Uint8Array(BigInt64Array.from(values.map((value) => BigInt(value))).buffer),
  )
}

/** Where numbers lie in a file that is opened beside the graph. */
export interface Place {
  /** The name under which the file is opened. */
  file: string
  offset: number
  length: number
}

/** An initializer whose numbers, raw and little-endian, stay where they are. */
export function externalTensor(name: string, elemType: number, dims: number[], place: Place): Named {
  const entry = (key: string, content: string) =>
    bytesField(
      tensorField.externalData,
      concat([textField(entryField.key, key), textField(entryField.value, content)]),
    )
  return {
    name,
    encoded: concat([
      ...dims.map((size) => varintField(tensorField.dims, size)),
      varintField(tensorField.dataType, elemType),
      textField(tensorField.name, name),
      entry('location', place.file),
      entry('offset', String(place.offset)),
      entry('length', String(place.length)),
      varintField(tensorField.dataLocation, DATA_IS_EXTERNAL),
    ]),
  }
}

/** Below this a reference saves nothing. */
const SMALLEST_EXTERNAL_BYTES = 1_024

/** The initializers of a model that was read from `source`: the large ones refer to it instead of holding a copy. */
export function weightsIn(initializers: Named[], source: Uint8Array, file: string): Named[] {
  return initializers.map((initializer) => {
    const { name, encoded } = initializer
    if (encoded.length < SMALLEST_EXTERNAL_BYTES) return initializer
    const { elemType, dims, raw } = tensorData(initializer)
    if (raw.buffer !== source.buffer) throw new Error(`initializer "${name}" is not part of the source`)
    const offset = raw.byteOffset - source.byteOffset
    return externalTensor(name, elemType, dims, { file, offset, length: raw.length })
  })
}

/** A graph input or output without a shape: the runtime infers it. */
export function value(name: string, elemType: ElemType): Named {
  return {
    name,
    encoded: concat([
      textField(valueInfoField.name, name),
      bytesField(
        valueInfoField.type,
        bytesField(typeField.tensor, varintField(tensorTypeField.elemType, elemTypes[elemType])),
      ),
    ]),
  }
}

export type AttributeValue = number | number[] | { float: number }

export function node(
  opType: string,
  inputs: string[],
  outputs: string[],
  attributes: Record<string, AttributeValue> = {},
  domain = '',
): Node {
  const encoded = concat([
    ...inputs.map((name) => textField(nodeField.input, name)),
    ...outputs.map((name) => textField(nodeField.output, name)),
    textField(nodeField.name, outputs[0]),
    textField(nodeField.opType, opType),
    ...Object.entries(attributes).map(([name, content]) =>
      bytesField(nodeField.attribute, encodeAttribute(name, content)),
    ),
    ...(domain ? [textField(nodeField.domain, domain)] : []),
  ])
  return { name: outputs[0], opType, inputs, outputs, encoded }
}

function encodeAttribute(name: string, content: AttributeValue): Uint8Array {
  const label = textField(attributeField.name, name)
  if (typeof content === 'number')
    return concat([
      label,
      varintField(attributeField.int, content),
      varintField(attributeField.type, attributeType.int),
    ])
  if (Array.isArray(content))
    return concat([
      label,
      ...content.map((number) => varintField(attributeField.ints, number)),
      varintField(attributeField.type, attributeType.ints),
    ])
  return concat([
    label,
    floatField(attributeField.float, content.float),
    varintField(attributeField.type, attributeType.float),
  ])
}

/** The nodes in their order, some in the place of the one that gave the same output. */
export function replacing(nodes: Node[], replacements: ReadonlyMap<string, Node[]>): Node[] {
  const missing = new Set(replacements.keys())
  const all = nodes.flatMap((each) => {
    const output = each.outputs.find((name) => replacements.has(name))
    if (output === undefined) return [each]
    missing.delete(output)
    return replacements.get(output)!
  })
  if (missing.size > 0) throw new Error(`no node of the ONNX graph gives ${[...missing].join(', ')}`)
  return all
}

/** Only what the outputs depend on: nodes in their order, the initializers and inputs that these read. */
export function reachable(graph: Graph): Graph {
  const wanted = new Set(graph.outputs.map(({ name }) => name))
  const kept: Node[] = []
  // Nodes are stored in topological order, so one walk from the end sees every consumer before its producer.
  for (const candidate of graph.nodes.toReversed()) {
    if (!candidate.outputs.some((name) => wanted.has(name))) continue
    kept.push(candidate)
    for (const name of candidate.inputs) wanted.add(name)
  }
  return {
    nodes: kept.reverse(),
    initializers: graph.initializers.filter(({ name }) => wanted.has(name)),
    inputs: graph.inputs.filter(({ name }) => wanted.has(name)),
    outputs: graph.outputs,
  }
}

export function writeModel({ irVersion, opsets, graph }: Model): Uint8Array {
  return concat([
    varintField(modelField.irVersion, irVersion),
    ...opsets.map(({ domain, version }) =>
      bytesField(
        modelField.opsetImport,
        concat([textField(opsetField.domain, domain), varintField(opsetField.version, version)]),
      ),
    ),
    bytesField(
      modelField.graph,
      concat([
        ...graph.nodes.map(({ encoded }) => bytesField(graphField.node, encoded)),
        textField(graphField.name, 'graph'),
        ...graph.initializers.map(({ encoded }) => bytesField(graphField.initializer, encoded)),
        ...graph.inputs.map(({ encoded }) => bytesField(graphField.input, encoded)),
        ...graph.outputs.map(({ encoded }) => bytesField(graphField.output, encoded)),
      ]),
    ),
  ])
}

/**
 * The model with further tensors handed out: what a graph computes inside (predicted durations, attention) becomes an
 * output once it is listed as one. All else stays byte for byte as it was, so this suits models of any make.
 */
export function withOutputs(model: Uint8Array, outputs: Named[]): Uint8Array {
  const field = graphOf(model)
  const graph = readGraph(field.content)
  const computed = new Set(graph.nodes.flatMap((each) => each.outputs))
  for (const { name } of outputs) {
    if (!computed.has(name)) throw new Error(`no node of the ONNX graph computes a tensor named "${name}"`)
  }
  const present = new Set(graph.outputs.map(({ name }) => name))
  const added = outputs
    .filter(({ name }) => !present.has(name))
    .map(({ encoded }) => bytesField(graphField.output, encoded))
  return concat([
    model.subarray(0, field.start),
    bytesField(modelField.graph, concat([field.content, ...added])),
    model.subarray(field.end),
  ])
}
