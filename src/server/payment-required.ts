// The price for callers without a key, and how they can pay it (x402): the answer 402.
import { encodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { toCredits } from '../billing/credits.js'
import { usdcText } from '../billing/x402/amounts.js'
import { counted } from '../report/counted.js'
import type { StoredQuote } from '../store/quotes.js'
import { ApiError } from './api-error.js'
import type { OrderPrice } from './audit/pricing.js'
import { timeText } from './audit-views.js'
import type { ErrorDetail, PaymentRequiredBody, PriceBreakdown } from './schemas/error.js'

export interface Offer extends OrderPrice {
  /** Left out on a server that takes API keys only, and where nothing was sent that could be audited. */
  quote?: StoredQuote | undefined
  /** How it could be paid, where there is no quote to pay. */
  terms?: PaymentRequirements | undefined
  /** Whether the files wait for the payment. */
  isKept?: boolean | undefined
}

/** `refusal` says why a payment that was sent did not do. */
export function paymentRequired(baseUrl: string, offer: Offer, refusal?: string): ApiError {
  const price = breakdownOf(offer)
  const kept = offer.isKept
    ? `to this address and without a body: the files are kept until ${price.expiresAt}`
    : 'with the whole request: the files are not kept'
  const how = offer.quote
    ? `Pay with x402 in the header Payment-Signature, ${kept}, or send an API key in the header X-API-Key.`
    : KEYS_ONLY
  const told = `This audit costs ${costOf(price)}. ${how}`
  return priceTold(baseUrl, offer, refusal ? `${refusal} ${told}` : told)
}

const KEYS_ONLY = 'This server takes API keys only: send one in the header X-API-Key.'

/** For a request that could not be audited if it were paid: what it would cost, and what is wrong with it. */
export function priceOfWrong(
  baseUrl: string,
  offer: Offer,
  wrong: { message: string; details: ErrorDetail[] },
  isWhole: boolean,
): ApiError {
  const cost = costOf(breakdownOf(offer))
  const told = isWhole ? `This audit would cost ${cost}.` : `One check on one file costs ${cost}.`
  const how = offer.terms ? 'Pay with x402, or send an API key in the header X-API-Key.' : KEYS_ONLY
  const message = `${told} ${how} But first mend the request: ${wrong.message}`
  return priceTold(baseUrl, offer, message, wrong.details)
}

function costOf({ credits, usdc }: PriceBreakdown): string {
  return counted(credits, 'credit') + (usdc === undefined ? '' : `, which is ${usdc} USDC`)
}

/** Of a message in a header: clients take no more than 16 KiB of headers, and names may be long. */
const MOST_HEADER_CHARACTERS = 1000

function priceTold(baseUrl: string, offer: Offer, message: string, wrong: ErrorDetail[] = []): ApiError {
  const price = breakdownOf(offer)
  const requirements = requirementsOf(offer)
  const terms: Omit<PaymentRequiredBody, 'error' | 'price'> = {
    x402Version: 2,
    resource: {
      url: `${baseUrl}/v1/audit`,
      description: `Audit of ${counted(offer.files, 'file')} with ${counted(offer.checks, 'check')}`,
      mimeType: 'application/json',
    },
    accepts: requirements ? [{ ...requirements }] : [],
  }
  const inHeader = { ...terms, error: message.slice(0, MOST_HEADER_CHARACTERS) }
  const needed = { needed: price.credits, message: `The price is ${counted(price.credits, 'credit')}.` }
  return new ApiError('payment_required', message, {
    details: [{ field: 'price', ...needed }, ...wrong],
    headers: {
      'payment-required': encodePaymentRequiredHeader(inHeader as PaymentRequired),
      'cache-control': 'no-store',
    },
    body: { ...terms, price },
  })
}

function requirementsOf({ quote, terms }: Offer): PaymentRequirements | undefined {
  return quote ? (quote.requirements as PaymentRequirements) : terms
}

function breakdownOf(offer: Offer): PriceBreakdown {
  const { priceMilli, files, checks, references, cached, quote, isKept = false } = offer
  const credits = toCredits(priceMilli)
  const pieces = {
    files,
    checks,
    ...(references && { references }),
    cached,
    credits,
    creditsPerFile: toThousandths(credits / files),
  }
  const requirements = requirementsOf(offer)
  if (!requirements) return pieces
  const units = BigInt(requirements.amount)
  return {
    ...(quote && { quoteId: quote.id, expiresAt: timeText(quote.expiresAt), filesKept: isKept }),
    ...pieces,
    usdc: usdcText(units),
    usdcPerFile: usdcText(units / BigInt(files)),
  }
}

function toThousandths(credits: number): number {
  return Math.round(credits * 1000) / 1000
}
