// The answer to whoever has paid with a wallet: the result with a receipt, or why there is none.
import { encodePaymentResponseHeader } from '@x402/core/http'
import type { FastifyReply } from 'fastify'
import { FacilitatorDownError } from '../../billing/x402/facilitator.js'
import { resumeSettlement, SettlementRefusedError } from '../../billing/x402/wallet-charge.js'
import { type AuthorisationKey, payerOf, type StoredPayment } from '../../store/payments.js'
import { ApiError, notFound } from '../api-error.js'
import { auditJson } from '../audit-views.js'
import type { ServerContext } from '../context.js'
import { acceptedPaid } from '../routes/v1/respond-async.js'
import type { PaidRequest } from './paid-request.js'

const RETRY_RUNNING_SEC = 5

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

/** For a payment that comes again. */
export async function answerKnown(
  context: ServerContext,
  reply: FastifyReply,
  request: PaidRequest,
  payment: StoredPayment,
  isAsync: boolean,
): Promise<FastifyReply> {
  const { store, facilitator, running } = context
  const isOurs = running.find(payerOf(payment), payment.auditId) !== undefined
  if (payment.state === 'settling' && facilitator && !isOurs) {
    const unclear = await store.payments.unclear(store.isExclusive)
    if (unclear.some(({ auditId }) => auditId === payment.auditId)) {
      await explained(context, request, payment, () => resumeSettlement(store, facilitator, payment))
      return answerPaid(context, reply, payment)
    }
  }
  if (payment.state === 'settled') return answerPaid(context, reply, payment)
  if (isAsync) return acceptedPaid(context, reply, payment.auditId, 'running')
  throw new ApiError(
    'conflict',
    'The audit that this payment pays for is still running. Send the same request again later: it then brings the result.',
    { headers: { 'retry-after': String(RETRY_RUNNING_SEC) } },
  )
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
