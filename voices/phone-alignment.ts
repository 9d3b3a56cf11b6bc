/**
 * Splits a phone sequence among words, given each word's phones as said alone: the split is that of the cheapest
 * edit path (insertion, deletion, substitution of one phone each cost 1), because in context a few phones differ
 * ("a" as "ax" or "ey"). Returns for each word the range of indices [start, end) in `said`, and the path's cost.
 */
export function alignPhones(
  said: string[],
  words: string[][],
): { ranges: { start: number; end: number }[]; edits: number } {
  const expected = words.flat()
  const rows = expected.length + 1
  const columns = said.length + 1
  const cost = new Uint32Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (row === 0 || column === 0) cost[row * columns + column] = row + column
      else {
        const above = (row - 1) * columns + column
        cost[row * columns + column] = Math.min(
          cost[above - 1] + (expected[row - 1] === said[column - 1] ? 0 : 1),
          cost[above] + 1,
          cost[row * columns + column - 1] + 1,
        )
      }
    }
  }

  // boundary[row]: how many said phones lie before the expected phone `row` on the cheapest path.
  const boundary = new Uint32Array(rows)
  let row = expected.length
  let column = said.length
  boundary[row] = column
  while (row > 0) {
    const here = cost[row * columns + column]
    const above = (row - 1) * columns + column
    const substitution = expected[row - 1] === said[column - 1] ? 0 : 1
    if (column > 0 && here === cost[above - 1] + substitution) {
      row--
      column--
    } else if (here === cost[above] + 1) row--
    else {
      column--
      continue
    }
    boundary[row] = column
  }
  boundary[0] = 0

  let at = 0
  const ranges = words.map((word) => {
    const start = boundary[at]
    at += word.length
    return { start, end: boundary[at] }
  })
  return { ranges, edits: cost[rows * columns - 1] }
}
