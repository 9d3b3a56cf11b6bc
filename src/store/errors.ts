import { DrizzleQueryError } from 'drizzle-orm'

/** The store cannot be opened or used as it is; the message says what to do about it. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError'
}

/** Another process works on the data folder. */
export class FolderInUseError extends StoreError {
  override readonly name = 'FolderInUseError'

  constructor(
    readonly folder: string,
    readonly pid: number,
    where: string,
  ) {
    super(
      `The data folder ${folder} is in use by process ${pid}${where}. Stop it first, or choose another folder: two processes on one folder would lose data.`,
    )
  }
}

/** What stores audio does not answer, or only with faults, for longer than one waits. */
export class StorageDownError extends Error {
  override readonly name = 'StorageDownError'

  constructor(options?: ErrorOptions) {
    super('Audio cannot be stored or read just now.', options)
  }
}

export class InsufficientCreditsError extends Error {
  override readonly name = 'InsufficientCreditsError'

  constructor(
    readonly neededMilli: number,
    readonly availableMilli: number,
  ) {
    const needed = neededMilli / 1000
    const available = availableMilli / 1000
    super(
      `${needed} ${needed === 1 ? 'credit is' : 'credits are'} needed and ${available} ${available === 1 ? 'is' : 'are'} there.`,
    )
  }
}

/** Settled or released already, perhaps because its lease ran out. */
export class ReservationClosedError extends Error {
  override readonly name = 'ReservationClosedError'

  constructor(readonly reservationId: string) {
    super('The reservation is no longer open.')
  }
}

/** Finished, failed or deleted already, perhaps because its lease ran out. */
export class AuditNotRunningError extends Error {
  override readonly name = 'AuditNotRunningError'

  constructor(readonly auditId: string) {
    super('The audit is no longer running.')
  }
}

export class UnknownAccountError extends Error {
  override readonly name = 'UnknownAccountError'

  constructor(readonly accountId: string) {
    super('There is no such account.')
  }
}

/** Not a cursor that a page of audits gave. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError'

  constructor() {
    super('This cursor was not given by this listing.')
  }
}

/** For logs: the error of a query repeats its values, which hold file names, results and hashes; this does not. */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error
  const { message, code } = (error.cause ?? {}) as { message?: string; code?: string }
  return new StoreError(`A query failed: ${message ?? 'for a reason unknown'}${code ? ` (${code})` : ''}`)
}
