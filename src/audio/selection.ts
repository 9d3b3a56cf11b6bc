/** The value that would stand at `index` if the first `count` were sorted; changes their order. Values must be numbers. */
export function selected(values: Float32Array, count: number, index: number): number {
  let low = 0
  let high = count - 1
  // C. Hoare's "find" (1961): parts what lies around the place until it is alone there.
  while (low < high) {
    const pivot = values[index]
    let from = low
    let to = high
    while (from <= to) {
      while (values[from] < pivot) from++
      while (values[to] > pivot) to--
      if (from > to) break
      const value = values[from]
      values[from] = values[to]
      values[to] = value
      from++
      to--
    }
    if (to < index) low = from
    if (from > index) high = to
  }
  return values[index]
}
