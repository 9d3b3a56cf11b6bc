import { unsupported } from './error.js'
import type { StreamDecoder } from './stream.js'

export const decodeAsf: StreamDecoder = async () => {
  throw unsupported('Not built yet')
}
