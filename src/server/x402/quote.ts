// A price is told once and then holds: it is kept with the exact terms, which a payment must repeat to the letter.
import type { PaymentRequirements } from '@x402/core/types'
import { usdcUnits } from '../../billing/x402/amounts.js'
import { paymentNetworks } from '../../billing/x402/networks.js'
import { type Caller, walletCaller } from '../../store/caller.js'
import { newQuoteId } from '../../store/quotes.js'
import type { AuditOrder } from '../audit/order.js'
import { priceOf } from '../audit/pricing.js'
import type { Config } from '../config.js'
import type { ServerContext } from '../context.js'
import type { Offer } from '../payment-required.js'
import { keepUpload } from './kept-upload.js'

/** With the discount of `wallet` for what it had analysed before. The files are kept for the payment where there is room. */
export async function offerFor(
  context: ServerContext,
  order: AuditOrder,
  wallet: string | undefined,
  sender: Caller,
): Promise<Offer> {
  const { config, store, facilitator } = context
  const price = await priceOf(context, wallet ? walletCaller(wallet) : undefined, order)
  if (!facilitator || !config.x402PayTo) return price
  const id = newQuoteId()
  const quote = await store.quotes.keep({
    ...price,
    id,
    requestSha256: order.sha256,
    filesSha256: order.files.map(({ sha256 }) => sha256),
    // Whoever pays the full price may be anyone.
    wallet: wallet && price.cached > 0 ? wallet.toLowerCase() : null,
    requirements: requirementsFor(config, config.x402PayTo, price.priceMilli, id),
    lifeSec: config.x402QuoteMinutes * 60,
  })
  return { ...price, quote, isKept: await keepUpload(context, id, order, sender) }
}

/** What a payment would have to say, for callers who want to know that before they send anything that has a price. */
export function termsFor(
  { config, facilitator }: ServerContext,
  priceMilli: number,
): PaymentRequirements | undefined {
  return facilitator && config.x402PayTo ? requirementsFor(config, config.x402PayTo, priceMilli) : undefined
}

function requirementsFor(
  { x402Network, x402CreditPrice, x402LeastPrice, x402QuoteMinutes }: Config,
  payTo: string,
  priceMilli: number,
  quoteId?: string,
): PaymentRequirements {
  const { id, asset, assetName, assetVersion } = paymentNetworks[x402Network]
  const prices = { usdcPerCredit: x402CreditPrice, leastUsdc: x402LeastPrice }
  return {
    scheme: 'exact',
    network: id,
    asset,
    amount: usdcUnits(priceMilli, prices).toString(),
    payTo,
    // Wallets sign for so long: it must outlast the upload and the audit, after which the transfer is made.
    maxTimeoutSeconds: x402QuoteMinutes * 60,
    // Wallets hand this back as it is, so that the payment names its quote.
    extra: { name: assetName, version: assetVersion, ...(quoteId !== undefined && { quoteId }) },
  }
}
