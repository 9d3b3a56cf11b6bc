// How likely the edge of a file is a cut. Trained by scripts/cut-model on cuts and on whole ends and starts of speech.
import { readFileSync } from 'node:fs'

export interface CutNetwork {
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

/** Natural logarithm of the odds that it is a cut. */
export function logOdds(network: CutNetwork, features: readonly number[]): number {
  const { mean, spread, hidden, output, linear } = network
  const inputs = features.map((value, k) => (value - mean[k]) / spread[k])
  const weighted = (weights: number[]) => inputs.reduce((sum, input, k) => sum + weights[k] * input, 0)
  const bent = hidden.map((weights) => Math.tanh(weighted(weights) + weights[inputs.length]))
  return network.bias + weighted(linear) + bent.reduce((sum, each, unit) => sum + output[unit] * each, 0)
}

let loaded: Record<'start' | 'end', CutNetwork> | undefined

export function cutNetworks(): Record<'start' | 'end', CutNetwork> {
  loaded ??= JSON.parse(
    readFileSync(new URL('../../../../../models/cut-model.json', import.meta.url), 'utf8'),
  ) as Record<'start' | 'end', CutNetwork>
  return loaded
}
