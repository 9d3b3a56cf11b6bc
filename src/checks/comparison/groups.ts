// Which files belong together, and whether one voice is the batch's own.

/** Below this mean similarity two groups of files are taken for two voices. */
const ONE_VOICE = 0.5
/** Without half of the batch, a group is still its voice when no other group is even half as large. */
const LEAD = 2

export type Similarities = number[][]

/**
 * Indices by voice, largest group first: the two groups that are most alike on average are joined until none are alike
 * (average linkage). One odd pair cannot tie two voices together, nor can one tear a voice apart.
 */
export function voiceGroups(similarities: Similarities): number[][] {
  const groups = similarities.map((_, index) => [index])
  const between = similarities.map((row) => [...row])
  while (groups.length > 1) {
    let best = -Infinity
    let one = 0
    let other = 0
    for (let a = 0; a < groups.length; a++)
      for (let b = a + 1; b < groups.length; b++)
        if (between[a][b] > best) {
          best = between[a][b]
          one = a
          other = b
        }
    if (best < ONE_VOICE) break
    const sizeOne = groups[one].length
    const sizeOther = groups[other].length
    for (let a = 0; a < groups.length; a++) {
      const joined = (sizeOne * between[one][a] + sizeOther * between[other][a]) / (sizeOne + sizeOther)
      between[one][a] = joined
      between[a][one] = joined
    }
    groups[one].push(...groups[other])
    groups.splice(other, 1)
    between.splice(other, 1)
    for (const row of between) row.splice(other, 1)
  }
  return groups.map((group) => group.sort((a, b) => a - b)).sort((a, b) => b.length - a.length || a[0] - b[0])
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

/** Mean similarity to the half of the members that agrees best, self left out; null where there is no other member. */
export function agreement(row: number[], self: number, members: number[]): number | null {
  const others = members.filter((member) => member !== self).map((member) => row[member])
  if (others.length === 0) return null
  others.sort((a, b) => b - a)
  const best = others.slice(0, Math.ceil(others.length / 2))
  return best.reduce((sum, each) => sum + each, 0) / best.length
}
