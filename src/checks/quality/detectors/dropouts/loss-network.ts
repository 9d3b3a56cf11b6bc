// How likely each frame lies in a loss of signal: a small network of our own, made by scripts/loss-model.
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { readModelFile } from '../../../../speech/models.js'
import { once } from '../../../../speech/once.js'
import { openSession } from '../../../../speech/session.js'
import { LOSS_ROWS } from './loss-features.js'

/** One for each thread, opened when it is first asked for. */
const session = once(async (): Promise<InferenceSession> => openSession(readModelFile('loss')))

/** Log odds of a loss in each frame. */
export async function lossLogOdds(features: Float32Array): Promise<Float32Array> {
  const frames = features.length / LOSS_ROWS
  const { logOdds } = await (await session()).run({
    features: new Tensor('float32', features, [1, LOSS_ROWS, frames]),
  })
  return logOdds.data as Float32Array
}
