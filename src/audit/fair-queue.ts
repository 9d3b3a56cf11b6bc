/**
 * Ranks by which callers take turns, however much each has brought: what a caller puts gets the rank after their last one,
 * and lower ranks go first; of equal ranks the one that came first. Who was away gets the ranks a few before those that are
 * served now, so that two files do not even wait in turns with five hundred. And the rank that is served now creeps on with
 * everything that is served: the five hundred move on, however many come for the first time. (Start-time fair queueing,
 * Goyal, Vin and Cheng, 1996, all items alike, with a head start for small batches.)
 */
export const fairness = {
  /** Items that a caller who was away may have served before others'. Few enough not to be noticed by who waits. */
  headStart: 4,
  /** So one of eight that are served at least is of those who have waited for long. */
  creep: 1 / 8,
}

/** Not worth tidying up. */
const FEW_CALLERS = 64

interface Ranked<Item> {
  rank: number
  caller: string
  item: Item
}

/** A waiting queue in the order of those ranks. */
export class FairQueue<Item> {
  private readonly waiting: Ranked<Item>[] = []
  private readonly lastRanks = new Map<string, number>()
  private rankNow = 0
  private tidyAt = FEW_CALLERS

  constructor(private readonly headStart = fairness.headStart) {}

  get size(): number {
    return this.waiting.length
  }

  put(item: Item, caller = ''): void {
    const before = Math.max(this.rankNow - this.headStart, this.lastRanks.get(caller) ?? 0)
    const rank = Math.floor(before) + 1
    this.lastRanks.set(caller, rank)
    // Most come with the highest rank so far: their place is found from the end.
    let at = this.waiting.length
    while (at > 0 && this.waiting[at - 1].rank > rank) at--
    this.waiting.splice(at, 0, { rank, caller, item })
  }

  /** What was taken and had hardly begun: it comes at its own rank again, before whatever else has that. */
  giveBack(item: Item, caller: string, rank: number): void {
    const at = this.waiting.findIndex((each) => each.rank >= rank)
    this.waiting.splice(at < 0 ? this.waiting.length : at, 0, { rank, caller, item })
  }

  /**
   * What was taken and could not be brought to its end in one turn: it comes before everything else of its caller, whose other
   * items move one rank back.
   */
  putBack(item: Item, caller = ''): void {
    const own = this.waiting.filter((each) => each.caller === caller)
    if (own.length === 0) {
      this.put(item, caller)
      return
    }
    const [{ rank }] = own
    this.waiting.splice(this.waiting.indexOf(own[0]), 0, { rank, caller, item })
    for (const each of own) each.rank++
    this.lastRanks.set(caller, this.lastRanks.get(caller)! + 1)
    this.waiting.sort((one, other) => one.rank - other.rank)
  }

  has(isMeant: (item: Item) => boolean): boolean {
    return this.waiting.some(({ item }) => isMeant(item))
  }

  /** The first that may be taken, if there is one. It stays where it is. */
  next(mayTake: (item: Item) => boolean): Readonly<Ranked<Item>> | undefined {
    return this.waiting.find(({ item }) => mayTake(item))
  }

  /** The first that may be taken, if there is one. */
  take(mayTake: (item: Item) => boolean = () => true): Item | undefined {
    return this.takeRanked(mayTake)?.item
  }

  takeRanked(mayTake: (item: Item) => boolean): Readonly<Ranked<Item>> | undefined {
    const at = this.waiting.findIndex(({ item }) => mayTake(item))
    if (at < 0) return undefined
    const [taken] = this.waiting.splice(at, 1)
    this.rankNow = Math.max(this.rankNow + fairness.creep, taken.rank)
    this.forgetThePast()
    return taken
  }

  /** Takes it out of the queue; what its caller puts next comes as much earlier. */
  remove(item: Item): void {
    const at = this.waiting.findIndex((each) => each.item === item)
    if (at < 0) return
    const [{ caller }] = this.waiting.splice(at, 1)
    this.lastRanks.set(caller, this.lastRanks.get(caller)! - 1)
  }

  /** For when nobody is served any more: what somebody had while nobody else was there is not held against them. */
  forget(): void {
    this.lastRanks.clear()
    this.rankNow = 0
  }

  clear(): Item[] {
    this.forget()
    return this.waiting.splice(0).map(({ item }) => item)
  }

  /** A rank so low says no more than none at all: dropped now and then, so that callers of the past take no memory. */
  private forgetThePast(): void {
    if (this.lastRanks.size < this.tidyAt) return
    for (const [caller, rank] of this.lastRanks) {
      if (rank <= this.rankNow - this.headStart) this.lastRanks.delete(caller)
    }
    this.tidyAt = Math.max(FEW_CALLERS, 2 * this.lastRanks.size)
  }
}
