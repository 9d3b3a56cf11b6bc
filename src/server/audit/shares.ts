/** Whose doing it is that a caller cannot have more: they have their share already, or all together have everything. */
export type Doing = 'own' | 'all'

/**
 * Something that there is only so much of, in whole numbers. Of what a caller has, no more than a share counts against what
 * there is for all: so whatever one caller does, there is something left for another who has nothing yet.
 */
export class Shares {
  readonly mostOfOne: number
  private readonly amounts = new Map<string, number>()
  /** What all have together, of each no more than a share. */
  private counted = 0

  constructor(
    readonly most: number,
    sharePercent: number,
  ) {
    this.mostOfOne = Math.max(1, Math.floor((most * sharePercent) / 100))
  }

  of(caller: string): number {
    return this.amounts.get(caller) ?? 0
  }

  /** Why the caller cannot have so much more; undefined when they can. Who has nothing yet may have more than a share. */
  refusal(caller: string, amount = 1): Doing | undefined {
    const has = this.of(caller)
    if (has > 0 && has + amount > this.mostOfOne) return 'own'
    const counts = this.countedOf(has + amount) - this.countedOf(has)
    return this.counted + counts > this.most ? 'all' : undefined
  }

  /** Adds to what the caller has, or takes from it when negative. */
  add(caller: string, amount: number): void {
    const before = this.of(caller)
    const after = before + amount
    this.counted += this.countedOf(after) - this.countedOf(before)
    // Callers of the past take no memory.
    if (after === 0) this.amounts.delete(caller)
    else this.amounts.set(caller, after)
  }

  private countedOf(amount: number): number {
    return Math.min(amount, this.mostOfOne)
  }
}
