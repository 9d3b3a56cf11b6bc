// The queue of jobs in Redis, as those who put them see it.
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { FairRanks } from './fair-ranks.js'
import { callerOf, DEFAULT_PREFIX, type JobAnswer, type ListenJob, QUEUE_NAME } from './job.js'

/** A finished job stays so long, for those who missed that it finished. */
const FINISHED_STAYS = { age: 120, count: 20_000 }
/** Of failures that are no fault of the file: the bucket or the disk of a worker. They may pass, and others be better off. */
const ATTEMPTS = 5
const RETRY_AFTER_MS = 2_000
/** Whoever has given no sign for so long is gone. */
const ASKER_GONE_SEC = 60
/** Longer than a job that nobody wants can still be running before its worker looks. */
const UNWANTED_SEC = 600
const SWEPT_AT_ONCE = 1_000
/** Those who read late look at the jobs themselves. */
const EVENTS_KEPT = 10_000

export type Found =
  | { is: 'missing' | 'open' }
  | { is: 'done'; answer: JobAnswer }
  | { is: 'failed'; reason: string }

export const askerKey = (prefix: string, asker: string) => `${prefix}:asker:${asker}`
export const unwantedKey = (prefix: string, jobId: string) => `${prefix}:unwanted:${jobId}`

export class JobQueue {
  private readonly queue: Queue
  private readonly ranks: FairRanks

  constructor(
    private readonly redis: Redis,
    private readonly asker: string,
    private readonly prefix = DEFAULT_PREFIX,
  ) {
    this.ranks = new FairRanks(redis, prefix)
    this.queue = new Queue(QUEUE_NAME, {
      connection: redis,
      prefix,
      streams: { events: { maxLen: EVENTS_KEPT } },
    })
    // Told by the connection itself.
    this.queue.on('error', () => {})
  }

  /** Puts it at the end of what its caller has waiting. No error when it is there already. */
  async put(jobId: string, job: ListenJob): Promise<void> {
    const found = await this.look(jobId)
    if (found.is === 'open') return
    // What an earlier run has left would be taken for this one's.
    if (found.is !== 'missing') await this.queue.remove(jobId)
    const [rank] = await Promise.all([
      this.ranks.next(callerOf(job)),
      this.redis.del(unwantedKey(this.prefix, jobId)),
      // A Redis that has lost its data would have workers believe that nobody waits.
      this.sayPresent(),
    ])
    await this.queue.add(QUEUE_NAME, job, {
      jobId,
      priority: rank,
      attempts: ATTEMPTS,
      backoff: { type: 'fixed', delay: RETRY_AFTER_MS },
      removeOnComplete: FINISHED_STAYS,
      removeOnFail: FINISHED_STAYS,
      stackTraceLimit: 0,
    })
  }

  async look(jobId: string): Promise<Found> {
    const job = await this.queue.getJob(jobId)
    if (!job) return { is: 'missing' }
    if (!job.finishedOn) return { is: 'open' }
    return job.failedReason
      ? { is: 'failed', reason: job.failedReason }
      : { is: 'done', answer: job.returnvalue as JobAnswer }
  }

  /** Takes it out of the queue, or lets whoever runs it know that nobody wants it. */
  async withdraw(jobId: string, job: ListenJob): Promise<void> {
    const removed = await this.queue.remove(jobId)
    if (removed) await this.ranks.returned(callerOf(job))
    else await this.redis.set(unwantedKey(this.prefix, jobId), '1', 'EX', UNWANTED_SEC)
  }

  /** Removes what a finished job says, scripts among it: what it has led to was fetched. No error when there is none. */
  async forget(jobId: string): Promise<void> {
    await this.queue.remove(jobId)
  }

  /** The same for jobs that finished long ago and that nobody fetched: otherwise they stay until others finish. */
  async sweepFinished(): Promise<void> {
    const olderThanMs = FINISHED_STAYS.age * 1000
    await this.queue.clean(olderThanMs, SWEPT_AT_ONCE, 'completed')
    await this.queue.clean(olderThanMs, SWEPT_AT_ONCE, 'failed')
  }

  /** To be said again well within a minute. */
  async sayPresent(): Promise<void> {
    await this.redis.set(askerKey(this.prefix, this.asker), '1', 'EX', ASKER_GONE_SEC)
  }

  /** Jobs that nobody has taken yet. */
  waiting(): Promise<number> {
    return this.queue.getJobCountByTypes('waiting', 'prioritized', 'delayed')
  }

  /** About how many of them each caller has. */
  waitingByCaller(): Promise<Map<string, number>> {
    return this.ranks.waiting()
  }

  close(): Promise<void> {
    return this.queue.close()
  }
}
