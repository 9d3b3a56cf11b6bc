// A payment as it comes in the header Payment-Signature: x402 version 2, scheme "exact", with an authorisation to transfer
// (EIP-3009). Here it is only read; whether the signature holds is for the facilitator to say.
import { decodePaymentSignatureHeader } from '@x402/core/http'
import { z } from 'zod'
import type { AuthorisationKey } from '../../store/payments.js'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const units = z.string().regex(/^\d{1,78}$/)
/** Of our terms, which a payment repeats to the letter, none is a list or an object. */
const term = z.union([z.string(), z.number(), z.boolean(), z.null()])

const payment = z.object({
  x402Version: z.literal(2),
  accepted: z
    .object({
      scheme: z.string(),
      network: z.string(),
      amount: z.string(),
      asset: z.string(),
      payTo: z.string(),
      extra: z.object({ quoteId: z.string().regex(/^[0-9a-f]{32}$/) }).catchall(term),
    })
    .catchall(term),
  payload: z.object({
    // Longer than 65 bytes when a contract signs, or one that is yet to be deployed (EIP-6492).
    signature: z.string().regex(/^0x([0-9a-fA-F]{2})+$/),
    authorization: z.object({
      from: address,
      to: address,
      value: units,
      validAfter: units,
      validBefore: units,
      nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
    }),
  }),
})

export type Payment = z.infer<typeof payment>

/** Undefined when it is none. What a payment does not need is left out, so that it goes no further. */
export function readPayment(header: string): Payment | undefined {
  try {
    return payment.safeParse(decodePaymentSignatureHeader(header)).data
  } catch {
    return undefined
  }
}

export function authorisationKey({ accepted, payload }: Payment): AuthorisationKey {
  return {
    network: accepted.network,
    asset: accepted.asset.toLowerCase(),
    payer: payload.authorization.from.toLowerCase(),
    nonce: payload.authorization.nonce.toLowerCase(),
  }
}
