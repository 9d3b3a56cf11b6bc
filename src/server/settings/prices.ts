// What is charged, and how payments per request are taken.
import { z } from 'zod'
import { networkNames } from '../../billing/x402/networks.js'
import { number, oneOf, setting, webAddress, whole } from './setting.js'

export const prices = {
  cachedPrice: setting({
    variable: 'CACHED_PRICE',
    schema: number(0, 1),
    expects: 'a number from 0 to 1',
    default: '0.5',
    description: 'Credits for one check on a file that was analysed for the same caller before.',
  }),
  x402PayTo: setting({
    variable: 'X402_PAY_TO',
    schema: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
    expects: 'the address of a wallet: 0x and 40 hex digits',
    description:
      'Wallet that payments per request (x402) go to, in USDC. When not given, only API keys are taken.',
  }),
  x402FacilitatorUrl: setting({
    variable: 'X402_FACILITATOR_URL',
    schema: webAddress,
    expects: 'an address that begins with http:// or https://',
    description: 'x402 facilitator that verifies and settles payments. Goes with X402_PAY_TO.',
  }),
  x402Network: setting({
    variable: 'X402_NETWORK',
    ...oneOf(...networkNames),
    default: 'base',
    description: 'Network of the payments: base, or base-sepolia (a test network).',
  }),
  x402CreditPrice: setting({
    variable: 'X402_PRICE_PER_CREDIT',
    schema: number(0.000001, 1000),
    expects: 'a number from 0.000001 to 1000',
    default: '0.01',
    description: 'USDC for one credit.',
  }),
  x402LeastPrice: setting({
    variable: 'X402_MIN_PRICE',
    schema: number(0.000001, 1000),
    expects: 'a number from 0.000001 to 1000',
    default: '0.01',
    description: 'USDC that an audit costs at least.',
  }),
  x402QuoteMinutes: setting({
    variable: 'X402_QUOTE_MINUTES',
    ...whole(1, 1440),
    default: '60',
    description: 'Minutes for which a price that was told holds; upload and audit must fit in.',
  }),
  x402KeptMb: setting({
    variable: 'X402_KEPT_MB',
    ...whole(0, 1_000_000_000),
    default: '4096',
    description:
      'MiB of files that are kept while their price holds, so that a payment need not come with them again; a quarter of it for one address. 0 keeps none.',
  }),
}
