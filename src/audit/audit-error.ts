export type AuditErrorCode = 'invalid_request' | 'unreadable_audio'

/** One thing that is wrong with a request: with a file of it, or with a field. */
export interface AuditErrorDetail {
  file?: string
  field?: string
  /** What is wrong with the file, for programs; the faults of DecodeError and FileError. */
  fault?: string
  message: string
}

/** A batch that cannot be audited as it is. The message says what to do about it; the details name every offender. */
export class AuditError extends Error {
  override readonly name = 'AuditError'

  constructor(
    readonly code: AuditErrorCode,
    message: string,
    readonly details: AuditErrorDetail[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
