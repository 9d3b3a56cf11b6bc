// Which files belong together, and whether one voice is the batch's own.

/** Below this mean similarity two groups of files are taken for two voices. */
export const ONE_VOICE = 0.5
/** Without half of the batch, a group is still its voice when no other group is even half as large. */
const LEAD = 2

export type Similarities = number[][]

/**
 * Indices by voice, largest group first: the two groups that are most alike on average are joined until none are alike
 * (average linkage). One odd pair cannot tie two voices together, nor can one tear a voice apart.
 *
 * Two groups that are each the most alike to the other may be joined at any time, whatever the rest is like; they are found
 * by going from a group to the one most like it until that leads back (nearest-neighbour chain, F. Murtagh, 1983). So the
 * work grows with the square of the number of files, as the similarities do.
 */
export function voiceGroups(similarities: Similarities): number[][] {
  const between = similarities.map((row) => Float64Array.from(row))
  const groups: (number[] | null)[] = similarities.map((_, index) => [index])
  const done: number[][] = []
  const open = new Set(groups.keys())
  const chain: number[] = []
  while (open.size > 0) {
    if (chain.length === 0) chain.push(first(open))
    const last = chain.at(-1)!
    const nearest = nearestTo(last, between, open, chain.at(-2))
    if (nearest === null || !(between[last][nearest] >= ONE_VOICE)) {
      // Nothing is like it, nor will be: an average is no higher than what it is made of.
      done.push(groups[last]!)
      open.delete(last)
      chain.pop()
    } else if (nearest === chain.at(-2)) {
      chain.length -= 2
      join(nearest, last)
    } else {
      chain.push(nearest)
    }
  }
  return done.map((group) => group.sort((a, b) => a - b)).sort((a, b) => b.length - a.length || a[0] - b[0])

  function join(one: number, other: number): void {
    const sizeOne = groups[one]!.length
    const sizeOther = groups[other]!.length
    open.delete(other)
    for (const at of open) {
      const joined = (sizeOne * between[one][at] + sizeOther * between[other][at]) / (sizeOne + sizeOther)
      between[one][at] = joined
      between[at][one] = joined
    }
    groups[one]!.push(...groups[other]!)
    groups[other] = null
  }
}

/** Of several that are as near the one that the chain has come from, so that it ends; else the first. */
function nearestTo(
  group: number,
  between: Float64Array[],
  open: ReadonlySet<number>,
  cameFrom: number | undefined,
): number | null {
  const row = between[group]
  let nearest = cameFrom ?? null
  for (const at of open) if (at !== group && (nearest === null || row[at] > row[nearest])) nearest = at
  return nearest
}

function first(numbers: ReadonlySet<number>): number {
  for (const number of numbers) return number
  throw new Error('there is none')
}

/** The group whose voice is the batch's, or null when no voice clearly is. */
export function majorityOf(groups: number[][]): number[] | null {
  if (groups.length === 0) return null
  const [first, second] = groups
  if (!second) return first
  const files = groups.reduce((sum, { length }) => sum + length, 0)
  const leads = first.length > 1 && first.length >= LEAD * second.length
  return first.length > files / 2 || leads ? first : null
}
