// A network of one hidden layer, small enough to be weighed by hand: cuts are told by such.
import { type ModelName, readModelFile } from '../../../../speech/models.js'

export interface SmallNetwork {
  /** Of each feature over the examples: the network sees (value - mean) / spread. */
  mean: number[]
  spread: number[]
  /** One row a unit: a weight for each feature, then the bias. */
  hidden: number[][]
  output: number[]
  /** Features that count directly, beside the hidden layer. */
  linear: number[]
  bias: number
}

/** Natural logarithm of the odds that it is what the network was taught. */
export function logOdds(network: SmallNetwork, features: readonly number[]): number {
  const { mean, spread, hidden, output, linear } = network
  const inputs = features.map((value, k) => (value - mean[k]) / spread[k])
  let odds = network.bias
  for (let k = 0; k < inputs.length; k++) odds += linear[k] * inputs[k]
  for (const [unit, weights] of hidden.entries()) {
    let sum = weights[inputs.length]
    for (let k = 0; k < inputs.length; k++) sum += weights[k] * inputs[k]
    odds += output[unit] * Math.tanh(sum)
  }
  return odds
}

/** Read when it is first asked for. */
export function smallModel<Model>(name: ModelName): () => Model {
  let model: Model | undefined
  return () => {
    model ??= JSON.parse(new TextDecoder().decode(readModelFile(name))) as Model
    return model
  }
}
