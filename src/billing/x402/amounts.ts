// Credits in USDC, counted in its smallest unit so that nothing is lost to fractions.
import { MILLI_PER_CREDIT } from '../credits.js'

/** USDC has six decimals. */
const UNITS_PER_USDC = 1_000_000
const DECIMALS = 6

export interface UsdcPrices {
  usdcPerCredit: number
  /** Below that a transfer costs more than it brings. */
  leastUsdc: number
}

/** In the smallest unit, rounded up; never 0, for which no transfer can be signed. */
export function usdcUnits(priceMilli: number, { usdcPerCredit, leastUsdc }: UsdcPrices): bigint {
  const unitsPerCredit = BigInt(Math.round(usdcPerCredit * UNITS_PER_USDC))
  const perMilli = BigInt(MILLI_PER_CREDIT)
  const units = (BigInt(priceMilli) * unitsPerCredit + perMilli - 1n) / perMilli
  const least = BigInt(Math.max(1, Math.round(leastUsdc * UNITS_PER_USDC)))
  return units > least ? units : least
}

/** As people write it, with as many decimals as it needs. */
export function usdcText(units: bigint): string {
  const digits = units.toString().padStart(DECIMALS + 1, '0')
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '')
  return digits.slice(0, -DECIMALS) + (fraction && `.${fraction}`)
}
