import type { Heard, TranscriberModel } from '../speech/heard.js'
import type { Stage } from '../speech/track.js'
import { type CapacityOptions, workerCount } from './capacity.js'
import type { HearPayload } from './hear-task.js'
import type { Listened, ListenPayload, ListenRequest } from './listen-task.js'
import { type RunOptions, ThreadPool } from './thread-pool.js'

export interface PoolOptions extends CapacityOptions {
  model?: TranscriberModel
}

export interface HearOptions {
  /** Cancels the file: at once while it waits its turn, between two pieces of work once it is being heard. */
  signal?: AbortSignal
  /** Longest file that is heard; a longer one is refused. */
  maxDurationSec?: number
  /** Told when a stage begins. */
  onStage?: (stage: Stage) => void
}

export interface Pool {
  readonly workers: number
  readonly model: TranscriberModel
  /**
   * Hears one file on the next free worker. Fails with a DecodeError, FileError or ModelError, with a WorkerCrash, or
   * with the reason of the signal; none of them touches another file.
   */
  hear(file: string, options?: HearOptions): Promise<Heard>
  /** Hears one file for the checks asked for, on the next free worker; fails as `hear` does. */
  listen(file: string, requests: ListenRequest[], options?: HearOptions): Promise<Listened>
  close(): Promise<void>
}

/** Workers that hear files side by side, each with its own models on one thread. Threads start when they are needed. */
export function createPool({ model = 'base', ...capacity }: PoolOptions = {}): Pool {
  const workers = workerCount(capacity)
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const threads = new ThreadPool({
    workerFile: new URL(`./worker.${extension}`, import.meta.url),
    workers,
    workerData: { model },
  })
  const runOptions = ({ signal, onStage }: HearOptions): RunOptions => ({
    signal,
    onStep: onStage && ((step) => onStage(step as Stage)),
  })
  return {
    workers,
    model,
    hear: (file, options = {}) => {
      const payload: HearPayload = { file, maxDurationSec: options.maxDurationSec }
      return threads.run<Heard>('hear', payload, runOptions(options))
    },
    listen: (file, requests, options = {}) => {
      const payload: ListenPayload = { file, requests, maxDurationSec: options.maxDurationSec }
      return threads.run<Listened>('listen', payload, runOptions(options))
    },
    close: () => threads.close(),
  }
}
