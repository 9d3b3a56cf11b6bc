// The last step of a published decoder, from its state to the scores of all tokens, as it should be run.
import { type Model, type Node, node } from './graph.js'

/**
 * The output matrix is the embedding, turned, and stays in 8 bits as every other matrix of the graph is: as published, it is made floats
 * for every token.
 */
export function outputProjection(model: Model, embedding: string, lastHidden: string): Node[] {
  if (!model.graph.initializers.some(({ name }) => name === `${embedding}_quantized`))
    throw new Error('the decoder is not of the expected form: its embedding was not found')
  return [
    node('Transpose', [`${embedding}_quantized`], ['output_matrix'], { perm: [1, 0] }),
    node('DynamicQuantizeLinear', [lastHidden], ['hidden_q', 'hidden_scale', 'hidden_zero']),
    node(
      'MatMulInteger',
      ['hidden_q', 'output_matrix', 'hidden_zero', `${embedding}_zero_point`],
      ['logits_q'],
    ),
    node('Cast', ['logits_q'], ['logits_unscaled'], { to: 1 }),
    node('Mul', ['hidden_scale', `${embedding}_scale`], ['logits_scale']),
    node('Mul', ['logits_unscaled', 'logits_scale'], ['logits']),
  ]
}
