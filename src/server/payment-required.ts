// Payment without a key (x402). This server does not take it yet: whoever sends neither key nor a receipt that holds is
// told the price, and that only keys are accepted. What verifies receipts will stand here, in front of `paymentRequired`.
import { toCredits } from '../billing/credits.js'
import { ApiError } from './api-error.js'
import type { PaymentRequiredBody } from './schemas/error.js'

export interface Quote {
  priceMilli: number
  files: number
  checks: number
}

export function paymentRequired(baseUrl: string, { priceMilli, files, checks }: Quote): ApiError {
  const needed = toCredits(priceMilli)
  const offer: Omit<PaymentRequiredBody, 'error'> = {
    x402Version: 2,
    resource: {
      url: `${baseUrl}/v1/audit`,
      description: `Audit of ${files} ${files === 1 ? 'file' : 'files'} with ${checks} ${checks === 1 ? 'check' : 'checks'}`,
      mimeType: 'application/json',
    },
    accepts: [],
  }
  const message = `This audit costs ${needed} credits. This server takes API keys only: send one in the header X-API-Key.`
  return new ApiError('payment_required', message, {
    details: [{ field: 'price', message: `The price is ${needed} credits.`, needed }],
    headers: {
      'payment-required': Buffer.from(JSON.stringify({ ...offer, error: message })).toString('base64'),
      'cache-control': 'no-store',
    },
    body: offer,
  })
}
