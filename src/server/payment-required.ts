// The price for callers without a key, and how they can pay it (x402): the answer 402.
import { encodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { toCredits } from '../billing/credits.js'
import { usdcText } from '../billing/x402/amounts.js'
import type { StoredQuote } from '../store/quotes.js'
import { counted } from '../text/counted.js'
import { ApiError } from './api-error.js'
import type { OrderPrice } from './audit/pricing.js'
import { timeText } from './audit-views.js'
import type { PaymentRequiredBody, PriceBreakdown } from './schemas/error.js'

export interface Offer extends OrderPrice {
  /** Left out on a server that takes API keys only. */
  quote?: StoredQuote | undefined
  /** Whether the files wait for the payment. */
  isKept?: boolean | undefined
}

/** `refusal` says why a payment that was sent did not do. */
export function paymentRequired(baseUrl: string, offer: Offer, refusal?: string): ApiError {
  const { files, checks, quote, isKept } = offer
  const price = breakdownOf(offer)
  const terms: Omit<PaymentRequiredBody, 'error' | 'price'> = {
    x402Version: 2,
    resource: {
      url: `${baseUrl}/v1/audit`,
      description: `Audit of ${counted(files, 'file')} with ${counted(checks, 'check')}`,
      mimeType: 'application/json',
    },
    accepts: quote ? [quote.requirements as Record<string, unknown>] : [],
  }
  const kept = isKept
    ? `to this address and without a body: the files are kept until ${price.expiresAt}`
    : 'with the whole request: the files are not kept'
  const told = quote
    ? `This audit costs ${counted(price.credits, 'credit')}, which is ${price.usdc} USDC. Pay with x402 in the header Payment-Signature, ${kept}, or send an API key in the header X-API-Key.`
    : `This audit costs ${counted(price.credits, 'credit')}. This server takes API keys only: send one in the header X-API-Key.`
  const message = refusal ? `${refusal} ${told}` : told
  return new ApiError('payment_required', message, {
    details: [
      { field: 'price', message: `The price is ${counted(price.credits, 'credit')}.`, needed: price.credits },
    ],
    headers: {
      'payment-required': encodePaymentRequiredHeader({ ...terms, error: message } as PaymentRequired),
      'cache-control': 'no-store',
    },
    body: { ...terms, price },
  })
}

function breakdownOf({ priceMilli, files, checks, cached, quote, isKept = false }: Offer): PriceBreakdown {
  const credits = toCredits(priceMilli)
  const pieces = { files, checks, cached, credits, creditsPerFile: toThousandths(credits / files) }
  if (!quote) return pieces
  const units = BigInt((quote.requirements as { amount: string }).amount)
  return {
    quoteId: quote.id,
    expiresAt: timeText(quote.expiresAt),
    filesKept: isKept,
    ...pieces,
    usdc: usdcText(units),
    usdcPerFile: usdcText(units / BigInt(files)),
  }
}

function toThousandths(credits: number): number {
  return Math.round(credits * 1000) / 1000
}
