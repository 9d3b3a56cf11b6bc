// The answer to whoever has paid with a wallet: the result with a receipt, or why there is none.
import { encodePaymentResponseHeader } from '@x402/core/http'
import type { FastifyReply } from 'fastify'
import { FacilitatorDownError } from '../../billing/x402/facilitator.js'
import { resumeSettlement, SettlementRefusedError } from '../../billing/x402/wallet-charge.js'
import { type AuthorisationKey, payerOf, type StoredPayment } from '../../store/payments.js'
import { type ApiError, notFound } from '../api-error.js'
import { aWhile, failureAgain, replayed } from '../audit/end-of-audit.js'
import { auditJson } from '../audit-views.js'
import type { ServerContext } from '../context.js'
import { acceptedPaid } from '../routes/v1/respond-async.js'
import type { PaidRequest } from './paid-request.js'

/** With the result of an audit that is settled. Fails with a `not_found` when it was deleted. */
export async function answerPaid(
  { store, links }: ServerContext,
  reply: FastifyReply,
  key: AuthorisationKey,
): Promise<FastifyReply> {
  const payment = await store.payments.find(key)
  const audit = payment && (await store.audits.get(payerOf(key), payment.auditId))
  if (!audit) throw notFound('audit any more: it was paid and then deleted')
  return reply
    .header('payment-response', receiptOf(payment))
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(auditJson(audit.resultJson, audit.id, links))
}

function receiptOf({ transactionHash, network, payer, amount }: StoredPayment): string {
  return encodePaymentResponseHeader({
    success: true,
    // Empty where the transfer was seen only after the fact.
    transaction: transactionHash ?? '',
    network: network as `${string}:${string}`,
    payer,
    amount,
  })
}

/** For a payment that comes again: what it has bought, once that is done. */
export async function answerKnown(
  context: ServerContext,
  reply: FastifyReply,
  request: PaidRequest,
  before: StoredPayment,
  { isAsync, signal }: { isAsync: boolean; signal: AbortSignal },
): Promise<FastifyReply> {
  const { store, facilitator, running } = context
  const { auditId } = before
  const payer = payerOf(before)
  reply.headers(replayed)
  for (;;) {
    const payment = await store.payments.find(before)
    // It went with the failure of its audit.
    if (payment?.auditId !== auditId) throw await failureOf(context, request, before)
    const isOurs = running.find(payer, auditId) !== undefined
    if (payment.state === 'settling' && facilitator && !isOurs) {
      const unclear = await store.payments.unclear(store.isExclusive)
      if (unclear.some((each) => each.auditId === auditId)) {
        await explained(context, request, payment, () => resumeSettlement(store, facilitator, payment))
        return answerPaid(context, reply, payment)
      }
    }
    if (payment.state === 'settled') return answerPaid(context, reply, payment)
    if (isAsync) return acceptedPaid(context, reply, auditId, 'running')
    await aWhile(context, payer, auditId, signal)
  }
}

async function failureOf(
  { store }: ServerContext,
  request: PaidRequest,
  payment: StoredPayment,
): Promise<ApiError> {
  const status = await store.audits.status(payerOf(payment), payment.auditId)
  if (!status) return notFound('audit any more: it was deleted')
  return status.failure?.code === 'payment_required'
    ? request.refusal(status.failure.message, payment.payer)
    : failureAgain(status.failure)
}

/** Failures to settle become answers that say what has become of the money. */
export async function explained<Result>(
  context: ServerContext,
  request: PaidRequest,
  { payer }: AuthorisationKey,
  settling: () => Promise<Result>,
): Promise<Result> {
  try {
    return await settling()
  } catch (error) {
    noteIfDown(context, error)
    if (!(error instanceof SettlementRefusedError)) throw error
    throw await request.refusal(error.message, payer)
  }
}

export function noteIfDown({ log }: ServerContext, error: unknown): void {
  if (error instanceof FacilitatorDownError) log.warn({ err: error.cause ?? error }, 'facilitator down')
}

/** Puts an end to settlements that were cut off, also when their payers do not come back. */
export async function resumeSettlements(
  { store, facilitator, running, log }: ServerContext,
  isFirst: boolean,
): Promise<void> {
  if (!facilitator) return
  for (const payment of await store.payments.unclear(isFirst && store.isExclusive)) {
    if (running.find(payerOf(payment), payment.auditId)) continue
    await resumeSettlement(store, facilitator, payment).catch((err) =>
      log.warn({ err, auditId: payment.auditId }, 'a settlement that was cut off has not come to its end'),
    )
  }
}
