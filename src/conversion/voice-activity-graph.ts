// Silero's detector is published as one graph that takes a single window of 32 ms, asks again and again which rate and which
// shape it was given, and so spends most of its time beside the arithmetic. Taken apart, only one part of it must go from
// window to window: the recurrent layer. Below, many windows go through all the others as one product each, and through
// that one in one call: a fifth of the time, for the same probabilities within rounding.
import {
  attributeTensor,
  elemTypes,
  externalTensor,
  int64s,
  type Named,
  type Node,
  node,
  readModel,
  subgraph,
  tensorData,
  value,
  writeModel,
} from '../onnx/graph.js'

const BINS = 129
const UNITS = 128
const OPSET = { domain: '', version: 16 }
/** The branch for 16 kHz writes its own names behind this. */
const PREFIX = 'If_0_then_branch__Inline_0__'

/** The weights by the names that they have here, and the shapes in which they are published. */
const weights = {
  'stft.forward_basis_buffer': [2 * BINS, 1, 256],
  'encoder.0.reparam_conv.weight': [128, BINS, 3],
  'encoder.0.reparam_conv.bias': [128],
  'encoder.1.reparam_conv.weight': [64, 128, 3],
  'encoder.1.reparam_conv.bias': [64],
  'encoder.2.reparam_conv.weight': [64, 64, 3],
  'encoder.2.reparam_conv.bias': [64],
  'encoder.3.reparam_conv.weight': [128, 64, 3],
  'encoder.3.reparam_conv.bias': [128],
  'decoder.rnn.weight_ih': [4 * UNITS, UNITS],
  'decoder.rnn.weight_hh': [4 * UNITS, UNITS],
  'decoder.rnn.bias_ih': [4 * UNITS],
  'decoder.rnn.bias_hh': [4 * UNITS],
  'decoder.decoder.2.weight': [1, UNITS, 1],
  'decoder.decoder.2.bias': [1],
} as const

/**
 * frames [windows, 4, 256], state [2, 1, 128] -> probabilities [windows], next_state [2, 1, 128]. The published file is
 * opened beside it under `weightsName`.
 */
export function voiceActivityGraph(published: Uint8Array, weightsName: string): Uint8Array {
  const branches = readModel(published).graph.nodes.find(({ opType }) => opType === 'If')
  if (!branches) throw new Error('the detector is not of the expected form: it has no If node')
  const constants = new Map(subgraph(branches, 'then_branch').nodes.map((each) => [each.outputs[0], each]))
  const external = Object.entries(weights).map(([name, dims]): Named => {
    const constant = constants.get(`${PREFIX}${name}`)
    if (!constant) throw new Error(`the detector is not of the expected form: it has no "${name}"`)
    const { raw, dims: found } = tensorData(attributeTensor(constant, 'value'))
    if (found.join() !== dims.join()) throw new Error(`"${name}" has the shape ${found}, not ${dims}`)
    const offset = raw.byteOffset - published.byteOffset
    return externalTensor(name, elemTypes.float, [...dims], { file: weightsName, offset, length: raw.length })
  })
  return writeModel({
    irVersion: 8,
    opsets: [OPSET],
    graph: {
      nodes: [...spectrum(), ...convolutions(), ...recurrence(), ...probability()],
      initializers: [...external, ...numbers],
      inputs: [value('frames', 'float'), value('state', 'float')],
      outputs: [value('probabilities', 'float'), value('next_state', 'float')],
    },
  })
}

const numbers: Named[] = [
  ...[0, 1, 2, 3, 4, 5, 6].map((number) => int64s(`${number}`, [number])),
  ...[UNITS, 3 * UNITS, 4 * UNITS].map((number) => int64s(`${number}`, [number])),
  int64s('rest', [-1]),
  int64s('basis_shape', [2 * BINS, 256]),
  int64s('pad_both', [0, 1, 0, 0, 1, 0]),
  int64s('pad_before', [0, 1, 0, 0, 0, 0]),
  int64s('columns_of_0', [3 * BINS, 128]),
  int64s('columns_of_1', [3 * 128, 64]),
  int64s('columns_of_2', [2 * 64, 64]),
  int64s('two_positions', [-1, 2 * 64]),
  int64s('as_sequence', [-1, 1, UNITS]),
  int64s('as_rows', [-1, UNITS]),
  int64s('as_column', [UNITS, 1]),
]

const slice = (from: string, to: string, [start, end, step = '1']: string[], axis: string) =>
  node('Slice', [from, start, end, axis, step], [to])

/** How strong each frequency is in each frame: the length of its real and imaginary part. */
function spectrum(): Node[] {
  return [
    node('Reshape', ['stft.forward_basis_buffer', 'basis_shape'], ['basis_rows']),
    node('Transpose', ['basis_rows'], ['basis'], { perm: [1, 0] }),
    node('MatMul', ['frames', 'basis'], ['waves']),
    node('Split', ['waves'], ['real', 'imaginary'], { axis: 2 }),
    node('Mul', ['real', 'real'], ['real_power']),
    node('Mul', ['imaginary', 'imaginary'], ['imaginary_power']),
    node('Add', ['real_power', 'imaginary_power'], ['power']),
    node('Sqrt', ['power'], ['magnitude']),
  ]
}

/** Four convolutions over the four frames of a window, each as one product: three neighbours side by side make a row. */
function convolutions(): Node[] {
  const layer = (index: number) => `encoder.${index}.reparam_conv`
  const product = (index: number, rows: string) => [
    node('MatMul', [rows, `matrix_${index}`], [`product_${index}`]),
    node('Add', [`product_${index}`, `${layer(index)}.bias`], [`sum_${index}`]),
    node('Relu', [`sum_${index}`], [`out_${index}`]),
  ]
  const matrix = (index: number, taps: string) => [
    node('Transpose', [taps], [`taps_${index}`], { perm: [2, 1, 0] }),
    node('Reshape', [`taps_${index}`, `columns_of_${index}`], [`matrix_${index}`]),
  ]
  return [
    node('Pad', ['magnitude', 'pad_both'], ['padded_0']),
    slice('padded_0', 'before_0', ['0', '4'], '1'),
    slice('padded_0', 'at_0', ['1', '5'], '1'),
    slice('padded_0', 'behind_0', ['2', '6'], '1'),
    node('Concat', ['before_0', 'at_0', 'behind_0'], ['rows_0'], { axis: 2 }),
    ...matrix(0, `${layer(0)}.weight`),
    ...product(0, 'rows_0'),
    // Every second position: four become two, and two one.
    node('Pad', ['out_0', 'pad_before'], ['padded_1']),
    slice('padded_1', 'before_1', ['0', '3', '2'], '1'),
    slice('padded_1', 'at_1', ['1', '4', '2'], '1'),
    slice('padded_1', 'behind_1', ['2', '5', '2'], '1'),
    node('Concat', ['before_1', 'at_1', 'behind_1'], ['rows_1'], { axis: 2 }),
    ...matrix(1, `${layer(1)}.weight`),
    ...product(1, 'rows_1'),
    // Before the first position there is nothing, so the first tap takes no part.
    node('Reshape', ['out_1', 'two_positions'], ['rows_2']),
    slice(`${layer(2)}.weight`, 'later_taps', ['1', '3'], '2'),
    ...matrix(2, 'later_taps'),
    ...product(2, 'rows_2'),
    // Only the middle tap has a neighbour to look at.
    slice(`${layer(3)}.weight`, 'middle_tap', ['1', '2'], '2'),
    node('Squeeze', ['middle_tap', '2'], ['middle_rows']),
    node('Transpose', ['middle_rows'], ['matrix_3'], { perm: [1, 0] }),
    ...product(3, 'out_2'),
  ]
}

/** Published in the order input, forget, cell, output; LSTM wants input, output, forget, cell. */
function recurrence(): Node[] {
  const ordered = (from: string, to: string) => [
    slice(from, `${to}_input`, ['0', '128'], '0'),
    slice(from, `${to}_output`, ['384', '512'], '0'),
    slice(from, `${to}_forget_cell`, ['128', '384'], '0'),
    node('Concat', [`${to}_input`, `${to}_output`, `${to}_forget_cell`], [`${to}_row`], { axis: 0 }),
  ]
  return [
    ...ordered('decoder.rnn.weight_ih', 'from_input'),
    ...ordered('decoder.rnn.weight_hh', 'from_before'),
    ...ordered('decoder.rnn.bias_ih', 'bias_of_input'),
    ...ordered('decoder.rnn.bias_hh', 'bias_of_before'),
    node('Concat', ['bias_of_input_row', 'bias_of_before_row'], ['bias_row'], { axis: 0 }),
    node('Unsqueeze', ['from_input_row', '0'], ['from_input']),
    node('Unsqueeze', ['from_before_row', '0'], ['from_before']),
    node('Unsqueeze', ['bias_row', '0'], ['bias']),
    node('Reshape', ['out_3', 'as_sequence'], ['sequence']),
    slice('state', 'hidden', ['0', '1'], '0'),
    slice('state', 'cell', ['1', '2'], '0'),
    node(
      'LSTM',
      ['sequence', 'from_input', 'from_before', 'bias', '', 'hidden', 'cell'],
      ['read', 'last_hidden', 'last_cell'],
      { hidden_size: UNITS },
    ),
    node('Concat', ['last_hidden', 'last_cell'], ['next_state'], { axis: 0 }),
  ]
}

function probability(): Node[] {
  return [
    node('Relu', ['read'], ['active']),
    node('Reshape', ['active', 'as_rows'], ['active_rows']),
    node('Reshape', ['decoder.decoder.2.weight', 'as_column'], ['speech_column']),
    node('MatMul', ['active_rows', 'speech_column'], ['speech_product']),
    node('Add', ['speech_product', 'decoder.decoder.2.bias'], ['speech_sum']),
    node('Sigmoid', ['speech_sum'], ['speech']),
    node('Reshape', ['speech', 'rest'], ['probabilities']),
  ]
}
