// Makes inner tensors of an ONNX model readable: what a graph computes but does not hand out (attention weights,
// predicted durations) becomes an output once its name is listed in GraphProto.output. An ONNX file is a protobuf
// message and repeated fields may be appended anywhere, so this needs no ONNX library, only the wire format
// (https://protobuf.dev/programming-guides/encoding/) and the field numbers of onnx.proto
// (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).

/** An inner tensor that shall become an output; `elemType` is a TensorProto.DataType (see `elemTypes`). */
export interface GraphOutput {
  name: string
  elemType: number
}

/** An inner tensor of both branches of an If node that shall become one output of the whole graph. */
export interface BranchOutput extends GraphOutput {
  /** The tensor's name in the then branch and in the else branch (often the same). */
  thenName: string
  elseName: string
}

export interface GraphNode {
  name: string
  opType: string
  inputs: string[]
  outputs: string[]
  /** Nodes inside the attributes that are graphs (the branches of If, the body of Loop), by attribute name. */
  subgraphs: { attribute: string; nodes: GraphNode[] }[]
}

/** TensorProto.DataType of onnx.proto, the few in use here. */
export const elemTypes = { float: 1, int32: 6, int64: 7, bool: 9 } as const

const modelField = { graph: 7 } as const
const graphField = { node: 1, output: 12 } as const
const nodeField = { input: 1, output: 2, name: 3, opType: 4, attribute: 5 } as const
const attributeField = { name: 1, graph: 6 } as const
const valueInfoField = { name: 1, type: 2 } as const
const typeField = { tensor: 1 } as const
const tensorTypeField = { elemType: 1 } as const

const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

interface Field {
  number: number
  wireType: number
  /** Where the whole field begins in its message, tag included. */
  start: number
  end: number
  /** The content of a length-delimited field; empty for the numeric kinds, which are never looked into. */
  content: Uint8Array
}

/** Lists the output names of the top graph, in the order in which a session would give them. */
export function listOutputs(model: Uint8Array): string[] {
  return fieldsOf(topGraph(model).content, graphField.output).map((output) =>
    textOf(output.content, valueInfoField.name),
  )
}

/** Lists the nodes of the top graph, those of subgraphs nested inside, to find the name of an inner tensor. */
export function listNodes(model: Uint8Array): GraphNode[] {
  return nodesOf(topGraph(model).content)
}

/**
 * Returns a copy of the model whose top graph also hands out the named tensors. Names that already are outputs are
 * left alone; a name that no node of the top graph computes is an error.
 */
export function addGraphOutputs(model: Uint8Array, names: GraphOutput[]): Uint8Array {
  const graph = topGraph(model)
  const computed = new Set(
    readFields(graph.content)
      .filter((field) => field.number === graphField.node)
      .flatMap((node) => textsOf(node.content, nodeField.output)),
  )
  for (const { name } of names) {
    if (!computed.has(name)) throw new Error(`no node of the ONNX graph computes a tensor named "${name}"`)
  }
  return replaceField(model, graph, modelField.graph, withOutputs(graph.content, names))
}

/**
 * As `addGraphOutputs`, for tensors inside the branches of an If node of the top graph (a "merged" decoder keeps its
 * whole network there): the branches, the If node and the graph each get the further output.
 */
export function addBranchOutputs(model: Uint8Array, ifNodeName: string, names: BranchOutput[]): Uint8Array {
  const graph = topGraph(model)
  const ifNode = fieldsOf(graph.content, graphField.node).find(
    (node) =>
      textOf(node.content, nodeField.opType) === 'If' && textOf(node.content, nodeField.name) === ifNodeName,
  )
  if (!ifNode) throw new Error(`the ONNX graph has no If node named "${ifNodeName}"`)

  const nodeParts = readFields(ifNode.content).map((field) => {
    const unchanged = ifNode.content.subarray(field.start, field.end)
    if (field.number !== nodeField.attribute) return unchanged
    const attribute = textOf(field.content, attributeField.name)
    if (attribute !== 'then_branch' && attribute !== 'else_branch') return unchanged
    const branch = onlyField(field.content, attributeField.graph)
    const outputs = names.map(({ thenName, elseName, elemType }) => ({
      name: attribute === 'then_branch' ? thenName : elseName,
      elemType,
    }))
    return bytesField(
      nodeField.attribute,
      replaceField(field.content, branch, attributeField.graph, withOutputs(branch.content, outputs, true)),
    )
  })
  const newNode = concat([...nodeParts, ...names.map(({ name }) => textField(nodeField.output, name))])
  const newGraph = withOutputs(replaceField(graph.content, ifNode, graphField.node, newNode), names)
  return replaceField(model, graph, modelField.graph, newGraph)
}

/** A branch must give one output per output of its If node, hence `keepDuplicates` there. */
function withOutputs(graph: Uint8Array, names: GraphOutput[], keepDuplicates = false): Uint8Array {
  const present = new Set(
    fieldsOf(graph, graphField.output).map((output) => textOf(output.content, valueInfoField.name)),
  )
  const missing = names.filter(({ name }) => keepDuplicates || !present.has(name))
  return concat([graph, ...missing.map((output) => bytesField(graphField.output, valueInfo(output)))])
}

/** ValueInfoProto without a shape: ONNX then infers the shape at run time. */
function valueInfo({ name, elemType }: GraphOutput): Uint8Array {
  const tensorType = concat([varint((tensorTypeField.elemType << 3) | wire.varint), varint(elemType)])
  return concat([
    textField(valueInfoField.name, name),
    bytesField(valueInfoField.type, bytesField(typeField.tensor, tensorType)),
  ])
}

function nodesOf(graph: Uint8Array): GraphNode[] {
  return fieldsOf(graph, graphField.node).map(({ content }) => ({
    name: textOf(content, nodeField.name),
    opType: textOf(content, nodeField.opType),
    inputs: textsOf(content, nodeField.input),
    outputs: textsOf(content, nodeField.output),
    subgraphs: fieldsOf(content, nodeField.attribute).flatMap((attribute) =>
      fieldsOf(attribute.content, attributeField.graph).map((subgraph) => ({
        attribute: textOf(attribute.content, attributeField.name),
        nodes: nodesOf(subgraph.content),
      })),
    ),
  }))
}

function topGraph(model: Uint8Array): Field {
  return onlyField(model, modelField.graph)
}

function onlyField(message: Uint8Array, number: number): Field {
  const [field] = fieldsOf(message, number)
  if (!field) throw new Error('not an ONNX model: it has no graph')
  return field
}

function fieldsOf(message: Uint8Array, number: number): Field[] {
  return readFields(message).filter((field) => field.number === number && field.wireType === wire.bytes)
}

function textsOf(message: Uint8Array, number: number): string[] {
  return fieldsOf(message, number).map((field) => new TextDecoder().decode(field.content))
}

function textOf(message: Uint8Array, number: number): string {
  return textsOf(message, number)[0] ?? ''
}

function readFields(message: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  const readVarint = (): number => {
    let value = 0
    // Multiplication instead of shifts: lengths may pass 2^31.
    for (let scale = 1; ; scale *= 128) {
      if (at >= message.length) throw new Error('not an ONNX model: the protobuf ends inside a number')
      const byte = message[at++]
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
    }
  }
  while (at < message.length) {
    const start = at
    const tag = readVarint()
    const wireType = tag % 8
    const number = Math.floor(tag / 8)
    let content = message.subarray(at, at)
    if (wireType === wire.varint) readVarint()
    else if (wireType === wire.fixed64) at += 8
    else if (wireType === wire.fixed32) at += 4
    else if (wireType === wire.bytes) {
      const length = readVarint()
      content = message.subarray(at, at + length)
      at += length
    } else throw new Error(`not an ONNX model: unknown protobuf wire type ${wireType}`)
    if (at > message.length) throw new Error('not an ONNX model: a protobuf field is longer than its message')
    fields.push({ number, wireType, start, end: at, content })
  }
  return fields
}

function replaceField(message: Uint8Array, field: Field, number: number, content: Uint8Array): Uint8Array {
  return concat([message.subarray(0, field.start), bytesField(number, content), message.subarray(field.end)])
}

function bytesField(number: number, content: Uint8Array): Uint8Array {
  return concat([varint((number << 3) | wire.bytes), varint(content.length), content])
}

function textField(number: number, text: string): Uint8Array {
  return bytesField(number, new TextEncoder().encode(text))
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Uint8Array.from([...bytes, rest])
}

function concat(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
