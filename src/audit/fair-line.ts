/**
 * A waiting line in which nobody is kept waiting by how much somebody else has brought. What a caller puts gets the rank
 * after their last one, or after the one that was taken last, whichever is higher; lower ranks first, and of equal ranks
 * the one that came first. So callers take turns item by item: two items pass five hundred, and the five hundred still
 * move on however many small callers come (start-time fair queueing, Goyal, Vin and Cheng, 1996, with all items alike).
 */
export class FairLine<Item> {
  private readonly waiting: { rank: number; caller: string; item: Item }[] = []
  private readonly lastRanks = new Map<string, number>()
  private rankNow = 0

  get size(): number {
    return this.waiting.length
  }

  put(item: Item, caller = ''): void {
    const rank = Math.max(this.rankNow, this.lastRanks.get(caller) ?? 0) + 1
    this.lastRanks.set(caller, rank)
    // Most come with the highest rank so far: their place is found from the end.
    let at = this.waiting.length
    while (at > 0 && this.waiting[at - 1].rank > rank) at--
    this.waiting.splice(at, 0, { rank, caller, item })
  }

  /** The first that may be taken, if there is one. */
  take(mayTake: (item: Item) => boolean = () => true): Item | undefined {
    const at = this.waiting.findIndex(({ item }) => mayTake(item))
    if (at < 0) return undefined
    const [{ rank, item }] = this.waiting.splice(at, 1)
    this.rankNow = Math.max(this.rankNow, rank)
    this.forgetWhenEmpty()
    return item
  }

  /** Takes it out of the line; what its caller puts next comes as much earlier. */
  remove(item: Item): void {
    const at = this.waiting.findIndex((each) => each.item === item)
    if (at < 0) return
    const [{ caller }] = this.waiting.splice(at, 1)
    this.lastRanks.set(caller, this.lastRanks.get(caller)! - 1)
    this.forgetWhenEmpty()
  }

  clear(): Item[] {
    const items = this.waiting.splice(0).map(({ item }) => item)
    this.forgetWhenEmpty()
    return items
  }

  /** Where nobody waits nobody is ahead: so that callers of the past take no memory. */
  private forgetWhenEmpty(): void {
    if (this.waiting.length > 0) return
    this.lastRanks.clear()
    this.rankNow = 0
  }
}
