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
  tensor,
  tensorData,
  value,
  writeModel,
} from '../onnx/graph.js'

/** A decoder head whose attention moves through the audio as the text does. */
export interface AttentionHead {
  layer: number
  head: number
}

export interface DecoderGraphs {
  /** encoder_hidden_states -> crossKey(l), projectedValue(l) of every layer; run once per piece of audio. */
  cross: Uint8Array
  /** input_ids, past and cross tensors -> logits, attention, present tensors; run once per token. */
  step: Uint8Array
  layers: number
}

export const crossKey = (layer: number) => `/model/decoder/layers.${layer}/encoder_attn/Mul_1_output_0`
export const crossValue = (layer: number) => `past_key_values.${layer}.encoder.value`
/** The name under which the cross graph hands out what the step graph takes as `crossValue`. */
export const projectedValue = (layer: number) => `present.${layer}.encoder.value`
export const pastKey = (layer: number) => `past_key_values.${layer}.decoder.key`
export const pastValue = (layer: number) => `past_key_values.${layer}.decoder.value`
export const presentKey = (layer: number) => `present.${layer}.decoder.key`
export const presentValue = (layer: number) => `present.${layer}.decoder.value`

const embedding = 'model.decoder.embed_tokens.weight_merged_0'
const lastHidden = '/model/decoder/norm/Mul_output_0'
const crossAttention = (layer: number) => `/model/decoder/layers.${layer}/encoder_attn/Softmax_output_0`

export function decoderGraphs(
  published: Uint8Array,
  headDim: number,
  monotoneHeads: AttentionHead[],
): DecoderGraphs {
  const model = readModel(published)
  const branches = model.graph.nodes.find(({ opType }) => opType === 'If')
  if (!branches) throw new Error('the decoder is not of the expected form: it has no If node')
  const layers = model.graph.outputs.filter(({ name }) => name.endsWith('.decoder.key')).length
  const layerNumbers = [...Array(layers).keys()]
  const write = (graph: Graph) => writeModel({ ...(model satisfies Model), graph: reachable(graph) })

  return {
    layers,
    cross: write(crossGraph(model, subgraph(branches, 'else_branch').nodes, layerNumbers, headDim)),
    step: write(stepGraph(model, subgraph(branches, 'then_branch').nodes, layerNumbers, monotoneHeads)),
  }
}

/** Keys come out transposed and scaled, as the attention of every step wants them. */
function crossGraph(model: Model, firstPass: Node[], layers: number[], headDim: number): Graph {
  const replaced = new Set(layers.map(crossKey))
  return {
    nodes: [
      ...firstPass.filter(({ outputs }) => !outputs.some((name) => replaced.has(name))),
      ...layers.flatMap((layer) => [
        node('Transpose', [`present.${layer}.encoder.key`], [`turned.${layer}`], { perm: [0, 1, 3, 2] }),
        node('Mul', [`turned.${layer}`, 'key_scale'], [crossKey(layer)]),
      ]),
    ],
    // The graph spreads the attention's 1/sqrt(headDim) evenly over queries and keys.
    initializers: [...model.graph.initializers, floats('key_scale', [1], [headDim ** -0.25])],
    inputs: model.graph.inputs,
    outputs: layers.flatMap((layer) => [
      value(crossKey(layer), 'float'),
      value(projectedValue(layer), 'float'),
    ]),
  }
}

function stepGraph(model: Model, laterPasses: Node[], layers: number[], heads: AttentionHead[]): Graph {
  const replaced = new Set(['logits', ...layers.map(crossKey)])
  const { initializers, nodes: projection } = outputProjection(model)
  const attention = meanAttention(heads)
  return {
    nodes: [
      ...laterPasses.filter(({ outputs }) => !outputs.some((name) => replaced.has(name))),
      ...projection,
      ...attention.nodes,
    ],
    initializers: [...model.graph.initializers, ...initializers, ...attention.initializers],
    inputs: [...model.graph.inputs, ...layers.map((layer) => value(crossKey(layer), 'float'))],
    outputs: [
      value('logits', 'float'),
      value('attention', 'float'),
      ...layers.flatMap((layer) => [value(presentKey(layer), 'float'), value(presentValue(layer), 'float')]),
    ],
  }
}

/** The output matrix stays in 8 bits, as every other matrix of the graph is. */
function outputProjection(model: Model) {
  const quantized = model.graph.initializers.find(({ name }) => name === `${embedding}_quantized`)
  if (!quantized) throw new Error('the decoder is not of the expected form: its embedding was not found')
  const { dims, raw } = tensorData(quantized)
  const [words, width] = dims
  const turned = new Uint8Array(words * width)
  for (let word = 0; word < words; word++)
    for (let k = 0; k < width; k++) turned[k * words + word] = raw[word * width + k]
  return {
    initializers: [tensor('output_matrix', 'uint8', [width, words], turned)],
    nodes: [
      node('DynamicQuantizeLinear', [lastHidden], ['hidden_q', 'hidden_scale', 'hidden_zero']),
      node(
        'MatMulInteger',
        ['hidden_q', 'output_matrix', 'hidden_zero', `${embedding}_zero_point`],
        ['logits_q'],
      ),
      node('Cast', ['logits_q'], ['logits_unscaled'], { to: 1 }),
      node('Mul', ['hidden_scale', `${embedding}_scale`], ['logits_scale']),
      node('Mul', ['logits_unscaled', 'logits_scale'], ['logits']),
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
        node('Gather', [crossAttention(layer), `heads.${layer}`], [`picked.${layer}`], { axis: 1 }),
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
