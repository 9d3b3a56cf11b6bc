// The other end of the queue: takes jobs, listens to their files on the threads of this process, and leaves what it found in the
// bucket. It can come and go at any moment: what it had in hand is then taken by another.
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DelayedError, type Job, UnrecoverableError, WaitingError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { DecodeError, FileError } from '../audit/errors.js'
import type { ListenRequest } from '../audit/listen-task.js'
import type { Pool } from '../audit/pool.js'
import type { WorkObjects } from '../store/work-objects.js'
import { FairRanks } from './fair-ranks.js'
import {
  callerOf,
  DEFAULT_PREFIX,
  JOB_VERSION,
  type JobAnswer,
  type ListenJob,
  QUEUE_NAME,
  understood,
} from './job.js'
import { askerKey, unwantedKey } from './job-queue.js'
import { leaveListened } from './listened-objects.js'
import { connectRedis, endRedis } from './redis.js'
import { within } from './within.js'

export interface ListenWorkerOptions {
  redisUrl: string
  objects: WorkObjects
  pool: Pick<Pool, 'listen' | 'workers' | 'model'>
  /** Where audio lies while it is listened to; its own, made and removed by it. */
  folder: string
  prefix?: string
  /** A worker that has given no sign for so long has lost its job to another. */
  lostAfterSec?: number
  onError?: (error: unknown, what: string) => void
}

/**
 * Long enough for a machine that is short of breath, since the thread that renews the hold on a job has nothing else to do;
 * short enough that a caller whose worker was killed waits no more than half a minute longer.
 */
const LOST_AFTER_SEC = 20
/** So that three renewals may fail before a job is lost. */
const RENEWALS = 4
/** A job may lose its worker once: then it is tried by another. The second time it is held to be the fault of the file. */
const MOST_LOSSES = 1
const ANSWER_WITHIN_MS = 5_000
const STILL_WANTED_EVERY_MS = 5_000
/** A job of another version waits so long before it is offered again, to a worker who knows it if there is one. */
const OFFER_AGAIN_MS = 3_000
/** After a fault of its own (no room, no bucket) a worker rests: else it would go through jobs faster than any that works. */
const REST_AFTER_FAULT_MS = 3_000
/** When no worker has known it by then, none will. */
const UNKNOWN_FOR_MS = 5 * 60_000

class GivenBack extends Error {}
class Unwanted extends Error {}

export class ListenWorker {
  private readonly redis: Redis
  private readonly ranks: FairRanks
  private readonly worker: Worker<unknown, JobAnswer>
  private readonly prefix: string
  private readonly running = new Map<string, AbortController>()
  private readonly options: ListenWorkerOptions

  constructor(options: ListenWorkerOptions) {
    this.options = options
    this.prefix = options.prefix ?? DEFAULT_PREFIX
    const lostAfterMs = (options.lostAfterSec ?? LOST_AFTER_SEC) * 1000
    this.redis = connectRedis(options.redisUrl)
    this.ranks = new FairRanks(this.redis, this.prefix)
    this.worker = new Worker(QUEUE_NAME, (job, token) => this.process(job, token!), {
      connection: this.redis,
      prefix: this.prefix,
      autorun: false,
      concurrency: options.pool.workers,
      lockDuration: lostAfterMs,
      lockRenewTime: lostAfterMs / RENEWALS,
      stalledInterval: lostAfterMs / 2,
      maxStalledCount: MOST_LOSSES,
      runRetryDelay: 1_000,
    })
    this.worker.on('error', (error) => this.told(error, 'the queue of jobs'))
    this.worker.on('failed', (job, error) => this.told(error, `job ${job?.id} failed`))
    // Another has it, or nobody wants it: there is no use in going on.
    this.worker.on('lockRenewalFailed', (jobIds: string[]) => {
      for (const id of jobIds) this.running.get(id)?.abort(new Unwanted())
    })
  }

  /** Fails when Redis or the folder cannot be used. */
  async open(): Promise<this> {
    try {
      await mkdir(this.options.folder, { recursive: true, mode: 0o700 })
      await within(ANSWER_WITHIN_MS, this.worker.waitUntilReady())
    } catch (error) {
      await this.close(0)
      throw error
    }
    this.worker.run().catch((error) => this.told(error, 'the worker ended'))
    return this
  }

  /** Jobs in hand. */
  get busy(): number {
    return this.running.size
  }

  /** Fails when Redis does not answer. */
  async ping(): Promise<void> {
    await within(ANSWER_WITHIN_MS, this.redis.ping())
  }

  /** Takes no more jobs, finishes those in hand if they end in time, and gives the others back. */
  async close(graceMs: number): Promise<void> {
    const closing = this.worker.close()
    await within(graceMs, closing).catch(() => {})
    for (const controller of this.running.values()) controller.abort(new GivenBack())
    // Where Redis is away there is nobody to say goodbye to.
    const goodbyeMs = this.redis.status === 'ready' ? ANSWER_WITHIN_MS : 0
    await within(goodbyeMs, closing).catch(() => {})
    await within(goodbyeMs, this.worker.disconnect()).catch(() => {})
    endRedis(this.redis)
    await rm(this.options.folder, { recursive: true, force: true })
  }

  private async process(job: Job<unknown, JobAnswer>, token: string): Promise<JobAnswer> {
    const id = job.id!
    const wanted = understood(job.data, this.options.pool.model)
    if (!wanted) return this.leaveToOthers(job, token)
    if (!(await this.isWanted(id, wanted))) return { version: JOB_VERSION, dropped: true }
    await this.ranks.taken(job.priority)
    const controller = new AbortController()
    this.running.set(id, controller)
    const watch = setInterval(() => {
      this.isWanted(id, wanted).then(
        (isWanted) => isWanted || controller.abort(new Unwanted()),
        () => {},
      )
    }, STILL_WANTED_EVERY_MS)
    try {
      return { version: JOB_VERSION, ...(await this.listen(id, wanted, controller.signal)) }
    } catch (error) {
      if (error instanceof Unwanted) return { version: JOB_VERSION, dropped: true }
      if (!(error instanceof GivenBack)) {
        await sleep(REST_AFTER_FAULT_MS, undefined, { signal: controller.signal }).catch(() => {})
        throw error
      }
      await job.moveToWait(token)
      throw new WaitingError()
    } finally {
      clearInterval(watch)
      this.running.delete(id)
    }
  }

  /** Fails only when it is not the fault of the file: then the job is tried again, here or elsewhere. */
  private async listen(id: string, job: ListenJob, signal: AbortSignal): Promise<Omit<JobAnswer, 'version'>> {
    const { pool, objects, folder } = this.options
    const file = path.join(folder, randomBytes(16).toString('hex'))
    try {
      if (!(await objects.fetchAudio(job.place, file, signal))) return { dropped: true }
      const listened = await pool.listen(file, job.requests as ListenRequest[], {
        signal,
        caller: callerOf(job),
        ...(job.maxDurationSec !== undefined && { maxDurationSec: job.maxDurationSec }),
      })
      return { heard: await leaveListened(objects, id, listened) }
    } catch (error) {
      signal.throwIfAborted()
      const { message } = error as Error
      if (error instanceof DecodeError) return { error: { kind: 'decode', fault: error.fault, message } }
      if (error instanceof FileError && error.fault === 'not_analysable') {
        return { error: { kind: 'file', fault: error.fault, message } }
      }
      throw error
    } finally {
      await rm(file, { force: true })
    }
  }

  /** Of another version than this program: one that knows it may come by. */
  private async leaveToOthers(job: Job, token: string): Promise<never> {
    if (Date.now() - job.timestamp > UNKNOWN_FOR_MS) {
      throw new UnrecoverableError('no worker of the version that was asked for')
    }
    await job.moveToDelayed(Date.now() + OFFER_AGAIN_MS, token)
    throw new DelayedError()
  }

  private async isWanted(id: string, { asker }: ListenJob): Promise<boolean> {
    const [isThere, isUnwanted] = await Promise.all([
      this.redis.exists(askerKey(this.prefix, asker)),
      this.redis.exists(unwantedKey(this.prefix, id)),
    ])
    return isThere === 1 && isUnwanted === 0
  }

  private told(error: unknown, what: string): void {
    this.options.onError?.(error, what)
  }
}
