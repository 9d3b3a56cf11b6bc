/** Null of no values. */
export function median(values: number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export function mean(values: number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length
}

export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
