import { unsupported } from './error.js'
import type { StreamDecoder } from './stream.js'

export const decodeAdts: StreamDecoder = async () => {
  throw unsupported('Not built yet')
}
