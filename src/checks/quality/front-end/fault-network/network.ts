// How likely each frame holds a click, static or a loss of signal, and how likely a word is cut off at the start or the end of
// a file: two small networks of our own, of the same features, made by scripts/fault-model.
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { ModelError, readModelFile } from '../../../../speech/models.js'
import { once } from '../../../../speech/once.js'
import { openSession } from '../../../../speech/session.js'
import { type Features, featureNames, featureRows } from './features.js'

export const faultHeads = ['click', 'static', 'loss'] as const
export const cutHeads = ['cutStart', 'cutEnd'] as const

/** Natural logarithm of the odds of each kind of fault, in each frame. */
export type Odds<Head extends string> = Record<Head, Float32Array>
export type FaultOdds = Odds<(typeof faultHeads)[number]>
export type CutOdds = Odds<(typeof cutHeads)[number]>

export interface FaultNetworks {
  fault(): Promise<(features: Features) => Promise<FaultOdds>>
  cut(): Promise<(features: Features) => Promise<CutOdds>>
}

/** One of each for each thread, opened when it is first asked for. */
export function networksIn(read: (name: 'fault' | 'cut') => Uint8Array): FaultNetworks {
  return {
    fault: once(() => openNetwork(read('fault'), faultHeads)),
    cut: once(() => openNetwork(read('cut'), cutHeads)),
  }
}

let networks = networksIn(readModelFile)

/** For who measures what networks would say that were learnt from less. */
export function listenWith(others: FaultNetworks): void {
  networks = others
}

export async function faultOddsOf(features: Features): Promise<FaultOdds> {
  return (await networks.fault())(features)
}

export async function cutOddsOf(features: Features): Promise<CutOdds> {
  return (await networks.cut())(features)
}

export async function openNetwork<Head extends string>(
  model: Uint8Array,
  heads: readonly Head[],
): Promise<(features: Features) => Promise<Odds<Head>>> {
  const session = await openSession(model)
  expectMatching(session, heads)
  return async (features) => {
    const inputs = Object.fromEntries(
      featureNames.map((name) => [
        name,
        new Tensor('float32', features[name], [1, featureRows[name], features.frames]),
      ]),
    )
    const outputs = await session.run(inputs)
    return Object.fromEntries(heads.map((head) => [head, outputs[head].data])) as Odds<Head>
  }
}

/** Weights that were trained with other features than these would find faults anywhere. */
export function expectMatching(
  { inputMetadata, outputNames }: Pick<InferenceSession, 'inputMetadata' | 'outputNames'>,
  heads: readonly string[],
): void {
  const wanted = featureNames.map((name) => `${name}[${featureRows[name]}]`).join(' ')
  const given = inputMetadata
    .map((input) => `${input.name}[${input.isTensor ? input.shape[1] : '?'}]`)
    .join(' ')
  const missing = heads.filter((head) => !outputNames.includes(head))
  if (given !== wanted || missing.length > 0)
    throw new ModelError(
      `a network takes ${given} and says ${outputNames.join(' ')}; the front end gives ${wanted}, and ${heads.join(' ')} is asked for: train it anew`,
    )
}
