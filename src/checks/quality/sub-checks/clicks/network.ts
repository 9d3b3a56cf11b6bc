// How likely a suspect is a click. Trained by scripts/click-model/train.py on planted clicks and on untouched speech.
import { readFileSync } from 'node:fs'

export interface ClickNetwork {
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

/** Natural logarithm of the odds that it is a click. */
export function logOdds(network: ClickNetwork, features: readonly number[]): number {
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

let loaded: ClickNetwork | undefined

export function clickNetwork(): ClickNetwork {
  loaded ??= JSON.parse(
    readFileSync(new URL('../../../../../models/click-model.json', import.meta.url), 'utf8'),
  ) as ClickNetwork
  return loaded
}
