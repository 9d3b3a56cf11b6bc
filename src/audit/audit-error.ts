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

/** Nobody reads more; the details name all of them. */
const MOST_NAMED = 10

/** Files that cannot be listened to, for whatever reason. What is the same of several of them is said once. */
export function unreadableAudio(details: AuditErrorDetail[]): AuditError {
  const named = details.slice(0, MOST_NAMED)
  const filesByMessage = new Map<string, string[]>()
  for (const { file = '', message } of named) {
    filesByMessage.set(message, [...(filesByMessage.get(message) ?? []), file])
  }
  const sentences = [...filesByMessage].map(([message, files]) => `${files.join(', ')}: ${message}`)
  const more = details.length - named.length
  const rest = more > 0 ? [`And ${more} more.`] : []
  return new AuditError('unreadable_audio', [...sentences, ...rest].join(' '), details)
}
