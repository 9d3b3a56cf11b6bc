/** So many at once; the others wait in the order in which they came. */
export class Turns {
  private taken = 0
  private readonly queue: (() => void)[] = []

  constructor(
    private readonly most: number,
    private readonly onChange: (running: number, waiting: number) => void = () => {},
  ) {}

  /** Resolves when it is one's turn, with what ends it. Fails with the reason of the signal. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.taken >= this.most) await this.wait(signal)
    else this.taken++
    this.tell()
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      // Handed over to the next rather than given back: nobody who comes now overtakes who waits.
      const next = this.queue.shift()
      if (next) next()
      else this.taken--
      this.tell()
    }
  }

  private wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.queue.splice(this.queue.indexOf(proceed), 1)
        this.tell()
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      this.queue.push(proceed)
      this.tell()
    })
  }

  private tell(): void {
    this.onChange(this.taken, this.queue.length)
  }
}
