import type { KeyScope } from '../store/key-scopes.js'
import { type ErrorCode, type ErrorDetail, errorCodes } from './schemas/error.js'

export interface ApiErrorOptions {
  details?: ErrorDetail[] | undefined
  headers?: Record<string, string>
  /** What stands beside `error` in the body. */
  body?: Record<string, unknown>
}

/** A request that is answered with an error; the message tells the caller what to do about it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly details: ErrorDetail[] | undefined
  readonly headers: Record<string, string>
  readonly body: Record<string, unknown>

  constructor(
    readonly code: ErrorCode,
    message: string,
    { details, headers = {}, body = {} }: ApiErrorOptions = {},
  ) {
    super(message)
    this.details = details
    this.headers = headers
    this.body = body
  }

  get status(): number {
    return errorCodes[this.code].status
  }
}

/** Nobody reads more; a request of some megabytes can be wrong in a million ways. */
const MOST_DETAILS = 100
const MOST_SENTENCES = 10

export function invalidRequest(all: ErrorDetail[]): ApiError {
  const sentences = firstOf(
    [...new Set(all.map(({ message }) => message))].map((message) => ({ message })),
    MOST_SENTENCES,
  )
  return new ApiError('invalid_request', sentences.map(({ message }) => message).join(' '), {
    details: firstOf(all, MOST_DETAILS),
  })
}

/** As many as `most`, and then how many more there are. */
function firstOf(all: ErrorDetail[], most: number): ErrorDetail[] {
  if (all.length <= most) return all
  return [...all.slice(0, most), { message: `And ${all.length - most} more.` }]
}

export const notFound = (what: string) => new ApiError('not_found', `There is no such ${what}.`)

/** Both the missing and the wrong key: whoever guesses learns nothing from the difference. */
export function unauthorized(message: string): ApiError {
  return new ApiError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } })
}

/** The key is good, but not for this. */
export function forbidden(scope: KeyScope): ApiError {
  const message = `This needs an API key with the scope "${scope}". Whoever has a key with "manage" can make one.`
  return new ApiError('forbidden', message, { details: [{ scope, message }] })
}

const RETRY_AFTER_STOP_SEC = 10

/** By then another server, or this one after its restart, may serve. */
export function aboutToStop(): ApiError {
  return tryAgainAfter('busy', RETRY_AFTER_STOP_SEC, 'The service is about to stop.')
}

export function tryAgainAfter(code: 'rate_limited' | 'busy', seconds: number, message: string): ApiError {
  const wait = Math.max(1, Math.ceil(seconds))
  return new ApiError(code, `${message} Try again in ${wait} s.`, {
    headers: { 'retry-after': String(wait) },
  })
}
