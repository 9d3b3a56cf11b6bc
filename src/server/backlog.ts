// How much waits to be heard, and whether that is too much to take in more.
import { roughDurationSec } from '../audit/rough-duration.js'
import type { Config } from './config.js'
import type { HearingPool } from './context.js'

type Limits = Pick<Config, 'mostQueuedMinutes' | 'mostQueuedFiles'>

export class Backlog {
  /** Files of this process that nobody has begun to hear, and about how long they sound. */
  files = 0
  seconds = 0

  constructor(
    private readonly pool: HearingPool,
    private readonly limits: Limits,
  ) {}

  /** Files that wait, also those of other servers where they share workers. */
  get filesOfAll(): number {
    return Math.max(this.files, this.pool.jobsWaiting ?? 0)
  }

  /** Why no more can be taken in now; undefined when it can. */
  get refusal(): string | undefined {
    if (this.pool.isAvailable === false) return 'The workers cannot be reached just now.'
    const { mostQueuedMinutes, mostQueuedFiles } = this.limits
    if (this.seconds > mostQueuedMinutes * 60 || this.filesOfAll > mostQueuedFiles) {
      return 'More sound waits to be heard than the service can hold.'
    }
    return undefined
  }

  /** Listens, and counts the file until somebody begins to hear it. */
  listen: HearingPool['listen'] = async (file, requests, options = {}) => {
    const seconds = await roughDurationSec(file).catch(() => 0)
    this.count(1, seconds)
    let waits = true
    const begun = () => {
      if (waits) this.count(-1, -seconds)
      waits = false
    }
    try {
      return await this.pool.listen(file, requests, {
        ...options,
        onStage: (stage) => {
          begun()
          options.onStage?.(stage)
        },
      })
    } finally {
      begun()
    }
  }

  private count(files: number, seconds: number): void {
    this.files += files
    // Sums of fractions do not come back to nothing by themselves.
    this.seconds = this.files === 0 ? 0 : this.seconds + seconds
  }
}
