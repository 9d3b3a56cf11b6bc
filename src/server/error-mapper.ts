// Whatever is thrown becomes one of the errors that the documentation lists. What is not foreseen is our fault.
import type { FastifyError } from 'fastify'
import { AuditError } from '../audit/audit-error.js'
import { ListenersUnavailable } from '../audit/errors.js'
import { toCredits } from '../billing/credits.js'
import { FacilitatorDownError } from '../billing/x402/facilitator.js'
import { SettlementRefusedError } from '../billing/x402/wallet-charge.js'
import { isConnectionLoss } from '../store/connection-loss.js'
import { InsufficientCreditsError, InvalidCursorError, StorageDownError } from '../store/errors.js'
import { ApiError, invalidRequest, notFound, tryAgainAfter } from './api-error.js'
import { Stopped } from './audit/stopped.js'
import type { ErrorBody, ErrorCode, ErrorDetail } from './schemas/error.js'

/** By then another server, or this one after its restart, may take it. */
const RETRY_STOPPED_SEC = 10
/** Facilitators are services of their own; most come back soon. */
const RETRY_FACILITATOR_SEC = 30
/** Redis, the bucket or the workers: what is started anew is there again by then. */
const RETRY_UNAVAILABLE_SEC = 30
/** Until somebody, or the end of other audits, makes room. */
const RETRY_FULL_DISK_SEC = 60

export const internalMessage = 'Something went wrong on our side; no credits were taken. Please try again.'

export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof Stopped) return tryAgainAfter('busy', RETRY_STOPPED_SEC, error.message)
  if (error instanceof AuditError) return refusedAudit(error)
  if (error instanceof InsufficientCreditsError) return insufficientCredits(error)
  if (error instanceof SettlementRefusedError) return new ApiError('payment_required', error.message)
  if (error instanceof FacilitatorDownError) return facilitatorDown()
  if (error instanceof ListenersUnavailable || error instanceof StorageDownError) {
    return tryAgainAfter('busy', RETRY_UNAVAILABLE_SEC, `${error.message} No credits were taken.`)
  }
  if (isConnectionLoss(error)) {
    return tryAgainAfter('busy', RETRY_UNAVAILABLE_SEC, 'The database cannot be reached just now.')
  }
  if (error instanceof InvalidCursorError)
    return invalidRequest([{ field: 'cursor', message: error.message }])
  return error instanceof Error ? refusedRequest(error as FastifyError) : internal()
}

export function errorBodyOf({ code, message, details, body }: ApiError): ErrorBody {
  return { error: { code, message, ...(details && { details }) }, ...body }
}

/** One answer for a batch with several kinds of faults: what the caller must mend first, with every file named. */
function refusedAudit({ code, message, details }: AuditError): ApiError {
  const has = (fault: string) => details.some((detail) => detail.fault === fault)
  const found: ErrorCode =
    code === 'invalid_request'
      ? code
      : has('unsupported')
        ? 'unsupported_media'
        : has('too_long')
          ? 'too_large'
          : 'unreadable_audio'
  return new ApiError(found, message, { details })
}

function insufficientCredits({ neededMilli, availableMilli, message }: InsufficientCreditsError): ApiError {
  const detail: ErrorDetail = {
    message,
    needed: toCredits(neededMilli),
    available: toCredits(availableMilli),
  }
  return new ApiError('insufficient_credits', `${message} Add credits or send fewer files or checks.`, {
    details: [detail],
  })
}

/** True before the work and after it. */
function facilitatorDown(): ApiError {
  return tryAgainAfter(
    'busy',
    RETRY_FACILITATOR_SEC,
    'Payments cannot be verified or settled just now. Send the same request with the same Payment-Signature again: it is charged once at most.',
  )
}

/** What the web framework and its parsers refuse. */
function refusedRequest(error: FastifyError): ApiError {
  if (error.code === 'ENOSPC') {
    return tryAgainAfter('busy', RETRY_FULL_DISK_SEC, 'The service has no room for uploads just now.')
  }
  // An audit whose name cannot be one is an audit that is not there.
  if (error.validationContext === 'params') return notFound('path')
  if (error.validation) return invalidRequest(error.validation.map(detailOf))
  if (
    error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ||
    error.code === 'FST_INVALID_MULTIPART_CONTENT_TYPE'
  ) {
    return new ApiError('unsupported_media', 'Send the files as multipart/form-data.')
  }
  if (error.statusCode === 413) {
    return new ApiError('too_large', 'The request has too many parts or too large a body.')
  }
  if (error.code === 'FST_PROTO_VIOLATION') {
    return new ApiError('invalid_request', 'The form has a field of a name that no field can have.')
  }
  if (isBrokenForm(error)) {
    return new ApiError('invalid_request', 'The form data is broken off or malformed. Send it again.')
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError('invalid_request', 'The request cannot be understood.')
  }
  return internal()
}

function detailOf({
  instancePath,
  params,
  message,
}: NonNullable<FastifyError['validation']>[number]): ErrorDetail {
  if (typeof params.field === 'string') return { field: params.field, message: String(message) }
  const field = instancePath.split('/').filter(Boolean).join('.')
  const text = message ?? 'is wrong'
  // Our own messages name the field themselves.
  const sentence = text.includes(field) || field === 'checks' ? text : `${field}: ${text}`
  return { ...(field && { field }), message: /[.?]$/.test(sentence) ? sentence : `${sentence}.` }
}

const brokenForm = [
  'Unexpected end of multipart data',
  'Part terminated early due to unexpected end of multipart data',
  'Multipart: Boundary not found',
  'Malformed part header',
  // A boundary of more characters than can be looked for; RFC 2046 allows 70.
  'The needle cannot have a length',
]

function isBrokenForm({ message, code }: FastifyError): boolean {
  return code === 'FST_MP_PREMATURE_CLOSE' || brokenForm.some((text) => message.includes(text))
}

function internal(): ApiError {
  return new ApiError('internal', internalMessage)
}
