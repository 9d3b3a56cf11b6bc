/** Results are told to no more decimals than that, in percent or dB. */
const MOST_DECIMALS = 2

/**
 * A size as people read it beside its limit: with as many decimals as it takes to tell the two apart, so that nothing is flagged
 * for "15 %" where the limit is "15 %".
 */
export function besideLimit(size: number, limit: number | null, decimals = 0): string {
  const shown = size.toFixed(decimals)
  const isMistakable = limit !== null && size !== limit && shown === limit.toFixed(decimals)
  return isMistakable && decimals < MOST_DECIMALS ? besideLimit(size, limit, decimals + 1) : shown
}

/** Of a share, without its sign: "16". */
export function percentBeside(share: number, limit: number | null): string {
  return besideLimit(inPercent(Math.abs(share)), limit === null ? null : inPercent(limit))
}

/** What binary fractions leave over is cut off: 100 x 0.15 is not 15. */
export function inPercent(share: number): number {
  return Number((100 * share).toFixed(MOST_DECIMALS))
}
