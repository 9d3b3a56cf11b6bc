// "Did you mean ...": which of the known names a wrong one was meant to be.

/** Names that we know are shorter; what is longer was not meant to be one of them. */
const MOST_CHARACTERS = 40
/** One slip in so many letters: "qualty" is near "quality", "files" is not near "pace". */
const LETTERS_PER_SLIP = 3

/** Undefined when none is near. */
export function nearestName(wrong: string, known: readonly string[]): string | undefined {
  if (wrong.length > MOST_CHARACTERS) return undefined
  const near = known
    .map((name) => ({ name, slips: slipsBetween(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, slips }) => slips <= Math.floor(name.length / LETTERS_PER_SLIP))
    .sort((a, b) => a.slips - b.slips)
  return near[0]?.name
}

/** To be put behind a sentence; empty when no name is near. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  const near = nearestName(wrong, known)
  return near === undefined ? '' : ` Did you mean "${near}"?`
}

/** Letters to add, leave out, change, or swap with their neighbour (Damerau and Levenshtein, optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        last[column] + 1,
        current[column - 1] + 1,
        last[column - 1] + (isSame ? 0 : 1),
        isSwapped ? beforeLast[column - 2] + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last[b.length]
}
