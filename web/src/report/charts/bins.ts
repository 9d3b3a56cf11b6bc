// Values sorted into ranges of one width, whose edges are round numbers.

export interface Bin {
  from: number
  to: number
  /** Places in the list of values. */
  members: number[]
}

const MOST_BINS = 12
const ROUND_STEPS = [1, 2, 5, 10]

/** From the lowest value to the highest, the empty ones between them too; `unit` is what one is counted in, 0.01 for percent. */
export function binsOf(values: (number | null)[], unit: number): Bin[] {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return []
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const step = stepFor(high - low, unit)
  const first = Math.floor(low / step + 1e-9)
  // The highest value belongs to the range that it ends.
  const count = Math.max(1, Math.ceil(high / step - 1e-9) - first)
  const bins = Array.from(
    { length: count },
    (_, at): Bin => ({ from: (first + at) * step, to: (first + at + 1) * step, members: [] }),
  )
  values.forEach((value, place) => {
    if (value === null) return
    const at = Math.min(count - 1, Math.floor(value / step + 1e-9) - first)
    bins[at].members.push(place)
  })
  return bins
}

function stepFor(span: number, unit: number): number {
  const least = Math.max(unit, span / (MOST_BINS - 1))
  const power = 10 ** Math.floor(Math.log10(least) + 1e-9)
  return power * (ROUND_STEPS.find((step) => step * power >= least * (1 - 1e-9)) ?? 10)
}
