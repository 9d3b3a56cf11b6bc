import { z } from 'zod'
import { keyScopes } from '../../store/key-scopes.js'
import { field, named } from './field.js'

/** Every way in which a request can fail, with its status and when it happens. */
export const errorCodes = {
  invalid_request: {
    status: 400,
    when: 'A parameter is missing or wrong, files are too few or share a name, or a script names no file; or a payment came without files that are not kept (fault "files_not_kept").',
  },
  unreadable_audio: {
    status: 400,
    when: 'Files are empty, damaged or hold no sound: each is named, and nothing is charged.',
  },
  unauthorized: { status: 401, when: 'The API key is unknown, revoked or expired, or there is none.' },
  insufficient_credits: { status: 402, when: 'Too few credits; nothing is charged.' },
  payment_required: { status: 402, when: 'No API key and no payment receipt that holds: the price is told.' },
  forbidden: { status: 403, when: 'The API key has not the scope that this needs, which is named.' },
  not_found: { status: 404, when: 'There is no such path or audit, or it is not yours.' },
  method_not_allowed: { status: 405, when: 'The path is for other methods, which the header allow names.' },
  upload_too_slow: {
    status: 408,
    when: 'The files came with too few bytes a second: send them again over a faster connection, or fewer at a time.',
  },
  conflict: {
    status: 409,
    when: 'The Idempotency-Key was used for another request, the audit to be deleted runs on another server, or the audit has no words to make captions of; there are as many webhook endpoints as may be, or a delivery cannot be replayed now.',
  },
  too_large: {
    status: 413,
    when: 'Too many files or decisions, too many bytes, or a file that is too long.',
  },
  file_not_fetched: {
    status: 422,
    when: 'A file of fileUrls could not be fetched: its place in the list is named, and why; nothing is charged.',
  },
  range_not_satisfiable: { status: 416, when: 'The file has no such bytes.' },
  unsupported_media: {
    status: 415,
    when: 'The body is not multipart/form-data (of decisions and webhooks: application/json), or a file is of a kind that cannot be analysed, judged by its content.',
  },
  rate_limited: {
    status: 429,
    when: 'Too many requests, or too much of yours is uploaded or waits already: wait as long as retry-after says.',
  },
  internal: { status: 500, when: 'Our fault: credits were given back, nothing was stored.' },
  busy: {
    status: 503,
    when: 'All callers together have given the service all the work that it can hold: try again after retry-after.',
  },
} as const

export type ErrorCode = keyof typeof errorCodes

export const errorDetail = named('ErrorDetail', 'One thing that is wrong.', {
  field: field(z.string().optional(), 'The parameter or form field concerned.', 'deviationThreshold'),
  file: field(z.string().optional(), 'The file concerned.', 'chapter-03.mp3'),
  fault: field(z.string().optional(), 'What is wrong with the file, for programs.', 'truncated'),
  message: field(
    z.string(),
    'What is wrong, for people.',
    'deviationThreshold must be a number from 0 to 1, not 1.5.',
  ),
  needed: field(
    z.number().optional(),
    'Credits that the request costs; at least so many when it was refused before all files had come.',
    40,
  ),
  available: field(z.number().optional(), 'Credits that are there.', 12.5),
  scope: field(z.enum(keyScopes).optional(), 'The scope that the API key would need.', 'manage'),
})
export type ErrorDetail = z.infer<typeof errorDetail>

export const errorInfo = named('ErrorInfo', 'What went wrong.', {
  code: field(
    z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
    'For programs.',
    'invalid_request',
  ),
  message: field(
    z.string(),
    'For people: what to do about it.',
    'deviationThreshold must be a number from 0 to 1, not 1.5.',
  ),
  details: field(z.array(errorDetail).optional(), 'Every field or file that is wrong.', [
    { field: 'deviationThreshold', message: 'deviationThreshold must be a number from 0 to 1, not 1.5.' },
  ]),
})

export const errorBody = named('ErrorBody', 'Every error looks like this.', { error: errorInfo })
export type ErrorBody = z.infer<typeof errorBody>

const resource = named('PaidResource', 'What is to be paid for.', {
  url: field(z.url(), 'Where it is.', 'https://audit.example/v1/audit'),
  description: field(z.string(), 'What it is.', 'Audit of 10 files with 4 checks'),
  mimeType: field(z.string(), 'What comes back.', 'application/json'),
})

const priceBreakdown = named('PriceBreakdown', 'What the price is made of.', {
  quoteId: field(
    z.string().optional(),
    'Names the price, which holds until expiresAt; a server that takes API keys only has none.',
    '4b6f2e0f3c1d4a5e9f86d081884c7d65',
  ),
  expiresAt: field(z.string().optional(), 'Until when the price holds.', '2026-11-15T13:00:00.000+00:00'),
  filesKept: field(
    z.boolean().optional(),
    'Whether the files are kept until expiresAt: then the payment is enough, sent to the same address without a body.',
    true,
  ),
  files: field(z.int(), 'Files in the audit.', 10),
  checks: field(z.int(), 'Checks enabled.', 4),
  references: field(
    z.int().optional(),
    'Recordings that voices are held against, where there are any: each costs as much as one check on a file.',
    1,
  ),
  cached: field(z.int(), 'Checks on files that the wallet had analysed before, at a discount.', 0),
  credits: field(z.number(), 'The price in credits.', 40),
  creditsPerFile: field(z.number(), 'The same for one file, on average.', 4),
  usdc: field(z.string().optional(), 'The price in USDC.', '0.4'),
  usdcPerFile: field(z.string().optional(), 'The same for one file, on average.', '0.04'),
})
export type PriceBreakdown = z.infer<typeof priceBreakdown>

/** x402 version 2, `PaymentRequired`; the same object without `price` is in the PAYMENT-REQUIRED header, in base64. */
export const paymentRequiredBody = named(
  'PaymentRequired',
  'The price, and how it can be paid (x402 version 2).',
  {
    error: errorInfo,
    x402Version: field(z.literal(2), 'Version of the protocol.', 2),
    resource,
    accepts: field(
      z.array(z.record(z.string(), z.unknown())),
      'Ways to pay; empty on a server that takes API keys only.',
      [],
    ),
    price: priceBreakdown,
  },
)
export type PaymentRequiredBody = z.infer<typeof paymentRequiredBody>

/** For a 402, which either of two reasons can have. */
export const paymentError = z.union([errorBody, paymentRequiredBody])
