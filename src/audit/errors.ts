// Whatever can go wrong with a file on its way through the audit, also what other rooms throw.
export { DecodeError, type DecodeFault } from '../audio/decode/error.js'
export { ModelError } from '../speech/models.js'

/** A worker thread died while it listened to a file; the file is lost, the pool goes on with a new thread. */
export class WorkerCrash extends Error {
  override readonly name = 'WorkerCrash'
}

/** The pool was closed before the file was done. */
export class PoolClosed extends Error {
  override readonly name = 'PoolClosed'

  constructor() {
    super('The worker pool was closed before this was done.')
  }
}

export type FileFault = 'not_found' | 'not_a_file' | 'unreadable' | 'not_analysable' | 'no_voice'

/** The file could not even be opened, its listener does not survive it, or it is no use for what it was sent for. */
export class FileError extends Error {
  override readonly name = 'FileError'

  constructor(
    readonly fault: FileFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Nothing is wrong with the file, but just now there is no listener for it. The message is for whoever asked. */
export class ListenersUnavailable extends Error {
  override readonly name = 'ListenersUnavailable'
}

/** A setting that cannot be used; the message names it. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}
