/** The work on a comparison went beyond what its sound is worth. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork'
  constructor() {
    super('comparing these texts takes more work than was allowed')
  }
}

/** How often a long calculation looks whether it is still wanted: about 50 times a second. */
const STEPS_BETWEEN_LOOKS = 2_000_000

/**
 * Counts the steps of a calculation: pairs of words or of phones that are held against each other, about 7 ns each. Counted
 * and not timed, so that the same texts have the same answer on every machine and under any load.
 */
export class Work {
  #left: number
  #untilLook = STEPS_BETWEEN_LOOKS
  readonly #signal: AbortSignal | undefined

  constructor({
    mostSteps = Number.POSITIVE_INFINITY,
    signal,
  }: { mostSteps?: number; signal?: AbortSignal }) {
    this.#left = mostSteps
    this.#signal = signal
  }

  /** Called before the steps are done. Throws when there is no budget left for them, or when nobody wants the answer any more. */
  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new TooMuchWork()
    this.#untilLook -= steps
    if (this.#untilLook > 0) return
    this.#untilLook = STEPS_BETWEEN_LOOKS
    this.#signal?.throwIfAborted()
  }
}
