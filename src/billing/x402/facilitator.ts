// Who checks signatures against the chain and brings transfers onto it. It may be down at any time; what that means is told
// apart here: refused for certain, or not known.
import { HTTPFacilitatorClient } from '@x402/core/http'
import { type PaymentRequirements, SettleError, VerifyError } from '@x402/core/types'
import type { Payment } from './payment.js'

/** Nothing is known of the payment: it may be asked again. */
export class FacilitatorDownError extends Error {
  override readonly name = 'FacilitatorDownError'
}

export type Verdict = { isValid: true; payer: string } | { isValid: false; reason: string; isUsed: boolean }
export type Settlement =
  | { is: 'settled'; transactionHash: string }
  | { is: 'refused'; reason: string; isExpired: boolean }
  /** The authorisation is used up: by an earlier attempt to settle, or by the payer. */
  | { is: 'used' }

export interface Facilitator {
  /** Fails with a FacilitatorDownError. Reserves nothing. */
  verify(payment: Payment, requirements: object): Promise<Verdict>
  /** Fails with a FacilitatorDownError: then the money may have moved or not. */
  settle(payment: Payment, requirements: object): Promise<Settlement>
}

/** How long a transfer may take to be on the chain: blocks on Base come every 2 s. */
const TIMEOUT_MS = 60_000
/** Strings differ between versions of facilitators; this much they share. */
const isUsed = (reason: string) => /nonce.*used|authorization.*used/i.test(reason)
const isExpired = (reason: string) => /valid_before|expired/i.test(reason)
/** The transfer was sent and nobody has seen how it ended. */
const isOpen = (reason: string) => /pending|time[d_]*out|unexpected/i.test(reason)

export function httpFacilitator(url: string): Facilitator {
  const client = new HTTPFacilitatorClient({ url, timeoutMs: TIMEOUT_MS })
  type Client = typeof client
  const asPayload = (payment: Payment) => payment as unknown as Parameters<Client['verify']>[0]

  return {
    async verify(payment, requirements) {
      const answer = await client
        .verify(asPayload(payment), requirements as PaymentRequirements)
        .catch((error) => {
          if (error instanceof VerifyError && error.statusCode < 500) {
            return { isValid: false, invalidReason: error.invalidReason, payer: undefined }
          }
          throw new FacilitatorDownError('The facilitator cannot verify payments just now.', { cause: error })
        })
      if (!answer.isValid) {
        const reason = answer.invalidReason ?? 'unknown reason'
        return { isValid: false, reason, isUsed: isUsed(reason) }
      }
      return { isValid: true, payer: answer.payer ?? payment.payload.authorization.from }
    },

    async settle(payment, requirements) {
      const answer = await client
        .settle(asPayload(payment), requirements as PaymentRequirements)
        .catch((error) => {
          if (error instanceof SettleError && error.statusCode < 500) {
            return { success: false, errorReason: error.errorReason, transaction: error.transaction }
          }
          throw new FacilitatorDownError('The facilitator cannot settle payments just now.', { cause: error })
        })
      if (answer.success) return { is: 'settled', transactionHash: answer.transaction }
      const reason = answer.errorReason ?? 'unknown reason'
      if (isUsed(reason)) return { is: 'used' }
      if (isOpen(reason))
        throw new FacilitatorDownError(`The facilitator does not know of the transfer yet: ${reason}`)
      return { is: 'refused', reason, isExpired: isExpired(reason) }
    },
  }
}
