// Headers of answers that callers may rely on.
import type { ErrorCode } from '../schemas/error.js'
import type { Schema } from './document.js'

export interface ResponseHeader {
  description: string
  schema: Schema
}
type Headers = Record<string, ResponseHeader>

const text = (description: string, example: string): ResponseHeader => ({
  description,
  schema: { type: 'string', examples: [example] },
})

const retryAfter: Headers = { 'retry-after': text('Seconds to wait before the next try.', '12') }
/** Of the nearest of the limits on requests; see gates.ts. */
const rateLimit: Headers = {
  'ratelimit-limit': text('Requests a minute that are allowed: with the key, or from the address.', '120'),
  'ratelimit-remaining': text('How many of them are left.', '117'),
  'ratelimit-reset': text('Seconds until all are allowed again.', '42'),
}
const range = 'Which bytes these are, and of how many.'
const audio: Headers = {
  'accept-ranges': text('Parts of the file can be asked for.', 'bytes'),
  etag: text('Changes when the content does.', '"9f86d081884c7d659a2feaa0c55ad015"'),
}

const replayed: Headers = {
  'idempotency-replayed': text(
    'That the same request was sent before, under the same Idempotency-Key or with the same payment: this is its audit.',
    'true',
  ),
}

export const responseHeaders: {
  all: Headers
  /** Of all routes but those that are not limited. */
  limited: Headers
  byCode: Partial<Record<ErrorCode, Headers>>
  byOperation: Record<string, Record<string, Headers>>
} = {
  all: {
    'x-request-id': text(
      'Names this request in the log of the service: tell it when you ask for help.',
      '0b9cbb4f-4fd5-4c9a-9f0f-2c6f1b4f3f55',
    ),
  },
  limited: rateLimit,
  byCode: {
    unauthorized: { 'www-authenticate': text('Which kind of key is wanted.', 'Bearer') },
    method_not_allowed: { allow: text('Methods that the path is for.', 'POST, OPTIONS') },
    rate_limited: retryAfter,
    busy: retryAfter,
  },
  byOperation: {
    createAudit: {
      202: {
        location: text(
          'The status URL.',
          'https://audit.example/v1/audits/9f86d081884c7d659a2feaa0c55ad015/status',
        ),
        'preference-applied': text('That the audit goes on by itself.', 'respond-async'),
        ...replayed,
      },
      200: {
        'payment-response': text(
          'When the audit was paid with x402: the x402 version 2 `SettleResponse` object with the transaction, in base64.',
          'eyJzdWNjZXNzIjp0cnVlfQ==',
        ),
        ...replayed,
      },
      402: {
        'payment-required': text(
          'For `payment_required`: the x402 version 2 `PaymentRequired` object, in base64.',
          'eyJ4NDAyVmVyc2lvbiI6Mn0=',
        ),
      },
    },
    getCaptions: {
      200: {
        'content-disposition': text(
          'A file name made of the name of the audio file (RFC 8187).',
          "attachment; filename*=UTF-8''chapter-01.vtt",
        ),
      },
    },
    getAuditAudio: {
      200: audio,
      206: { ...audio, 'content-range': text(range, 'bytes 0-1023/48213') },
      304: audio,
      416: { 'content-range': text('How many bytes there are.', 'bytes */48213') },
    },
  },
}
