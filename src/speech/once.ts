/** Computes a value when it is first wanted; a failure is not kept, so the next call tries again. */
export function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => {
    value ??= compute().catch((error) => {
      value = undefined
      throw error
    })
    return value
  }
}
