// From a payment in a request to its answer.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readPayment } from '../../billing/x402/payment.js'
import type { RunningAudit } from '../audit/running-audit.js'
import type { ServerContext } from '../context.js'
import { acceptedPaid, prefersAsync } from '../routes/v1/respond-async.js'
import { answerKnown, answerPaid, explained, noteIfDown } from './answer.js'
import { buy } from './paid-audit.js'
import type { PaidRequest } from './paid-request.js'
import type { PaymentSent } from './payment-sent.js'

/** It goes on when the caller hangs up: with the same payment they get the result later. */
export async function paidAudit(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  paid: PaidRequest,
  payment: PaymentSent,
  { started, signal }: { started: (running: RunningAudit) => Promise<unknown>; signal: AbortSignal },
): Promise<FastifyReply> {
  const bought = await buy(context, paid, payment)
  if (bought.is === 'known') {
    return answerKnown(context, reply, paid, bought.payment, { isAsync: prefersAsync(request), signal })
  }
  const { running, key } = bought
  const outcome = started(running)
  if (prefersAsync(request)) {
    outcome.catch((error) => noteIfDown(context, error))
    return acceptedPaid(context, reply, running.auditId)
  }
  await explained(context, paid, key, () => outcome)
  return answerPaid(context, reply, key)
}

/** A key counts before a payment. */
export function sentPayment(request: FastifyRequest): PaymentSent | undefined {
  const header = request.identity ? undefined : request.headers['payment-signature']
  if (header === undefined) return undefined
  return {
    payment: readPayment(String(header)),
    wallet: walletOf(request),
    idempotencyKey: request.headers['idempotency-key']?.toString(),
  }
}

/** Only for the price: who pays is who signs, not who is named here. */
export function walletOf({ headers }: FastifyRequest): string | undefined {
  return headers['x-wallet']?.toString().trim() || undefined
}
