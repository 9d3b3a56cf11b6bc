import type { JudgedBatch, JudgePayload } from './judge-task.js'
import { type RunOptions, ThreadPool } from './thread-pool.js'

/** Judges batches away from whoever asks. */
export interface Judging {
  /** Fails with a WorkerCrash, or with the reason of the signal. */
  judge(batch: JudgePayload, options?: Pick<RunOptions, 'signal' | 'caller'>): Promise<JudgedBatch>
  close(): Promise<void>
}

/** A batch of 500 files takes less than a second: callers take turns on one thread. */
const JUDGES = 1

/** A thread for nothing but judging, so that no batch waits behind long files that are being listened to. It starts when it is needed. */
export function createJudging(): Judging {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const threads = new ThreadPool({
    workerFile: new URL(`./judge-worker.${extension}`, import.meta.url),
    workers: JUDGES,
  })
  return {
    judge: (batch, options) => threads.run<JudgedBatch>('judge', batch, options),
    close: () => threads.close(),
  }
}
