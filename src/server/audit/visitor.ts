import type { FastifyRequest } from 'fastify'
import type { Facilitator } from '../../billing/x402/facilitator.js'
import { authorisationKey } from '../../billing/x402/payment.js'
import { type Caller, walletCaller } from '../../store/caller.js'
import type { Store } from '../../store/store.js'
import type { PaymentSent } from '../x402/payment-sent.js'
import { senderAt } from '../x402/sender.js'

/** Who sends an audit, as far as it is known before anything of it is read. */
export interface Visitor {
  /** With a key; with a payment for a price that we have told; or with neither. */
  kind: 'account' | 'payer' | 'anonymous'
  /** Whose share of the places it counts against: of who has no key only the address is sure. */
  caller: Caller
  /** As whom the files will be audited. */
  auditedAs: Caller
}

export async function visitorOf(
  { store, facilitator }: { store: Store; facilitator: Facilitator | undefined },
  { identity, ip }: Pick<FastifyRequest, 'identity' | 'ip'>,
  sent: PaymentSent | undefined,
): Promise<Visitor> {
  if (identity) return { kind: 'account', caller: identity.caller, auditedAs: identity.caller }
  const caller = senderAt(ip)
  const payment = facilitator && sent?.payment
  if (!payment) return { kind: 'anonymous', caller, auditedAs: caller }
  const auditedAs = walletCaller(payment.payload.authorization.from)
  // Nobody else knows the name of a quote, so whoever gives it has asked for a price; or the payment is known already.
  const isKnown =
    (await store.quotes.find(payment.accepted.extra.quoteId)) !== undefined ||
    (await store.payments.find(authorisationKey(payment))) !== undefined
  return { kind: isKnown ? 'payer' : 'anonymous', caller, auditedAs }
}
