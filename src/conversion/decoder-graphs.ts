// The published decoder is one graph with an If node: the first pass in one branch, every further token in the other.
// Run as it is, each token costs a copy of all cross-attention keys and values, a transposition of all keys and a
// conversion of the 32,768-word output matrix to floats: 26 ms a token (base, one arm64 core). Taken apart into the
// two graphs below, the same weights give the same words at 8 to 9 ms a token.

import {
  floats,
  type Graph,
  int64s,
  type Model,
  type Node,
  node,
  reachable,
  readModel,
  subgraph,
  value,
  weightsIn,
  writeModel,
} from '../onnx/graph.js'
import { outputProjection } from '../onnx/output-projection.js'
import {
  crossKey,
  crossValue,
  type DecoderShape,
  presentKey,
  presentValue,
} from '../speech/moonshine/decoder-tensors.js'
import { withLeanAttention } from './lean-attention.js'

/** A decoder head whose attention moves through the audio as the text does. */
export interface AttentionHead {
  layer: number
  head: number
}

export interface DecoderGraphs {
  /** encoder_hidden_states -> crossKey(l), crossValue(l) of every layer; run once per piece of audio. */
  cross: Uint8Array
  /** input_ids, past and cross tensors -> logits, attention, present tensors; run once per token. */
  step: Uint8Array
}

const embedding = 'model.decoder.embed_tokens.weight_merged_0'
const lastHidden = '/model/decoder/norm/Mul_output_0'
const crossAttention = (layer: number, tensor: string) =>
  `/model/decoder/layers.${layer}/encoder_attn/${tensor}`

/** Both graphs take their weights out of the published file, which is opened beside them under `weightsName`. */
export function decoderGraphs(
  published: Uint8Array,
  weightsName: string,
  shape: DecoderShape,
  monotoneHeads: AttentionHead[],
): DecoderGraphs {
  const model = readModel(published)
  const branches = model.graph.nodes.find(({ opType }) => opType === 'If')
  if (!branches) throw new Error('the decoder is not of the expected form: it has no If node')
  const layers = model.graph.outputs.filter(({ name }) => name.endsWith('.decoder.key')).length
  if (layers !== shape.layers) throw new Error(`the decoder has ${layers} layers, not ${shape.layers}`)
  const layerNumbers = [...Array(layers).keys()]
  const write = (graph: Graph) => {
    const { initializers, ...rest } = reachable(graph)
    return writeModel({
      ...model,
      graph: { ...rest, initializers: weightsIn(initializers, published, weightsName) },
    })
  }
  return {
    cross: write(crossGraph(model, subgraph(branches, 'else_branch').nodes, layerNumbers, shape)),
    step: write(
      stepGraph(model, subgraph(branches, 'then_branch').nodes, layerNumbers, shape, monotoneHeads),
    ),
  }
}

/**
 * Keys come out transposed and scaled, as the attention of every step wants them. The published graph looks at the text
 * to learn how many rows the audio has, and so reads a token through all layers; with the shape written out, none of that
 * is left.
 */
function crossGraph(model: Model, firstPass: Node[], layers: number[], shape: DecoderShape): Graph {
  const replaced = new Set(layers.map(crossKey))
  const projected = (layer: number, name: string) => crossAttention(layer, `${name}_proj/MatMul_output_0`)
  return {
    nodes: [
      ...firstPass.filter(({ outputs }) => !outputs.some((name) => replaced.has(name))),
      ...layers.flatMap((layer) => [
        node('Reshape', [projected(layer, 'k'), 'by_head'], [`keys.${layer}`]),
        node('Transpose', [`keys.${layer}`], [`turned.${layer}`], { perm: [0, 2, 3, 1] }),
        node('Mul', [`turned.${layer}`, 'key_scale'], [crossKey(layer)]),
        node('Reshape', [projected(layer, 'v'), 'by_head'], [`values.${layer}`]),
        node('Transpose', [`values.${layer}`], [crossValue(layer)], { perm: [0, 2, 1, 3] }),
      ]),
    ],
    initializers: [
      ...model.graph.initializers,
      // Reshape reads 0 as "as it is" and -1 as "what is left": [pieces, frames, heads, headDim].
      int64s('by_head', [0, -1, shape.heads, shape.headDim]),
      // The graph spreads the attention's 1/sqrt(headDim) evenly over queries and keys. Roots are exact on every
      // machine, powers need not be.
      floats('key_scale', [1], [1 / Math.sqrt(Math.sqrt(shape.headDim))]),
    ],
    inputs: model.graph.inputs.filter(({ name }) => name === 'encoder_hidden_states'),
    outputs: layers.flatMap((layer) => [value(crossKey(layer), 'float'), value(crossValue(layer), 'float')]),
  }
}

function stepGraph(
  model: Model,
  laterPasses: Node[],
  layers: number[],
  shape: DecoderShape,
  heads: AttentionHead[],
): Graph {
  const replaced = new Set(['logits', ...layers.map(crossKey)])
  const attention = meanAttention(heads)
  const lean = withLeanAttention(
    {
      nodes: laterPasses.filter(({ outputs }) => !outputs.some((name) => replaced.has(name))),
      initializers: model.graph.initializers,
    },
    layers,
    shape,
  )
  return {
    nodes: [...lean.nodes, ...outputProjection(model, embedding, lastHidden), ...attention.nodes],
    initializers: [...lean.initializers, ...attention.initializers],
    inputs: [...model.graph.inputs, ...layers.map((layer) => value(crossKey(layer), 'float'))],
    outputs: [
      value('logits', 'float'),
      value('attention', 'float'),
      ...layers.flatMap((layer) => [value(presentKey(layer), 'float'), value(presentValue(layer), 'float')]),
    ],
  }
}

/** attention: [beams, 1, audio frames], the mean over the given heads. */
function meanAttention(heads: AttentionHead[]) {
  const layers = [...new Set(heads.map(({ layer }) => layer))]
  return {
    initializers: layers.map((layer) =>
      int64s(
        `heads.${layer}`,
        heads.filter((head) => head.layer === layer).map(({ head }) => head),
      ),
    ),
    nodes: [
      ...layers.map((layer) =>
        node('Gather', [crossAttention(layer, 'Softmax_output_0'), `heads.${layer}`], [`picked.${layer}`], {
          axis: 1,
        }),
      ),
      node(
        'Concat',
        layers.map((layer) => `picked.${layer}`),
        ['picked'],
        { axis: 1 },
      ),
      node('ReduceMean', ['picked'], ['attention'], { axes: [1], keepdims: 0 }),
    ],
  }
}
