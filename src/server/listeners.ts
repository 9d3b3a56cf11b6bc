// Who listens to files in this process: its own threads, workers elsewhere, or both.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Logger } from 'pino'
import { createPool, type Pool } from '../audit/pool.js'
import type { ListenWorker } from '../queue/listen-worker.js'
import { StoreError } from '../store/errors.js'
import type { WorkObjects } from '../store/work-objects.js'
import type { Config } from './config.js'
import type { ListenerPool } from './listener-pool.js'
import { queueParts } from './queue-parts.js'
import { storeSettings } from './store-settings.js'

export interface Listeners {
  pool: ListenerPool
  /** The threads of this process, if it has any. */
  threads: Pick<Pool, 'workers' | 'busy'> | undefined
  /** What lies in the bucket between workers and those who wait. */
  objects: WorkObjects | undefined
  close(): Promise<void>
}

/** Fails with a StoreError when Redis does not answer, or its client is not installed. */
export async function openListeners(config: Config, log: Logger): Promise<Listeners> {
  if (config.redisUrl === undefined) {
    const pool = threadsOf(config)
    return { pool, threads: pool, objects: undefined, close: () => pool.close() }
  }
  const { QueuePool } = await queueParts()
  const objects = await workObjectsOf(config)
  const { redisUrl, model } = config
  const onError = toldIn(log)
  const pool = await new QueuePool({ redisUrl, model, objects, onError }).open().catch(redisUnusable)
  const own = config.role === 'all' ? await openWorker(config, log) : undefined
  return {
    pool,
    threads: own?.threads,
    objects,
    async close() {
      await own?.close()
      await pool.close()
      objects.close()
    },
  }
}

export interface OpenWorker {
  worker: ListenWorker
  threads: Pick<Pool, 'workers' | 'busy'>
  objects: WorkObjects
  /** Takes no more files; those in hand may be finished within the grace, and others are given back. */
  close(): Promise<void>
}

export async function openWorker(config: Config, log: Logger): Promise<OpenWorker> {
  const { ListenWorker } = await queueParts()
  const threads = threadsOf(config)
  const objects = await workObjectsOf(config)
  const worker = await new ListenWorker({
    redisUrl: config.redisUrl!,
    objects,
    pool: threads,
    folder: path.join(workFolderOf(config), randomBytes(8).toString('hex')),
    lostAfterSec: config.workerLostSec,
    onError: toldIn(log),
  })
    .open()
    .catch(redisUnusable)
  return {
    worker,
    threads,
    objects,
    async close() {
      await worker.close(config.shutdownGraceSec * 1000)
      await threads.close()
      objects.close()
    },
  }
}

/** Where audio lies while a worker listens to it. */
export function workFolderOf({ dataFolder }: Pick<Config, 'dataFolder'>): string {
  return path.resolve(dataFolder, 'work')
}

function threadsOf(config: Config): Pool {
  return createPool({
    model: config.model,
    fileTimeoutSec: config.fileTimeoutMinutes * 60,
    ...(config.workers !== undefined && { workers: config.workers }),
    ...(config.memoryMb !== undefined && { memoryMb: config.memoryMb }),
  })
}

/** Loaded where there is a queue: what talks to buckets takes half a second to load. */
async function workObjectsOf(config: Config): Promise<WorkObjects> {
  const { workObjects } = await import('../store/work-objects.js')
  return workObjects(storeSettings(config).s3!)
}

/** What lasts is told over and over, several times a second. */
const TELL_AGAIN_AFTER_MS = 10_000

function toldIn(log: Logger): (err: unknown, what: string) => void {
  const toldAt = new Map<string, number>()
  return (err, what) => {
    const message = err instanceof Error ? err.message : String(err)
    if (Date.now() - (toldAt.get(message) ?? 0) < TELL_AGAIN_AFTER_MS) return
    // Few messages come again and again; others are not worth being kept.
    if (toldAt.size > 100) toldAt.clear()
    toldAt.set(message, Date.now())
    log.warn({ err }, what)
  }
}

function redisUnusable(cause: unknown): never {
  // Not the address: it may hold a password.
  throw new StoreError('The Redis at REDIS_URL cannot be used: it does not answer.', { cause })
}
