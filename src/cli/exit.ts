/** Exit statuses, the ones shells know (128 plus the number of the signal). */
export const exitStatus = {
  done: 0,
  crashed: 1,
  /** An audit that found something to regenerate. */
  found: 1,
  /** Wrong use, or a file that could not be read. */
  failed: 2,
  SIGHUP: 129,
  SIGINT: 130,
  SIGPIPE: 141,
  SIGTERM: 143,
} as const

/** The command was called in a way it does not understand; the message is for the person who called it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Why a running command was told to stop: a signal, or nobody reads its output any more. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'

  constructor(readonly by: 'SIGHUP' | 'SIGINT' | 'SIGPIPE' | 'SIGTERM') {
    super(`stopped by ${by}`)
  }
}
