import type { ErrorCode, ErrorDetail } from './types.js'

/** Those of the service, and three of which no answer of the service speaks. */
export type ApiErrorCode =
  | ErrorCode
  /** The audit was stopped before its end. */
  | 'cancelled'
  /** The service stopped before its end. */
  | 'interrupted'
  /** The answer is not one of this service: look at what stands between it and you. */
  | 'unexpected_response'

export interface ApiErrorParts {
  code: ApiErrorCode
  message: string
  details?: ErrorDetail[] | undefined
  status?: number | undefined
  requestId?: string | undefined
}

/** What the service refused, and why. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  /** Every field or file that is wrong. */
  readonly details: ErrorDetail[]
  /** Of the answer; undefined for an audit that failed after it was accepted. */
  readonly status: number | undefined
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined

  constructor({ code, message, details = [], status, requestId }: ApiErrorParts) {
    super(message)
    this.code = code
    this.details = details
    this.status = status
    this.requestId = requestId
  }
}

const MOST_QUOTED = 200

export async function apiErrorIn(response: Response): Promise<ApiError> {
  const { status, headers } = response
  const requestId = headers.get('x-request-id') ?? undefined
  const text = await response.text()
  const error = errorIn(text)
  return error
    ? new ApiError({ ...error, status, requestId })
    : new ApiError({
        code: 'unexpected_response',
        message: `Status ${status}, and no error of this service: ${text.slice(0, MOST_QUOTED)}`,
        status,
        requestId,
      })
}

function errorIn(text: string): Pick<ApiErrorParts, 'code' | 'message' | 'details'> | undefined {
  try {
    const { error } = JSON.parse(text)
    return typeof error.code === 'string' && typeof error.message === 'string' ? error : undefined
  } catch {
    return undefined
  }
}
