// Listens to files on other machines: each becomes a job that any worker takes.
import { randomBytes } from 'node:crypto'
import { QueueEvents } from 'bullmq'
import type { Redis } from 'ioredis'
import { ListenersUnavailable, PoolClosed } from '../audit/errors.js'
import type { ListenOptions } from '../audit/listen.js'
import type { Listened, ListenRequest } from '../audit/listen-task.js'
import type { TranscriberModel } from '../audit/pool.js'
import { shelfOf } from '../store/blobs.js'
import type { WorkObjects } from '../store/work-objects.js'
import { AwaitedJobs } from './awaited-jobs.js'
import { DEFAULT_PREFIX, type JobAnswer, jobIdOf, listenJobOf, QUEUE_NAME } from './job.js'
import { JobQueue } from './job-queue.js'
import { fetchListened, jobOfListened } from './listened-objects.js'
import { connectRedis, endRedis } from './redis.js'
import { within } from './within.js'

export interface QueuePoolOptions {
  redisUrl: string
  model: TranscriberModel
  objects: WorkObjects
  /** In front of every key, so that one Redis can serve several. */
  prefix?: string
  /** How long those who wait are kept waiting while Redis is away. */
  patienceSec?: number
  onError?: (error: unknown, what: string) => void
}

/** Redis restarts within seconds; who has waited for an upload can wait so long. */
const PATIENCE_SEC = 45
const WATCH_EVERY_MS = 1_000
const ANSWER_WITHIN_MS = 3_000
/** Presence lasts a minute, messages are rarely lost: often enough for both. */
const LOOK_AFTER_EVERY_MS = 10_000
/** All files of a batch become jobs at once: how many workers there are is not known here. */
const ALL_OF_A_BATCH = 10_000

export class QueuePool {
  readonly workers = ALL_OF_A_BATCH
  readonly model: TranscriberModel
  /** Jobs that no worker has taken yet, of all who put some; as it was a moment ago. */
  jobsWaiting = 0
  private waitingByCaller: ReadonlyMap<string, number> = new Map()
  private readonly asker = randomBytes(16).toString('hex')
  private readonly redis: Redis
  private readonly eventsRedis: Redis
  private readonly queue: JobQueue
  private readonly events: QueueEvents
  private readonly jobs: AwaitedJobs
  private readonly patienceMs: number
  private readonly onError: (error: unknown, what: string) => void
  private lastAnswerAt = Date.now()
  private lookedAfterAt = 0
  private isAway = false
  private timer: NodeJS.Timeout | undefined
  private isClosed = false

  constructor({ redisUrl, model, objects, prefix = DEFAULT_PREFIX, ...options }: QueuePoolOptions) {
    this.model = model
    this.patienceMs = (options.patienceSec ?? PATIENCE_SEC) * 1000
    this.onError = options.onError ?? (() => {})
    this.redis = connectRedis(redisUrl)
    // However short the absence was: what has come back may have lost its memory.
    this.redis.on('close', () => {
      this.isAway = true
    })
    this.queue = new JobQueue(this.redis, this.asker, prefix)
    this.jobs = new AwaitedJobs({
      queue: this.queue,
      fetch: (name) => fetchListened(objects, name),
      discard: async (name) => {
        await objects.deleteListened(name)
        await this.queue.forget(jobOfListened(name))
      },
      onError: this.onError,
    })
    // Told by the other connection already.
    this.eventsRedis = connectRedis(redisUrl)
    this.events = new QueueEvents(QUEUE_NAME, { connection: this.eventsRedis, prefix })
    this.events.on('error', () => {})
    this.events.on('active', ({ jobId }) => this.jobs.begun(jobId))
    this.events.on('completed', ({ jobId, returnvalue }) =>
      this.jobs.done(jobId, returnvalue as unknown as JobAnswer),
    )
    this.events.on('failed', ({ jobId, failedReason }) => this.jobs.failed(jobId, failedReason))
    this.events.on('removed', ({ jobId }) => void this.jobs.lookAfterOne(jobId))
  }

  /** Fails when Redis does not answer. */
  async open(): Promise<this> {
    try {
      await within(ANSWER_WITHIN_MS, Promise.all([this.queue.sayPresent(), this.events.waitUntilReady()]))
    } catch (error) {
      await this.close()
      throw error
    }
    this.watch()
    return this
  }

  /** Whether jobs can be put now. */
  get isAvailable(): boolean {
    return !this.isClosed && Date.now() - this.lastAnswerAt < this.patienceMs
  }

  /** Jobs of that caller that no worker has taken yet, whoever put them; as it was a moment ago. */
  jobsWaitingOf(caller: string): number {
    return this.waitingByCaller.get(shelfOf(caller)) ?? 0
  }

  /** The same of all callers together, of each at most so many. */
  jobsWaitingUpTo(mostOfOne: number): number {
    let sum = 0
    for (const count of this.waitingByCaller.values()) sum += Math.min(count, mostOfOne)
    return Math.min(sum, this.jobsWaiting)
  }

  async listen(_file: string, requests: ListenRequest[], options: ListenOptions = {}): Promise<Listened> {
    const { caller, sha256, signal, maxDurationSec, onStage } = options
    if (this.isClosed) throw new PoolClosed()
    if (!caller || !sha256) throw new TypeError('other machines find audio by caller and content')
    if (!this.isAvailable) throw redisAway()
    const { model, asker } = this
    const job = listenJobOf({ caller, sha256, model, requests, maxDurationSec, asker })
    return this.jobs.wait(jobIdOf(job), job, { signal, onBegun: () => onStage?.('decode') })
  }

  /** Fails when Redis does not answer. */
  async ping(): Promise<void> {
    await within(ANSWER_WITHIN_MS, this.redis.ping())
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    this.jobs.close()
    // Where Redis is away there is nobody to say goodbye to.
    const goodbye = Promise.all([this.queue.close(), this.events.close()])
    await within(this.redis.status === 'ready' ? ANSWER_WITHIN_MS : 0, goodbye).catch(() => {})
    endRedis(this.redis)
    endRedis(this.eventsRedis)
  }

  private watch(): void {
    this.timer = setTimeout(async () => {
      await this.lookAround().catch((error) => this.onError(error, 'Redis does not answer'))
      if (!this.isClosed) this.watch()
    }, WATCH_EVERY_MS)
  }

  private async lookAround(): Promise<void> {
    try {
      ;[this.jobsWaiting, this.waitingByCaller] = await within(
        ANSWER_WITHIN_MS,
        Promise.all([this.queue.waiting(), this.queue.waitingByCaller()]),
      )
    } catch (error) {
      this.isAway = true
      if (!this.isAvailable) this.jobs.failAll(redisAway())
      throw error
    }
    this.lastAnswerAt = Date.now()
    const isDue = Date.now() - this.lookedAfterAt > LOOK_AFTER_EVERY_MS
    if (!this.isAway && !isDue) return
    // After an absence Redis may have forgotten anything: who is there, and what was put.
    await within(ANSWER_WITHIN_MS, this.queue.sayPresent())
    this.isAway = false
    this.lookedAfterAt = Date.now()
    await this.jobs.lookAfterAll()
    await within(ANSWER_WITHIN_MS, this.queue.sweepFinished())
  }
}

function redisAway(): ListenersUnavailable {
  return new ListenersUnavailable('The workers cannot be reached just now.')
}
