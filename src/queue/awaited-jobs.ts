// Jobs that this process waits for. It knows each of them whole, so whatever Redis forgets is put again; and it looks after
// them itself now and then, so that no message that was lost leaves anybody waiting.
import {
  DecodeError,
  type DecodeFault,
  FileError,
  type FileFault,
  ListenersUnavailable,
  PoolClosed,
} from '../audit/errors.js'
import type { Listened } from '../audit/listen-task.js'
import { JOB_VERSION, type JobAnswer, type ListenJob } from './job.js'
import type { JobQueue } from './job-queue.js'

export interface Waiter {
  resolve: (listened: Listened) => void
  reject: (reason: unknown) => void
  onBegun: () => void
}

interface Awaited {
  id: string
  job: ListenJob
  /** Only while it waits may it be looked after: otherwise somebody is at it. */
  state: 'putting' | 'waiting' | 'settling'
  isBegun: boolean
  /** How often it could not be put, was dropped, or left nothing. */
  faults: number
  waiters: Set<Waiter>
}

export interface AwaitedJobsContext {
  queue: Pick<JobQueue, 'put' | 'look' | 'withdraw'>
  /** What a listener found, by the name that the job has given; undefined when it is gone. */
  fetch(name: string): Promise<Listened | undefined>
  /** It is not needed any more. */
  discard(name: string): Promise<void>
  onError(error: unknown, what: string): void
}

/** A job that comes to nothing so often comes to nothing. */
const MOST_FAULTS = 8
/** Looked after at the same time. */
const LOOKS_AT_ONCE = 100
/** What BullMQ says of a job whose workers vanished while they ran it, once more than they may. */
const STALLED = 'stalled more than allowable'

export class AwaitedJobs {
  private readonly awaited = new Map<string, Awaited>()

  constructor(private readonly context: AwaitedJobsContext) {}

  get size(): number {
    return this.awaited.size
  }

  /** Fails with the reason of the signal, which also takes the job back when nobody else here wants it. */
  wait(
    id: string,
    job: ListenJob,
    { signal, onBegun = () => {} }: { signal?: AbortSignal | undefined; onBegun?: () => void } = {},
  ): Promise<Listened> {
    signal?.throwIfAborted()
    return new Promise<Listened>((resolve, reject) => {
      const leave = () => {
        this.leave(id, waiter)
        reject(signal!.reason)
      }
      const settled =
        <Value>(settle: (value: Value) => void) =>
        (value: Value) => {
          signal?.removeEventListener('abort', leave)
          settle(value)
        }
      const waiter: Waiter = { resolve: settled(resolve), reject: settled(reject), onBegun }
      signal?.addEventListener('abort', leave)
      const known = this.awaited.get(id)
      if (known) {
        known.waiters.add(waiter)
        if (known.isBegun) onBegun()
        return
      }
      const entry: Awaited = {
        id,
        job,
        state: 'putting',
        isBegun: false,
        faults: 0,
        waiters: new Set([waiter]),
      }
      this.awaited.set(id, entry)
      this.put(entry)
    })
  }

  begun(id: string): void {
    const entry = this.awaited.get(id)
    if (!entry || entry.isBegun) return
    entry.isBegun = true
    for (const { onBegun } of entry.waiters) onBegun()
  }

  done(id: string, answer: JobAnswer): void {
    const entry = this.awaited.get(id)
    if (entry && entry.state !== 'settling') this.settle(entry, answer)
  }

  failed(id: string, reason: string): void {
    const entry = this.awaited.get(id)
    if (!entry) return
    const error = reason.includes(STALLED)
      ? new FileError(
          'not_analysable',
          'It cannot be analysed: each of two workers that analysed it was lost meanwhile.',
        )
      : new ListenersUnavailable(`No worker could analyse the files just now (${reason}).`)
    this.end(entry, ({ reject }) => reject(error))
  }

  /** Looks whether each is still on its way, and sees to those that are not. */
  async lookAfterAll(): Promise<void> {
    const all = [...this.awaited.values()]
    for (let from = 0; from < all.length; from += LOOKS_AT_ONCE) {
      await Promise.all(all.slice(from, from + LOOKS_AT_ONCE).map((entry) => this.lookAfter(entry)))
    }
  }

  async lookAfterOne(id: string): Promise<void> {
    const entry = this.awaited.get(id)
    if (entry) await this.lookAfter(entry)
  }

  /** Nobody waits any longer; what was put is taken back, if only when Redis returns. */
  failAll(reason: unknown): void {
    for (const entry of [...this.awaited.values()]) {
      this.end(entry, ({ reject }) => reject(reason))
      if (entry.state !== 'putting') this.withdraw(entry)
    }
  }

  close(): void {
    this.failAll(new PoolClosed())
  }

  private async lookAfter(entry: Awaited): Promise<void> {
    if (entry.state !== 'waiting') return
    try {
      const found = await this.context.queue.look(entry.id)
      if (entry.state !== 'waiting' || !this.isAwaited(entry)) return
      if (found.is === 'missing') await this.put(entry)
      else if (found.is === 'done') await this.settle(entry, found.answer)
      else if (found.is === 'failed') this.failed(entry.id, found.reason)
    } catch (error) {
      this.context.onError(error, 'a job could not be looked after')
    }
  }

  private async put(entry: Awaited): Promise<void> {
    entry.state = 'putting'
    entry.isBegun = false
    try {
      await this.context.queue.put(entry.id, entry.job)
    } catch (error) {
      this.context.onError(error, 'a job could not be put')
      this.countFault(entry)
    }
    if (entry.state === 'putting') entry.state = 'waiting'
    // Whoever wanted it may have left meanwhile.
    if (!this.isAwaited(entry) && !this.awaited.has(entry.id)) this.withdraw(entry)
  }

  private async settle(entry: Awaited, answer: JobAnswer): Promise<void> {
    entry.state = 'settling'
    const { error, heard } = answer
    if (answer.version === JOB_VERSION && error) {
      const built =
        error.kind === 'decode'
          ? new DecodeError(error.fault as DecodeFault, error.message)
          : new FileError(error.fault as FileFault, error.message)
      return this.end(entry, ({ reject }) => reject(built))
    }
    try {
      const listened = answer.version === JOB_VERSION && heard ? await this.context.fetch(heard) : undefined
      if (!listened) return this.again(entry)
      this.end(entry, ({ resolve }) => resolve(listened))
    } catch (reason) {
      this.end(entry, ({ reject }) => reject(reason))
    }
    if (heard)
      await this.context.discard(heard).catch((reason) => this.context.onError(reason, 'left behind'))
  }

  private again(entry: Awaited): void {
    this.countFault(entry)
    if (this.isAwaited(entry)) this.put(entry)
  }

  private countFault(entry: Awaited): void {
    if (++entry.faults < MOST_FAULTS) return
    const error = new ListenersUnavailable('No worker could analyse the files just now.')
    this.end(entry, ({ reject }) => reject(error))
  }

  private end(entry: Awaited, tell: (waiter: Waiter) => void): void {
    if (this.isAwaited(entry)) this.awaited.delete(entry.id)
    for (const waiter of entry.waiters) tell(waiter)
    entry.waiters.clear()
  }

  private leave(id: string, waiter: Waiter): void {
    const entry = this.awaited.get(id)
    if (!entry?.waiters.delete(waiter) || entry.waiters.size > 0) return
    this.awaited.delete(id)
    // Else it is withdrawn when it has been put.
    if (entry.state !== 'putting') this.withdraw(entry)
  }

  private withdraw({ id, job }: Awaited): void {
    this.context.queue
      .withdraw(id, job)
      .catch((error) => this.context.onError(error, 'a job could not be withdrawn'))
  }

  private isAwaited(entry: Awaited): boolean {
    return this.awaited.get(entry.id) === entry
  }
}
