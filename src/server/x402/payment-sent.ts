import type { Payment } from '../../billing/x402/payment.js'

/** What the headers of a request say of its payment. */
export interface PaymentSent {
  /** Undefined when it cannot be read. */
  payment: Payment | undefined
  /** Whom the price is for then. */
  wallet: string | undefined
  idempotencyKey: string | undefined
}
