import { MILLI_PER_CREDIT, toMilli } from './credits.js'

export interface Prices {
  /** For one check on one file. */
  checkMilli: number
  /** The same when its findings are kept from before. */
  cachedCheckMilli: number
}

export const defaultPrices: Prices = { checkMilli: MILLI_PER_CREDIT, cachedCheckMilli: MILLI_PER_CREDIT / 2 }

/** Fails with a RangeError unless it is from 0 to 1, in thousandths. */
export function pricesWith({ cachedCredits }: { cachedCredits: number }): Prices {
  const cachedCheckMilli = toMilli(cachedCredits)
  if (cachedCheckMilli < 0 || cachedCheckMilli > defaultPrices.checkMilli) {
    throw new RangeError(`What is cached costs from 0 to 1 credit, not ${cachedCredits}.`)
  }
  return { ...defaultPrices, cachedCheckMilli }
}

/** How many pieces of work a batch holds: a piece is one enabled check on one file, or one reference. */
export interface Work {
  checks: number
  files: number
  /** Recordings that voices are held against: one piece each. */
  references?: number
  /** Pieces whose findings the caller has paid for before. */
  cached: number
  /** All is done again, so all is paid in full. */
  forceFresh: boolean
}

export function priceMilli(
  { checks, files, references = 0, cached, forceFresh }: Work,
  prices: Prices = defaultPrices,
): number {
  const pieces = checks * files + references
  if (cached > pieces) throw new RangeError('more is cached than there is')
  const discounted = forceFresh ? 0 : cached
  return (pieces - discounted) * prices.checkMilli + discounted * prices.cachedCheckMilli
}
