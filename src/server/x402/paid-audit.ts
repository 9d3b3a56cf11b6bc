// What a payment in the header Payment-Signature buys: an audit that begins now, or the one that it has bought before.
import { canonicalJson } from '../../audit/findings-cache.js'
import type { Facilitator } from '../../billing/x402/facilitator.js'
import { authorisationKey, type Payment, readPayment } from '../../billing/x402/payment.js'
import { beginPaidAudit, PaymentTakenError } from '../../billing/x402/wallet-charge.js'
import type { Json } from '../../checks/check.js'
import type { AuthorisationKey, StoredPayment } from '../../store/payments.js'
import type { StoredQuote } from '../../store/quotes.js'
import { newId } from '../../store/tokens.js'
import type { AuditOrder } from '../audit/order.js'
import { LEASE_SEC, RunningAudit } from '../audit/running-audit.js'
import type { ServerContext } from '../context.js'
import { paymentRequired } from '../payment-required.js'
import { offerFor } from './quote.js'

export type Bought =
  | { is: 'new'; running: RunningAudit; key: AuthorisationKey }
  | { is: 'known'; payment: StoredPayment }

export interface PaymentSent {
  /** As it stands in the header. */
  header: string
  /** Whom the price is for when the payment cannot be read. */
  wallet: string | undefined
}

/** Fails with an ApiError: 402 with the reason and a new price, or 503 when nobody can verify just now. */
export async function buy(
  context: ServerContext,
  order: AuditOrder,
  { header, wallet }: PaymentSent,
): Promise<Bought> {
  const { facilitator, store, config } = context
  const refuse = async (why: string, payer = wallet): Promise<never> => {
    throw paymentRequired(config.baseUrl, await offerFor(context, order, payer), why)
  }
  if (!facilitator) return refuse('')
  const payment = readPayment(header)
  if (!payment) return refuse('The Payment-Signature is not an x402 version 2 payment for one of our prices.')
  const key = authorisationKey(payment)
  const before = await store.payments.find(key)
  if (before) {
    return isSame(before, payment, order)
      ? { is: 'known', payment: before }
      : refuse('This payment was used for another audit.', key.payer)
  }
  const quote = await store.quotes.find(payment.accepted.extra.quoteId)
  const wrong = await faultOf(facilitator, order, payment, quote)
  if (wrong !== undefined || !quote) return refuse(`${wrong} Nothing was charged.`, key.payer)
  try {
    const charge = await beginPaidAudit(store, facilitator, {
      source: 'api',
      selectedAnalyses: order.complete.checks,
      accuracy: order.complete.options.accuracy,
      files: order.files.map(({ name, sha256, byteCount, mediaType }) => ({
        name,
        sha256,
        byteCount,
        mediaType,
      })),
      leaseSec: LEASE_SEC,
      priceMilli: quote.priceMilli,
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
    const taken = error instanceof PaymentTakenError ? await store.payments.find(key) : undefined
    if (!taken) throw error
    return isSame(taken, payment, order)
      ? { is: 'known', payment: taken }
      : refuse('This payment was used for another audit.', key.payer)
  }
}

/** On the chain anyone can read a signature: only with the same files does it bring the result back. */
function isSame(before: StoredPayment, { payload }: Payment, { sha256 }: AuditOrder): boolean {
  const { signature } = (before.payload as Payment).payload
  return before.requestSha256 === sha256 && signature.toLowerCase() === payload.signature.toLowerCase()
}

/** What is wrong with a payment, or undefined. Cheap questions first; the facilitator is asked last. */
async function faultOf(
  facilitator: Facilitator,
  order: AuditOrder,
  payment: Payment,
  quote: StoredQuote | undefined,
): Promise<string | undefined> {
  const { accepted, payload } = payment
  const { from, to, value } = payload.authorization
  if (!quote) return 'The price that was paid for is not known or has expired.'
  if (quote.requestSha256 !== order.sha256) return 'The payment is for the price of another request.'
  if (canonicalJson(accepted as Json) !== canonicalJson(quote.requirements as Json)) {
    return 'The payment accepts other terms than those that were told.'
  }
  const { amount, payTo } = accepted
  if (value !== amount || BigInt(value) === 0n) return 'The payment is for another amount.'
  if (to.toLowerCase() !== payTo.toLowerCase()) return 'The payment is to another wallet.'
  if (quote.wallet !== null && quote.wallet !== from.toLowerCase()) {
    return 'The price has the discount of another wallet than the one that pays.'
  }
  const verdict = await facilitator.verify(payment, quote.requirements)
  if (!verdict.isValid) return `The payment does not hold (${shortened(verdict.reason)}).`
  if (verdict.payer.toLowerCase() !== from.toLowerCase()) return 'The payment was signed by another wallet.'
  return undefined
}

const MOST_REASON_CHARACTERS = 200
const shortened = (reason: string) => reason.slice(0, MOST_REASON_CHARACTERS)
