// Whoever sends an audit without a key and without a payment is told a price, whatever else is wrong with the request: so a
// program that knows nothing of the service but its address learns how to ask.
import type { FastifyRequest } from 'fastify'
import { priceMilli } from '../../billing/prices.js'
import type { ApiError } from '../api-error.js'
import { sentKey } from '../auth.js'
import type { ServerContext } from '../context.js'
import { apiErrorOf } from '../error-mapper.js'
import { priceOfWrong } from '../payment-required.js'
import type { ErrorCode, ErrorDetail } from '../schemas/error.js'
import { termsFor } from './quote.js'
import { sentPayment } from './sale.js'

/** What is wrong with the request itself; that there is no room for it, say, comes before its price. */
const faultsOfRequest: ErrorCode[] = [
  'invalid_request',
  'unreadable_audio',
  'too_large',
  'unsupported_media',
  'file_not_fetched',
]

const noFiles: ErrorDetail = {
  field: 'files',
  message: 'Send the files as multipart/form-data, each in a part named "files".',
}

/** The error as it is, or 402 in its place. `sent`: what was asked for, where that could be told. */
export function unlessUnpaid(
  context: ServerContext,
  request: FastifyRequest,
  error: unknown,
  sent?: { files: number; checks: number },
): unknown {
  const refusal = apiErrorOf(error)
  const isPaid = sentKey(request) !== undefined || request.identity || sentPayment(request)?.payment
  if (isPaid || !faultsOfRequest.includes(refusal.code)) return error
  const isWhole = sent !== undefined && sent.files > 0
  const pieces = { files: 1, checks: 1, ...(isWhole && sent), cached: 0 }
  const price = priceMilli({ ...pieces, forceFresh: true }, context.prices)
  return priceOfWrong(
    context.config.baseUrl,
    { ...pieces, priceMilli: price, terms: termsFor(context, price) },
    wrongWith(request, refusal),
    isWhole,
  )
}

/** Who has sent no form is told about that, too. */
function wrongWith(request: FastifyRequest, { message, details }: ApiError) {
  const told = details ?? [{ field: 'files', message }]
  const isTold = request.isMultipart() || told.some(({ field }) => field === noFiles.field)
  return isTold
    ? { message, details: told }
    : { message: `${message} ${noFiles.message}`, details: [...told, noFiles] }
}
