import { unsupported } from './error.js'
import type { StreamDecoder } from './stream.js'

export const decodeMp4: StreamDecoder = async () => {
  throw unsupported('Not built yet')
}
