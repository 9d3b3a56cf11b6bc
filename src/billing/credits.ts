// Credits as people write them, and as they are counted: in whole thousandths, so that halves add up exactly.

export const MILLI_PER_CREDIT = 1000

/** Fails with a RangeError when the number has more than three decimals or is none. */
export function toMilli(credits: number): number {
  const milli = Math.round(credits * MILLI_PER_CREDIT)
  // Within the rounding of a decimal fraction, and no further.
  const isExact = Math.abs(credits * MILLI_PER_CREDIT - milli) < 1e-6
  if (!Number.isSafeInteger(milli) || !isExact) {
    throw new RangeError(`Credits are counted in thousandths: ${credits} is not such a number.`)
  }
  return milli
}

export function toCredits(milli: number): number {
  return milli / MILLI_PER_CREDIT
}
