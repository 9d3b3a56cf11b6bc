/** Rows of the table that one whole number holds. */
const WORD_BITS = 32

/**
 * The fewest symbols to be put in, left out or changed (Levenshtein's distance), a column of the table at a time and 32 of
 * its rows in one number (G. Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic
 * programming", 1999, in blocks): the product of the lengths, but a thirtieth of the steps.
 */
export function editDistance(one: Int32Array, other: Int32Array): number {
  if (one.length === 0 || other.length === 0) return Math.max(one.length, other.length)
  const blocks = Math.ceil(one.length / WORD_BITS)
  const places = placesOf(one, blocks)
  const nowhere = new Int32Array(blocks)
  const lastRow = 1 << ((one.length - 1) % WORD_BITS)
  /** Where the table grows and shrinks from row to row. */
  const grows = new Int32Array(blocks).fill(-1)
  const shrinks = new Int32Array(blocks)
  let distance = one.length
  for (const symbol of other) {
    const equal = places.get(symbol) ?? nowhere
    // From column to column, in the row above the block: the first row grows always.
    let step = 1
    for (let block = 0; block < blocks; block++) {
      const grow = grows[block]
      const shrink = shrinks[block]
      const match = step < 0 ? equal[block] | 1 : equal[block]
      const vertical = equal[block] | shrink
      const horizontal = ((((match & grow) + grow) | 0) ^ grow) | match
      let right = shrink | ~(horizontal | grow)
      let left = grow & horizontal
      const last = block === blocks - 1 ? lastRow : 1 << (WORD_BITS - 1)
      const stepOut = (right & last) !== 0 ? 1 : (left & last) !== 0 ? -1 : 0
      right <<= 1
      left <<= 1
      if (step < 0) left |= 1
      else if (step > 0) right |= 1
      grows[block] = left | ~(vertical | right)
      shrinks[block] = right & vertical
      step = stepOut
    }
    distance += step
  }
  return distance
}

/** For each symbol a bit for every place where it stands. */
function placesOf(symbols: Int32Array, blocks: number): Map<number, Int32Array> {
  const places = new Map<number, Int32Array>()
  for (const [at, symbol] of symbols.entries()) {
    let bits = places.get(symbol)
    if (!bits) {
      bits = new Int32Array(blocks)
      places.set(symbol, bits)
    }
    bits[Math.floor(at / WORD_BITS)] |= 1 << (at % WORD_BITS)
  }
  return places
}
