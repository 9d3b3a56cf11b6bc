// Where somebody speaks, asked in the order of time.
import type { Interval } from '../../../speech/speech-data.js'

export class Where {
  private index = 0

  constructor(private readonly speech: Interval[]) {}

  isSpoken(timeSec: number): boolean {
    this.goTo(timeSec)
    const here = this.speech[this.index]
    return here !== undefined && timeSec >= here.startSec && timeSec < here.endSec
  }

  /** How deep in speech (above 0) or how far from it (below 0) a time lies, in seconds. Times must not go back by more than a section. */
  depthSec(timeSec: number): number {
    const { speech } = this
    this.goTo(timeSec)
    const here = speech[this.index]
    if (!here) return -Infinity
    if (timeSec < here.startSec) return timeSec - here.startSec
    if (timeSec < here.endSec) return Math.min(timeSec - here.startSec, here.endSec - timeSec)
    const next = speech[this.index + 1]
    return -Math.min(timeSec - here.endSec, next ? next.startSec - timeSec : Infinity)
  }

  /** The last stretch that has begun, or the first. */
  private goTo(timeSec: number): void {
    const { speech } = this
    while (this.index > 0 && timeSec < speech[this.index].startSec) this.index--
    while (this.index + 1 < speech.length && timeSec >= speech[this.index + 1].startSec) this.index++
  }
}
