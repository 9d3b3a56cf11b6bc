// How long an audit will still take, by how fast it has gone so far.
import type { AuditProgress } from '../../audit/engine.js'

/** A file that is being listened to is taken for half done: where several are at once, their ends are spread evenly. */
const SHARE_OF_BEGUN = 0.5

/** Goes by bytes: within one batch they tell how long a file is well enough. */
export class TimeLeft {
  private readonly begun = new Set<number>()
  private readonly ended = new Set<number>()
  /** Bytes that were listened to; what was cached took no time. */
  private listened = 0

  constructor(
    private readonly byteCounts: readonly number[],
    private readonly beganMs: number,
  ) {}

  add({ index, step }: Pick<AuditProgress, 'index' | 'step'>): void {
    if (step === 'heard' || step === 'remembered') {
      this.begun.delete(index)
      this.ended.add(index)
      if (step === 'heard') this.listened += this.byteCounts[index]
    } else this.begun.add(index)
  }

  /** In whole seconds; undefined until a file was listened to. */
  seconds(nowMs: number): number | undefined {
    if (this.listened === 0) return undefined
    const half = [...this.begun].reduce((sum, index) => sum + SHARE_OF_BEGUN * this.byteCounts[index], 0)
    const open = this.byteCounts.reduce((sum, bytes, index) => sum + (this.ended.has(index) ? 0 : bytes), 0)
    const bytesPerMs = (this.listened + half) / Math.max(1, nowMs - this.beganMs)
    return Math.round((open - half) / bytesPerMs / 1000)
  }
}
