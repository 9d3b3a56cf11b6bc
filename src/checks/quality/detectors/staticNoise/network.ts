// How likely each frame holds static: a small network of our own, made by scripts/static-model.
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { readModelFile } from '../../../../speech/models.js'
import { once } from '../../../../speech/once.js'
import { openSession } from '../../../../speech/session.js'
import { BANDS, type Features, MAPS } from './features.js'
import { FINE_ROWS } from './fine-levels.js'

/** One for each thread, opened when it is first asked for. */
const session = once(async (): Promise<InferenceSession> => openSession(readModelFile('static')))

/** Log odds of static in each frame. */
export async function staticLogOdds({ frames, maps, fine }: Features): Promise<Float32Array> {
  const { logOdds } = await (await session()).run({
    maps: new Tensor('float32', maps, [1, MAPS, BANDS, frames]),
    fine: new Tensor('float32', fine, [1, FINE_ROWS, frames]),
  })
  return logOdds.data as Float32Array
}
