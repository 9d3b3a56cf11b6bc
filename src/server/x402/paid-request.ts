// What a payment is sent for: the whole request once more, or nothing but the payment, which names the quote whose files are
// kept.

import type { Json } from '../../audit/checks.js'
import { canonicalJson } from '../../audit/findings-cache.js'
import type { Payment } from '../../billing/x402/payment.js'
import type { Caller } from '../../store/caller.js'
import type { StoredPayment } from '../../store/payments.js'
import type { StoredQuote } from '../../store/quotes.js'
import { ApiError } from '../api-error.js'
import { type AuditOrder, completeQuery, orderOf } from '../audit/order.js'
import type { Upload } from '../audit/upload.js'
import type { ServerContext } from '../context.js'
import { paymentRequired } from '../payment-required.js'
import type { AuditQuery } from '../schemas/audit-request.js'
import { uploadAgain } from './kept-upload.js'
import { offerFor } from './quote.js'

export interface PaidRequest {
  /** Whether a payment with the same signature was for the same. On the chain anyone can read a signature. */
  isSame(before: StoredPayment, payment: Payment): boolean
  /** What is wrong with it at this price, or undefined. */
  faultAt(quote: StoredQuote): Promise<string | undefined>
  /** Fails with an ApiError when the files that were priced are gone. */
  order(quote: StoredQuote): Promise<AuditOrder>
  /** The answer to a payment that does not do, with a price for `payer`. */
  refusal(why: string, payer: string | undefined): Promise<ApiError>
  /** To be called unless an audit has begun, which then sees to it. */
  discard(): Promise<void>
}

export const otherRequest = 'The payment is for the price of another request.'

/** With all its files. */
export function wholeRequest(context: ServerContext, order: AuditOrder, sender: Caller): PaidRequest {
  return {
    isSame: ({ requestSha256 }) => requestSha256 === order.sha256,
    faultAt: async ({ requestSha256 }) => (requestSha256 === order.sha256 ? undefined : otherRequest),
    order: async () => order,
    refusal: async (why, payer) =>
      paymentRequired(context.config.baseUrl, await offerFor(context, order, payer, sender), why),
    discard: order.discard,
  }
}

/** By its quote alone. Nothing is read from the store of audio before the payment is known to hold. */
export function quotedRequest(
  context: ServerContext,
  query: AuditQuery,
  payment: Payment | undefined,
  signal: AbortSignal,
): PaidRequest {
  const { store, config } = context
  const quoteId = payment?.accepted.extra.quoteId
  let upload: Upload | undefined
  return {
    // The quote is told to the payer alone, and is not on the chain.
    isSame: (before, { accepted }) => before.quoteId === accepted.extra.quoteId,

    async faultAt({ id }) {
      const kept = await store.keptRequests.find(id)
      if (!kept) throw filesNotKept('The files of this price are not kept, or not any more.')
      const isSame = canonicalJson(kept.query as Json) === canonicalJson(completeQuery(query))
      return isSame ? undefined : otherRequest
    },

    async order({ id, requestSha256 }) {
      const kept = await store.keptRequests.find(id)
      upload = kept && (await uploadAgain(context, kept, signal))
      const order = upload && (await orderOf(query, upload, config.mostFiles))
      if (order?.sha256 === requestSha256) return order
      throw filesNotKept('The files of this price are not kept any more.')
    },

    async refusal(why) {
      const quote = quoteId === undefined ? undefined : await store.quotes.find(quoteId)
      if (!quote) return filesNotKept(why)
      const isKept = (await store.keptRequests.find(quote.id)) !== undefined
      return paymentRequired(config.baseUrl, { ...quote, quote, isKept }, why)
    },

    discard: async () => upload?.discard(),
  }
}

/** By this programs know that the same payment is good with the whole request. */
export const FILES_NOT_KEPT = 'files_not_kept'

function filesNotKept(why: string): ApiError {
  const message = `${why} Send the whole request, with the files; nothing was charged.`.trim()
  return new ApiError('invalid_request', message, {
    details: [{ field: 'files', fault: FILES_NOT_KEPT, message }],
  })
}
