// Client of the audio-audit service for Node 20 and newer. It needs nothing but Node; browsers are given browser.ts instead.
import { BaseClient } from './base-client.js'
import { openPath } from './open-path.js'
import type { ClientOptions } from './types.js'

export { ApiError, type ApiErrorCode } from './api-error.js'
export type * from './types.js'

export class Client extends BaseClient {
  constructor(options: ClientOptions) {
    super(options, openPath)
  }
}

export function createClient(options: ClientOptions): Client {
  return new Client(options)
}
