// What a payment in the header Payment-Signature buys: an audit that begins now, or the one that it has bought before.

import type { Json } from '../../audit/checks.js'
import { canonicalJson } from '../../audit/findings-cache.js'
import { KnownRequestError } from '../../billing/audit-charge.js'
import type { Facilitator } from '../../billing/x402/facilitator.js'
import { authorisationKey, type Payment } from '../../billing/x402/payment.js'
import { beginPaidAudit, PaymentTakenError, usedElsewhere } from '../../billing/x402/wallet-charge.js'
import type { AuthorisationKey, StoredPayment } from '../../store/payments.js'
import type { StoredQuote } from '../../store/quotes.js'
import { newId } from '../../store/tokens.js'
import { ApiError, tryAgainAfter } from '../api-error.js'
import type { AuditOrder } from '../audit/order.js'
import { LEASE_SEC, RunningAudit } from '../audit/running-audit.js'
import type { ServerContext } from '../context.js'
import type { PaidRequest } from './paid-request.js'
import type { PaymentSent } from './payment-sent.js'

export type Bought =
  | { is: 'new'; running: RunningAudit; key: AuthorisationKey }
  | { is: 'known'; payment: StoredPayment }

/** Fails with an ApiError: 402 with the reason and a new price, or 503 when nobody can verify just now. */
export async function buy(
  context: ServerContext,
  request: PaidRequest,
  { payment, wallet, idempotencyKey }: PaymentSent,
): Promise<Bought> {
  const { facilitator, store } = context
  const refuse = async (why: string, payer = wallet): Promise<never> => {
    throw await request.refusal(why, payer)
  }
  if (!facilitator) return refuse('')
  if (!payment) return refuse('The Payment-Signature is not an x402 version 2 payment for one of our prices.')
  const key = authorisationKey(payment)
  const known = (before: StoredPayment): Bought | Promise<never> =>
    isSigned(before, payment) && request.isSame(before, payment)
      ? { is: 'known', payment: before }
      : refuse('This payment was used for another audit.', key.payer)
  const before = await store.payments.find(key)
  if (before) return known(before)
  const quote = await store.quotes.find(payment.accepted.extra.quoteId)
  const wrong = await faultOf(facilitator, request, payment, quote)
  if (wrong !== undefined || !quote) return refuse(String(wrong), key.payer)
  const order = await request.order(quote)
  for (let attempt = 1; ; attempt++) {
    try {
      const charge = await beginPaidAudit(store, facilitator, {
        source: 'api',
        selectedAnalyses: order.complete.checks,
        accuracy: order.complete.options.accuracy,
        files: filesOf(order),
        referenceContents: order.references.map(({ sha256 }) => sha256),
        leaseSec: LEASE_SEC,
        priceMilli: quote.priceMilli,
        idempotencyKey,
        payment: {
          ...key,
          auditId: newId(),
          quoteId: quote.id,
          requestSha256: order.sha256,
          amount: payment.payload.authorization.value,
          payload: payment,
          requirements: quote.requirements,
        },
      })
      return { is: 'new', running: new RunningAudit(context, charge, order), key }
    } catch (error) {
      const isKnown = error instanceof KnownRequestError
      const taken = error instanceof PaymentTakenError ? await store.payments.find(key) : undefined
      const before = isKnown ? await boughtBefore(context, error) : taken && (await known(taken))
      if (before) return before
      if (!isKnown) throw error
      // The audit of this Idempotency-Key has just failed, and the key is free again.
      if (attempt === ATTEMPTS) throw tryAgainAfter('busy', RETRY_SEC, 'The audit could not be begun.')
    }
  }
}

const ATTEMPTS = 3
const RETRY_SEC = 5

function filesOf({ files }: AuditOrder) {
  return files.map(({ name, sha256, byteCount, mediaType }) => ({ name, sha256, byteCount, mediaType }))
}

/** The same wallet has bought the same audit under the same Idempotency-Key: the new payment is left alone. Undefined when that has failed. */
async function boughtBefore(
  { store }: ServerContext,
  { known }: KnownRequestError,
): Promise<Bought | undefined> {
  if (!known.isSameRequest) {
    throw new ApiError(
      'conflict',
      'This Idempotency-Key was used for another request. Send a new one; nothing was charged.',
    )
  }
  const payment = await store.payments.ofAudit(known.auditId)
  return payment && { is: 'known', payment }
}

function isSigned(before: StoredPayment, { payload }: Payment): boolean {
  const { signature } = (before.payload as Payment).payload
  return signature.toLowerCase() === payload.signature.toLowerCase()
}

const NOTHING_CHARGED = 'Nothing was charged.'

/** What is wrong with a payment, or undefined. Cheap questions first; the facilitator is asked last. */
async function faultOf(
  facilitator: Facilitator,
  request: PaidRequest,
  payment: Payment,
  quote: StoredQuote | undefined,
): Promise<string | undefined> {
  if (!quote) return `The price that was paid for is not known or has expired. ${NOTHING_CHARGED}`
  const mismatch = (await request.faultAt(quote)) ?? mismatchOf(payment, quote)
  if (mismatch !== undefined) return `${mismatch} ${NOTHING_CHARGED}`
  const verdict = await facilitator.verify(payment, quote.requirements)
  if (!verdict.isValid) {
    return verdict.isUsed
      ? usedElsewhere(payment.accepted.payTo)
      : `The payment does not hold (${shortened(verdict.reason)}). ${NOTHING_CHARGED}`
  }
  return verdict.payer.toLowerCase() === payment.payload.authorization.from.toLowerCase()
    ? undefined
    : `The payment was signed by another wallet. ${NOTHING_CHARGED}`
}

function mismatchOf({ accepted, payload }: Payment, quote: StoredQuote): string | undefined {
  const { from, to, value } = payload.authorization
  if (canonicalJson(accepted as Json) !== canonicalJson(quote.requirements as Json)) {
    return 'The payment accepts other terms than those that were told.'
  }
  const { amount, payTo } = accepted
  if (value !== amount || BigInt(value) === 0n) return 'The payment is for another amount.'
  if (to.toLowerCase() !== payTo.toLowerCase()) return 'The payment is to another wallet.'
  if (quote.wallet !== null && quote.wallet !== from.toLowerCase()) {
    return 'The price has the discount of another wallet than the one that pays.'
  }
  return undefined
}

const MOST_REASON_CHARACTERS = 200
const shortened = (reason: string) => reason.slice(0, MOST_REASON_CHARACTERS)
