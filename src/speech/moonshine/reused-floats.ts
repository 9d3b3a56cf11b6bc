/** So much is kept whatever is asked for, 16 MB. */
const KEPT_FLOATS = 4_000_000
/** More than that is given back once no more than a quarter of it is needed: not every thread shall hold its longest piece. */
const MOST_SPARE = 4

/**
 * Memory for what a model gives, used again at every run. Handed out anew it was some 35 MB a piece of sound outside the heap,
 * which the engine counts when it decides whether to collect garbage.
 */
export class ReusedFloats {
  private memory = new Float32Array(0)

  /** What stands in it is of no meaning; what was handed out before is written over. */
  ofLength(length: number): Float32Array {
    const isTooLarge = this.memory.length > Math.max(KEPT_FLOATS, MOST_SPARE * length)
    if (this.memory.length < length || isTooLarge) this.memory = new Float32Array(length)
    return this.memory.subarray(0, length)
  }
}
