import type { Heard, TranscriberModel } from '../speech/heard.js'
import type { Stage } from '../speech/track.js'
import { type CapacityOptions, spareCount, workerCount } from './capacity.js'
import type { HearPayload } from './hear-task.js'
import type { Listened, ListenPayload, ListenRequest } from './listen-task.js'
import { listenTwice } from './second-try.js'
import { type RunOptions, ThreadPool } from './thread-pool.js'

export interface PoolOptions extends CapacityOptions {
  model?: TranscriberModel
  /** How long a file may be listened to; without end when left out. */
  fileTimeoutSec?: number
}

export interface HearOptions {
  /** Cancels the file: at once while it waits its turn, between two pieces of work once it is being heard. */
  signal?: AbortSignal
  /** Longest file that is heard; a longer one is refused. */
  maxDurationSec?: number
  /** Told when a stage begins. */
  onStage?: (stage: Stage) => void
  /** Told when a file that is being heard gives way to another caller's, and when it goes on. */
  onRest?: (isResting: boolean) => void
  /** For whom. Callers take turns, however many files each has. */
  caller?: string | undefined
}

export interface ListenOptions extends HearOptions {
  /** Of the content, where it is known already: by it the file is found on other machines. */
  sha256?: string | undefined
}

export interface Pool {
  readonly workers: number
  /** How many of them hear something now. */
  readonly busy: number
  /** Files of one batch that may wait here at the same time; as many as there are workers when left out. */
  readonly atOnce?: number
  readonly model: TranscriberModel
  /**
   * Hears one file on the next free worker. Fails with a DecodeError, FileError or ModelError, with a WorkerCrash, or
   * with the reason of the signal; none of them touches another file.
   */
  hear(file: string, options?: HearOptions): Promise<Heard>
  /**
   * Hears one file for the checks asked for, on the next free worker; fails as `hear` does. But a file that ends its
   * worker is tried once more, and after that, or when it takes too long, it is a FileError: not_analysable.
   */
  listen(file: string, requests: ListenRequest[], options?: ListenOptions): Promise<Listened>
  close(): Promise<void>
}

/** No batch has more files: all of them wait in the pool, where callers take turns. */
const ALL_OF_A_BATCH = 10_000

/** Workers that hear files side by side, each with its own models on one thread. Threads start when they are needed. */
export function createPool({ model = 'base', fileTimeoutSec, ...capacity }: PoolOptions = {}): Pool {
  const workers = workerCount(capacity)
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const threads = new ThreadPool({
    workerFile: new URL(`./worker.${extension}`, import.meta.url),
    workers,
    spare: spareCount(workers, capacity),
    workerData: { model },
  })
  const runOptions = ({ signal, onStage, onRest, caller }: HearOptions): RunOptions => ({
    signal,
    caller,
    onRest,
    onStep: onStage && ((step) => onStage(step as Stage)),
  })
  const listen: Pool['listen'] = (file, requests, options = {}) => {
    const payload: ListenPayload = { file, requests, maxDurationSec: options.maxDurationSec }
    return threads.run<Listened>('listen', payload, runOptions(options))
  }
  return {
    workers,
    get busy() {
      return threads.busy
    },
    atOnce: ALL_OF_A_BATCH,
    model,
    hear: (file, options = {}) => {
      const payload: HearPayload = { file, maxDurationSec: options.maxDurationSec }
      return threads.run<Heard>('hear', payload, runOptions(options))
    },
    listen: listenTwice(listen, fileTimeoutSec),
    close: () => threads.close(),
  }
}
