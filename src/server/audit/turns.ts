import { FairQueue } from '../../audit/fair-queue.js'

interface Waiting {
  caller: string
  proceed: () => void
}

/**
 * So many at once. Further ones of callers who have one already take less than half of the turns, all those callers together: that
 * costs nobody anything, since one audit alone can keep all workers busy, and two busy callers cannot keep a third out. Who
 * has to wait does so in turns with the other callers.
 */
export class Turns {
  private taken = 0
  private readonly takenBy = new Map<string, number>()
  private readonly queue = new FairQueue<Waiting>()
  private readonly mostFurther: number

  constructor(
    private readonly most: number,
    private readonly onChange: (running: number, waiting: number) => void = () => {},
  ) {
    this.mostFurther = Math.ceil(most / 2) - 1
  }

  /** Resolves when it is one's turn, with what ends it. Fails with the reason of the signal. */
  async take(signal: AbortSignal, caller = ''): Promise<() => void> {
    signal.throwIfAborted()
    await this.wait(signal, caller)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.taken--
      this.count(caller, -1)
      this.proceedNext()
      if (this.taken === 0) this.queue.forget()
      this.tell()
    }
  }

  private wait(signal: AbortSignal, caller: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.queue.remove(waiting)
        this.tell()
        reject(signal.reason)
      }
      const waiting: Waiting = {
        caller,
        proceed: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.queue.put(waiting, caller)
      this.proceedNext()
      this.tell()
    })
  }

  private proceedNext(): void {
    while (this.taken < this.most) {
      const further = this.taken - this.takenBy.size
      const next = this.queue.take(({ caller }) => !this.takenBy.has(caller) || further < this.mostFurther)
      if (!next) return
      this.taken++
      this.count(next.caller, 1)
      next.proceed()
    }
  }

  private count(caller: string, change: number): void {
    const count = (this.takenBy.get(caller) ?? 0) + change
    if (count > 0) this.takenBy.set(caller, count)
    else this.takenBy.delete(caller)
  }

  private tell(): void {
    this.onChange(this.taken, this.queue.size)
  }
}
