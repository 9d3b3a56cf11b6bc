// Client of the audio-audit service for browsers: it takes files as people choose or drop them, but not by path.
import { BaseClient } from './base-client.js'
import type { ClientOptions } from './types.js'

export { ApiError, type ApiErrorCode } from './api-error.js'
export type * from './types.js'

export class Client extends BaseClient {
  constructor(options: ClientOptions) {
    super(options, async (path) => {
      throw new TypeError(
        `A browser cannot read "${path}" by its path: give a File, or a name with its content.`,
      )
    })
  }
}

export function createClient(options: ClientOptions): Client {
  return new Client(options)
}
