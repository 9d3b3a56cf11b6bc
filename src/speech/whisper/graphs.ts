// Whisper as it is published, made into graphs that suit short pieces. The encoder takes half a minute and nothing else, since
// it adds the positions of all of it; with as many of them as there are frames it takes any length, and a piece of five seconds
// costs a sixth. The decoder is taken apart like that of Moonshine (src/conversion/decoder-graphs.ts says why), its sizes written
// out. All graphs take their weights out of the published files, which are opened beside them.
import {
  type Graph,
  int64s,
  type Model,
  type Node,
  node,
  reachable,
  readModel,
  replacing,
  subgraph,
  value,
  weightsIn,
  writeModel,
} from '../../onnx/graph.js'
import { outputProjection } from '../../onnx/output-projection.js'
import { type DecoderShape, presentKey, presentValue } from '../moonshine/decoder-tensors.js'

/** What the decoder looks at of a piece: keys as [heads, headDim, frames], values as [heads, frames, headDim]. */
export const crossKey = (layer: number) => `cross.${layer}.key`
export const crossValue = (layer: number) => `cross.${layer}.value`

const positions = 'embed_positions.weight'
const withoutPositions = '/Transpose_output_0'
const withPositions = '/Add_2_output_0'

/** input_features -> last_hidden_state, for any even number of frames up to 3000. */
export function encoderGraph(published: Uint8Array, weightsName: string): Uint8Array {
  const model = readModel(published)
  return written(model, published, weightsName, {
    ...model.graph,
    nodes: replacing(
      model.graph.nodes,
      new Map([
        [
          withPositions,
          [
            node('Shape', [withoutPositions], ['sizes']),
            node('Slice', ['sizes', 'one', 'two'], ['frames']),
            node('Slice', [positions, 'zero', 'frames', 'zero'], ['positions']),
            node('Add', [withoutPositions, 'positions'], [withPositions]),
          ],
        ],
      ]),
    ),
    initializers: [...model.graph.initializers, int64s('zero', [0]), int64s('one', [1]), int64s('two', [2])],
    inputs: [value('input_features', 'float')],
    outputs: [value('last_hidden_state', 'float')],
  })
}

/** A head of the decoder whose attention moves through the sound as the text does: its layer and its number there. */
export type AttentionHead = readonly [layer: number, head: number]

export interface DecoderGraphs {
  /** encoder_hidden_states -> crossKey(l), crossValue(l) of every layer; run once for a piece. */
  cross: Uint8Array
  /** input_ids, past and cross tensors -> logits, attention, present tensors; run once for a token, with one line of text. */
  step: Uint8Array
}

const embedding = 'model.decoder.embed_tokens.weight_merged_0'
const lastHidden = '/model/decoder/layer_norm/Add_1_output_0'
const ofSelf = (layer: number, name: string) => `/model/decoder/layers.${layer}/self_attn/${name}_output_0`
const ofCross = (layer: number, name: string) =>
  `/model/decoder/layers.${layer}/encoder_attn/${name}_output_0`

export function decoderGraphs(
  published: Uint8Array,
  weightsName: string,
  shape: DecoderShape,
  heads: readonly AttentionHead[],
): DecoderGraphs {
  const model = readModel(published)
  const branches = model.graph.nodes.find(({ opType }) => opType === 'If')
  if (!branches) throw new Error('the decoder is not of the expected form: it has no If node')
  const around = model.graph.nodes.filter((each) => each !== branches)
  const firstPass = [...around, ...subgraph(branches, 'else_branch').nodes]
  const laterPasses = [...around, ...subgraph(branches, 'then_branch').nodes]
  return {
    cross: written(model, published, weightsName, crossGraph(model, firstPass, shape)),
    step: written(model, published, weightsName, stepGraph(model, laterPasses, shape, heads)),
  }
}

/** Keys come out transposed, as the attention of every step wants them. */
function crossGraph(model: Model, firstPass: Node[], shape: DecoderShape): Graph {
  const layers = layersOf(shape)
  return {
    nodes: [
      ...firstPass,
      ...layers.flatMap((layer) => [
        node('Reshape', [ofCross(layer, 'k_proj/MatMul'), 'by_head'], [`keys.${layer}`]),
        node('Transpose', [`keys.${layer}`], [crossKey(layer)], { perm: [1, 2, 0] }),
        node('Reshape', [ofCross(layer, 'v_proj/Add'), 'by_head'], [`values.${layer}`]),
        node('Transpose', [`values.${layer}`], [crossValue(layer)], { perm: [1, 0, 2] }),
      ]),
    ],
    // Reshape reads -1 as "what is left": [frames, heads, headDim].
    initializers: [...model.graph.initializers, int64s('by_head', [-1, shape.heads, shape.headDim])],
    inputs: model.graph.inputs.filter(({ name }) => name === 'encoder_hidden_states'),
    outputs: layers.flatMap((layer) => [value(crossKey(layer), 'float'), value(crossValue(layer), 'float')]),
  }
}

function stepGraph(
  model: Model,
  laterPasses: Node[],
  shape: DecoderShape,
  heads: readonly AttentionHead[],
): Graph {
  const layers = layersOf(shape)
  const looked = meanAttention(heads)
  const sizes = new Map(layers.flatMap((layer) => writtenSizes(layer, shape)))
  const attention = new Map(
    layers.flatMap((layer): [string, Node[]][] => {
      const scores = ofCross(layer, 'MatMul')
      const attended = ofCross(layer, 'MatMul_1')
      const queries = ofCross(layer, 'Reshape_1')
      return [
        [scores, [node('MatMul', [queries, crossKey(layer)], [scores])]],
        [attended, [node('MatMul', [ofCross(layer, 'Softmax'), crossValue(layer)], [attended])]],
      ]
    }),
  )
  return {
    nodes: [
      ...replacing(
        laterPasses.filter(({ outputs }) => !sizes.has(outputs[0])),
        new Map([...attention, ['logits', outputProjection(model, embedding, lastHidden)]]),
      ),
      ...looked.nodes,
    ],
    initializers: [
      ...model.graph.initializers,
      ...looked.initializers,
      ...[...sizes].map(([name, dims]) => int64s(name, dims)),
    ],
    inputs: [
      ...model.graph.inputs.filter(({ name }) => !/encoder|use_cache/.test(name)),
      ...layers.flatMap((layer) => [value(crossKey(layer), 'float'), value(crossValue(layer), 'float')]),
    ],
    outputs: [
      value('logits', 'float'),
      value('attention', 'float'),
      ...layers.flatMap((layer) => [value(presentKey(layer), 'float'), value(presentValue(layer), 'float')]),
    ],
  }
}

/** What the published graph finds out anew for every token: the sizes that tensors are brought to, for one line of text. */
function writtenSizes(layer: number, { heads, headDim }: DecoderShape): [string, number[]][] {
  const self = (name: string, dims: number[]): [string, number[]] => [ofSelf(layer, name), dims]
  const cross = (name: string, dims: number[]): [string, number[]] => [ofCross(layer, name), dims]
  return [
    self('Concat', [1, -1, heads, headDim]),
    self('Concat_1', [1, -1, heads, headDim]),
    self('Concat_4', [1, 1, heads, headDim]),
    self('Concat_5', [heads, -1, headDim]),
    self('Concat_6', [heads, -1, headDim]),
    self('Concat_7', [heads, -1, headDim]),
    self('Concat_8', [1, heads, 1, -1]),
    self('Concat_9', [heads, 1, -1]),
    self('Concat_10', [1, heads, 1, headDim]),
    self('Concat_11', [1, 1, heads * headDim]),
    cross('Concat', [1, 1, heads, headDim]),
    cross('Concat_1', [heads, -1, headDim]),
    cross('Concat_6', [1, heads, 1, headDim]),
    cross('Concat_7', [1, 1, heads * headDim]),
  ]
}

/** attention: [1, frames], the mean over the given heads. */
function meanAttention(heads: readonly AttentionHead[]): Pick<Graph, 'nodes' | 'initializers'> {
  const layers = [...new Set(heads.map(([layer]) => layer))]
  const picked = layers.map((layer) => `picked.${layer}`)
  return {
    nodes: [
      ...layers.map((layer, index) =>
        node('Gather', [ofCross(layer, 'Softmax'), `heads.${layer}`], [picked[index]], { axis: 0 }),
      ),
      node('Concat', picked, ['picked'], { axis: 0 }),
      node('ReduceMean', ['picked'], ['attention'], { axes: [0], keepdims: 0 }),
    ],
    initializers: layers.map((layer) =>
      int64s(
        `heads.${layer}`,
        heads.filter(([of]) => of === layer).map(([, head]) => head),
      ),
    ),
  }
}

function layersOf({ layers }: DecoderShape): number[] {
  return [...Array(layers).keys()]
}

function written(model: Model, published: Uint8Array, weightsName: string, graph: Graph): Uint8Array {
  const { initializers, ...rest } = reachable(graph)
  return writeModel({
    ...model,
    graph: { ...rest, initializers: weightsIn(initializers, published, weightsName) },
  })
}
