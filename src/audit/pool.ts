import {
  type Interval,
  type TranscriberModel,
  type Transcription,
  transcriberModels,
  type Word,
} from '../speech/speech-data.js'
import type { Stage } from '../speech/track.js'
import { type CapacityOptions, spareCount, workerCount } from './capacity.js'
import { expectSecondRecogniser } from './installed-models.js'
import type { Listen, TranscribeOptions } from './listen.js'
import type { Listened, ListenPayload } from './listen-task.js'
import { listenTwice } from './second-try.js'
import { type RunOptions, ThreadPool } from './thread-pool.js'
import type { TranscribePayload } from './transcribe-task.js'
import type { WorkerData } from './worker.js'

export type { Interval, Stage, TranscriberModel, Transcription, Word }
export { transcriberModels }

export interface PoolOptions extends CapacityOptions {
  /** How long a file may be listened to; without end when left out. */
  fileTimeoutSec?: number
  /** From which length on several workers take part in listening to one file; five minutes when left out. */
  longFileSec?: number
}

export interface Pool {
  readonly workers: number
  /** How many of them are busy now. */
  readonly busy: number
  /** Files of one batch that may wait here at the same time; as many as there are workers when left out. */
  readonly atOnce?: number
  readonly model: TranscriberModel
  /**
   * Transcribes and measures one file on the next free worker. Fails with a DecodeError, FileError or ModelError, with a WorkerCrash, or
   * with the reason of the signal; none of them touches another file.
   */
  transcribe(file: string, options?: TranscribeOptions): Promise<Transcription>
  listen: Listen
  close(): Promise<void>
}

/** No batch has more files: all of them wait in the pool, where callers take turns. */
const ALL_OF_A_BATCH = 10_000

/**
 * Workers that listen to files side by side, each with its own models on one thread. Threads start when they are needed. Fails with a
 * SettingError where the model asks a second recogniser that is not installed.
 */
export function createPool({ fileTimeoutSec, longFileSec, ...capacity }: PoolOptions = {}): Pool {
  const { model = 'base' } = capacity
  expectSecondRecogniser(model)
  const workers = workerCount(capacity)
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const threads = new ThreadPool({
    workerFile: new URL(`./worker.${extension}`, import.meta.url),
    workers,
    spare: spareCount(workers, capacity),
    workerData: { model, longFileSec } satisfies WorkerData,
  })
  const runOptions = ({ signal, onStage, onRest, caller }: TranscribeOptions): RunOptions => ({
    signal,
    caller,
    onRest,
    onStep: onStage && ((step) => onStage(step as Stage)),
  })
  const listen: Listen = (file, requests, options = {}) => {
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
    transcribe: (file, options = {}) => {
      const payload: TranscribePayload = { file, maxDurationSec: options.maxDurationSec }
      return threads.run<Transcription>('transcribe', payload, runOptions(options))
    },
    listen: listenTwice(listen, fileTimeoutSec),
    close: () => threads.close(),
  }
}
