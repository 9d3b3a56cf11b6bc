// How much waits for a listener, and whether that is too much to take in more.
import { roughDurationSec } from '../audit/rough-duration.js'
import { type Doing, Shares } from './audit/shares.js'
import type { Config } from './config.js'
import type { ListenerPool } from './listener-pool.js'

type Limits = Pick<Config, 'mostQueuedMinutes' | 'mostQueuedFiles' | 'callerSharePercent'>

export interface TooMuchWaits {
  doing: Doing
  what: 'sound' | 'files' | 'workers'
  message: string
}

export class Backlog {
  /** Files of this process that no listener has begun with, and about how long they sound. */
  files = 0
  seconds = 0
  private readonly filesOf: Shares
  private readonly secondsOf: Shares

  constructor(
    private readonly pool: ListenerPool,
    { mostQueuedMinutes, mostQueuedFiles, callerSharePercent }: Limits,
  ) {
    this.filesOf = new Shares(mostQueuedFiles, callerSharePercent)
    this.secondsOf = new Shares(mostQueuedMinutes * 60, callerSharePercent)
  }

  /** Files that wait, also those of other servers where they share workers. */
  get filesOfAll(): number {
    return Math.max(this.files, this.pool.jobsWaiting ?? 0)
  }

  /** Why no more of that caller can be taken in now; undefined when it can. */
  refusal(caller: string): TooMuchWaits | undefined {
    if (this.pool.isAvailable === false) {
      return { doing: 'all', what: 'workers', message: 'The workers cannot be reached just now.' }
    }
    const ofSound = this.secondsOf.refusal(caller)
    if (ofSound) return { doing: ofSound, what: 'sound', message: this.message(ofSound, 'sound') }
    const ofFiles = this.filesOf.refusal(caller) ?? this.doingOnAllServers(caller)
    if (ofFiles) return { doing: ofFiles, what: 'files', message: this.message(ofFiles, 'files') }
    return undefined
  }

  /** Listens, and counts the file until a listener begins with it. */
  listen: ListenerPool['listen'] = async (file, requests, options = {}) => {
    const { caller = '' } = options
    const seconds = Math.ceil(await roughDurationSec(file).catch(() => 0))
    this.count(caller, 1, seconds)
    let waits = true
    const begun = () => {
      if (waits) this.count(caller, -1, -seconds)
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

  /** The same rule as for the shares of this process, over the files of all servers. */
  private doingOnAllServers(caller: string): Doing | undefined {
    const { most, mostOfOne } = this.filesOf
    if ((this.pool.jobsWaitingOf?.(caller) ?? 0) >= mostOfOne) return 'own'
    return (this.pool.jobsWaitingUpTo?.(mostOfOne) ?? 0) >= most ? 'all' : undefined
  }

  private message(doing: Doing, what: 'sound' | 'files'): string {
    if (doing === 'all') return 'More sound waits to be analysed than the service can hold.'
    const most =
      what === 'sound'
        ? `${Math.floor(this.secondsOf.mostOfOne / 60)} minutes of sound`
        : `${this.filesOf.mostOfOne} files`
    return `More than ${most} of your earlier audits wait to be analysed, which is the share of one caller.`
  }

  private count(caller: string, files: number, seconds: number): void {
    this.files += files
    this.seconds += seconds
    this.filesOf.add(caller, files)
    this.secondsOf.add(caller, seconds)
  }
}
