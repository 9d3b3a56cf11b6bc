import type { ErrorBody, ErrorCode, ErrorDetail, PaymentRequiredBody } from '../schemas/error.js'

const body = (code: ErrorCode, message: string, details?: ErrorDetail[]): ErrorBody => ({
  error: { code, message, ...(details && { details }) },
})

const threshold = 'deviationThreshold must be a number from 0 to 1, not "1.5".'
const scope = 'This needs an API key with the scope "manage". Whoever has a key with "manage" can make one.'
const price = 'This audit costs 4 credits. This server takes API keys only: send one in the header X-API-Key.'

const paymentRequired: PaymentRequiredBody = {
  ...body('payment_required', price, [{ field: 'price', message: 'The price is 4 credits.', needed: 4 }]),
  x402Version: 2,
  resource: {
    url: 'https://audit.example/v1/audit',
    description: 'Audit of 2 files with 2 checks',
    mimeType: 'application/json',
  },
  accepts: [],
  price: { files: 2, checks: 2, cached: 0, credits: 4, creditsPerFile: 2 },
}

/** What a caller gets to see for each of the codes. */
export const errorExamples: Record<ErrorCode, ErrorBody | PaymentRequiredBody> = {
  invalid_request: body('invalid_request', threshold, [{ field: 'deviationThreshold', message: threshold }]),
  unreadable_audio: body('unreadable_audio', 'chapter-03.mp3: The file is cut short.', [
    { file: 'chapter-03.mp3', fault: 'truncated', message: 'The file is cut short.' },
  ]),
  unauthorized: body('unauthorized', 'This API key is unknown, revoked or expired.'),
  insufficient_credits: body(
    'insufficient_credits',
    '40 credits are needed and 12.5 are there. Add credits or send fewer files or checks.',
    [{ message: '40 credits are needed and 12.5 are there.', needed: 40, available: 12.5 }],
  ),
  payment_required: paymentRequired,
  forbidden: body('forbidden', scope, [{ scope: 'manage', message: scope }]),
  not_found: body('not_found', 'There is no such audit.'),
  method_not_allowed: body('method_not_allowed', 'GET is not for this path. Use POST or OPTIONS.'),
  upload_too_slow: body(
    'upload_too_slow',
    'The upload came with fewer than 8192 bytes a second over 30 s. Send it again over a faster connection, or fewer files at a time.',
  ),
  conflict: body('conflict', 'This Idempotency-Key was used for another request. Send a new one.'),
  too_large: body('too_large', 'Send at most 500 files at a time.'),
  file_not_fetched: body(
    'file_not_fetched',
    'fileUrls[1]: It was answered with status 403. Nothing was charged.',
    [{ field: 'fileUrls.1', fault: 'status', message: 'fileUrls[1]: It was answered with status 403.' }],
  ),
  range_not_satisfiable: body('range_not_satisfiable', 'The file has 48213 bytes.'),
  unsupported_media: body('unsupported_media', 'Send the files as multipart/form-data.'),
  rate_limited: body('rate_limited', 'Too many requests with this key. Try again in 12 s.'),
  internal: body('internal', 'Something went wrong on our side; no credits were taken. Please try again.'),
  busy: body('busy', 'The service has all the audits that it can hold. Try again in 15 s.'),
}
