// The published decoder asks at every token and in every layer how large its tensors are, and turns the keys and queries of a
// head by their position in fifteen small nodes each. Sizes are known when the graph is made, and such a turn is two products
// and a sum: half as many nodes, and the same numbers to the last bit.

import { floats, type Graph, int64s, type Node, node, replacing, tensorData } from '../onnx/graph.js'
import type { DecoderShape } from '../speech/moonshine/decoder-tensors.js'

/** For each pair of numbers that is turned, its angle from one position to the next. */
const frequencies = '/model/decoder/rotary_emb/Cast_1_output_0'
const cosines = '/model/decoder/layers.0/self_attn/Unsqueeze_4_output_0'
const sines = '/model/decoder/layers.0/self_attn/Unsqueeze_5_output_0'
/** Which tokens may look at which; the published graph cuts it to the same size in every layer. */
const mask = '/model/decoder/layers.0/self_attn/Slice_10_output_0'

const ofSelf = (layer: number, name: string) => `/model/decoder/layers.${layer}/self_attn/${name}_output_0`
const ofCross = (layer: number, name: string) =>
  `/model/decoder/layers.${layer}/encoder_attn/${name}_output_0`

/** The nodes and initializers of a step with the attention of each layer made lean. */
export function withLeanAttention(
  { nodes, initializers }: Pick<Graph, 'nodes' | 'initializers'>,
  layers: number[],
  shape: DecoderShape,
): Pick<Graph, 'nodes' | 'initializers'> {
  const published = initializers.find(({ name }) => name === frequencies)
  if (!published) throw new Error('the decoder is not of the expected form: its frequencies were not found')
  const turned = new Float32Array(Uint8Array.from(tensorData(published).raw).buffer)
  const { heads, headDim } = shape
  const scale = attentionScale(headDim)
  const each = [...Array(headDim).keys()]
  return {
    nodes: replacing(
      nodes,
      new Map([
        [sines, [...producing(nodes, sines), node('Mul', [sines, 'turn_signs'], ['signed_sines'])]],
        ...layers.flatMap(leanLayer),
      ]),
    ),
    initializers: [
      ...initializers.filter(({ name }) => name !== frequencies),
      // The numbers of a head that are not turned are turned by nothing: times 1, plus 0 times another.
      floats(
        frequencies,
        [1, headDim / 2, 1],
        each.slice(0, headDim / 2).map((pair) => turned[pair] ?? 0),
      ),
      int64s(
        'other_of_pair',
        each.map((index) => index ^ 1),
      ),
      floats(
        'turn_signs',
        [headDim],
        each.map((index) => (index % 2 === 0 ? -1 : 1)),
      ),
      // As long as a head rather than one number, which the runtime would draw into the product behind it and round elsewhere.
      floats('query_scale', [headDim], Array(headDim).fill(scale)),
      floats('past_key_scale', [headDim, 1], Array(headDim).fill(scale)),
      // Reshape reads 0 as "as it is" and -1 as "what is left".
      int64s('step_by_head', [0, -1, heads, headDim]),
      int64s('heads_joined', [0, 0, heads * headDim]),
    ],
  }
}

function leanLayer(layer: number): [string, Node[]][] {
  const self = (name: string) => ofSelf(layer, name)
  const cross = (name: string) => ofCross(layer, name)
  const alone = (each: Node): [string, Node[]] => [each.outputs[0], [each]]
  return [
    alone(node('Reshape', [self('k_proj/MatMul'), 'step_by_head'], [self('Reshape')])),
    alone(node('Reshape', [self('v_proj/MatMul'), 'step_by_head'], [self('Reshape_1')])),
    alone(node('Reshape', [self('q_proj/MatMul'), 'step_by_head'], [self('Reshape_2')])),
    turnedByPosition(self('Transpose_2'), self('Concat_7')),
    turnedByPosition(self('Transpose'), self('Concat_8')),
    alone(node('Mul', [self('Concat_7'), 'query_scale'], [self('Mul_4')])),
    alone(node('Mul', [self('Transpose_3'), 'past_key_scale'], [self('Mul_5')])),
    alone(node('Add', [self('MatMul'), mask], [self('Add_2')])),
    alone(node('Reshape', [self('Transpose_4'), 'heads_joined'], [self('Reshape_5')])),
    alone(node('Reshape', [cross('q_proj/MatMul'), 'step_by_head'], [cross('Reshape')])),
    alone(node('Mul', [cross('Transpose'), 'query_scale'], [cross('Mul')])),
    alone(node('Reshape', [cross('Transpose_2'), 'heads_joined'], [cross('Reshape_1')])),
  ]
}

/** Each pair (a, b) becomes (a cos - b sin, b cos + a sin). */
function turnedByPosition(input: string, output: string): [string, Node[]] {
  return [
    output,
    [
      node('Gather', [input, 'other_of_pair'], [`${output}.others`], { axis: 3 }),
      node('Mul', [input, cosines], [`${output}.own_part`]),
      node('Mul', [`${output}.others`, 'signed_sines'], [`${output}.other_part`]),
      node('Add', [`${output}.own_part`, `${output}.other_part`], [output]),
    ],
  ]
}

function producing(nodes: Node[], output: string): Node[] {
  return nodes.filter(({ outputs }) => outputs.includes(output))
}

/** The root of 1 / sqrt(headDim), rounded at each step as the published graph computes it. */
function attentionScale(headDim: number): number {
  return Math.sqrt(Math.fround(1 / Math.fround(Math.sqrt(headDim))))
}
