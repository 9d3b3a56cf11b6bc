/** Of a row of the gate: how many there were, and which were not found. */
export interface Count {
  count: number
  missed: string[]
}

export type Counts = Map<string, Count>

export function addTo(counts: Counts, row: string, what: string, isFound: boolean): void {
  const count = counts.get(row) ?? { count: 0, missed: [] }
  count.count++
  if (!isFound) count.missed.push(what)
  counts.set(row, count)
}
