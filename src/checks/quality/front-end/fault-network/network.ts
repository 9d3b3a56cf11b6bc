// How likely each frame holds a click, static or a loss of signal: one small network of our own, made by scripts/fault-model.
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { ModelError, readModelFile } from '../../../../speech/models.js'
import { once } from '../../../../speech/once.js'
import { openSession } from '../../../../speech/session.js'
import { type Features, featureNames, featureRows } from './features.js'

export const faultHeads = ['click', 'static', 'loss'] as const
export type FaultHead = (typeof faultHeads)[number]

/** Natural logarithm of the odds of each kind of fault, in each frame. */
export type FaultOdds = Record<FaultHead, Float32Array>

/** One for each thread, opened when it is first asked for. */
const session = once(async () => {
  const opened = await openSession(readModelFile('fault'))
  expectMatching(opened)
  return opened
})

/** Weights that were learnt from other features than these would find anything in anything. */
export function expectMatching({
  inputMetadata,
  outputNames,
}: Pick<InferenceSession, 'inputMetadata' | 'outputNames'>): void {
  const wanted = featureNames.map((name) => `${name}[${featureRows[name]}]`).join(' ')
  const given = inputMetadata
    .map((input) => `${input.name}[${input.isTensor ? input.shape[1] : '?'}]`)
    .join(' ')
  if (given !== wanted || faultHeads.some((head) => !outputNames.includes(head)))
    throw new ModelError(`the fault network takes ${given}, the front end gives ${wanted}: train it anew`)
}

export async function faultOddsOf(features: Features): Promise<FaultOdds> {
  const inputs = Object.fromEntries(
    featureNames.map((name) => [
      name,
      new Tensor('float32', features[name], [1, featureRows[name], features.frames]),
    ]),
  )
  const outputs = await (await session()).run(inputs)
  return Object.fromEntries(faultHeads.map((head) => [head, outputs[head].data])) as FaultOdds
}
