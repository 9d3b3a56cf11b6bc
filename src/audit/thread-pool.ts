import { setMaxListeners } from 'node:events'
import { fileURLToPath } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { Answer, Call, Progress } from './calls.js'
import { unpackError } from './error-passage.js'
import { PoolClosed, WorkerCrash } from './errors.js'
import { FairLine } from './fair-line.js'

/** Samples and models lie outside the JavaScript heap, so a heap beyond this is a runaway: that worker alone is ended. */
const HEAP_LIMIT_MB = 512
/**
 * A cancelled worker that has neither answered nor ended itself by now is caught in one endless call (see
 * CANCEL_GRACE_MS in calls.ts for why this must be far longer than any run of a model) and is ended from outside.
 */
const KILL_AFTER_MS = 30_000
/**
 * A file that is heard for so long holds its worker: then others may be heard beside it, on a thread of relief. Most files of
 * speech are heard sooner on any machine (12 s of sound in about 3 s), so that a busy service has none.
 */
const HELD_AFTER_MS = 4_000

export interface ThreadPoolOptions {
  /** A module whose default export is made by `answerWith`. */
  workerFile: URL
  workers: number
  /**
   * Threads beyond the workers, for callers whose turn would not come because others' jobs hold the workers for long: the
   * operating system then shares the cores between them. None when left out.
   */
  relief?: number
  workerData?: unknown
  heapLimitMb?: number
  killAfterMs?: number
  heldAfterMs?: number
}

export interface RunOptions {
  signal?: AbortSignal | undefined
  /** For whom: callers take turns. */
  caller?: string | undefined
  onStep?: ((step: unknown) => void) | undefined
}

interface Job extends RunOptions {
  task: string
  payload: unknown
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
  /** What happens when the caller cancels: not the same while the job waits and once it runs. */
  cancel: () => void
}

interface RunningJob {
  caller: string
  /** It has been running for long. */
  isHeld: boolean
  /** The thread has taken it up. */
  begun: boolean
  cancel: () => void
  /** Ends the thread, whatever it is doing. */
  kill: (reason: unknown) => void
  done: Promise<void>
}

/**
 * Named tasks on worker threads. Jobs wait here rather than in piscina: it is handed only what a thread is free for, so
 * a cancelled job that still waits never starts, and a thread that dies takes exactly one job with it.
 */
export class ThreadPool {
  private readonly threads: Piscina<Call, Answer>
  private readonly waiting = new FairLine<Job>()
  private readonly running = new Set<RunningJob>()
  private readonly workers: number
  private readonly relief: number
  private readonly killAfterMs: number
  private readonly heldAfterMs: number
  private closing: Promise<void> | undefined

  constructor({ workerFile, workers, workerData, heapLimitMb, ...options }: ThreadPoolOptions) {
    this.workers = workers
    this.relief = options.relief ?? 0
    this.killAfterMs = options.killAfterMs ?? KILL_AFTER_MS
    this.heldAfterMs = options.heldAfterMs ?? HELD_AFTER_MS
    this.threads = new Piscina({
      filename: fileURLToPath(workerFile),
      execArgv: typeScriptLoader(workerFile),
      minThreads: 0,
      maxThreads: workers + this.relief,
      // A thread that ends takes its loaded models with it.
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb ?? HEAP_LIMIT_MB },
      workerData,
      recordTiming: false,
    })
    // Only threads without a job end up here: those that fail while they start. Their jobs would wait for ever.
    this.threads.on('error', (error) => {
      for (const job of this.running) if (!job.begun) job.kill(error)
    })
  }

  get busy(): number {
    return this.running.size
  }

  async run<Result>(task: string, payload: unknown, options: RunOptions = {}): Promise<Result> {
    const { signal } = options
    if (this.closing) throw new PoolClosed()
    signal?.throwIfAborted()
    let onAbort = () => {}
    try {
      return await new Promise<Result>((resolve, reject) => {
        const job: Job = {
          ...options,
          task,
          payload,
          resolve: (value) => resolve(value as Result),
          reject,
          cancel: () => {
            this.waiting.remove(job)
            reject(signal?.reason)
          },
        }
        onAbort = () => job.cancel()
        if (signal) {
          // One signal for a batch of hundreds of files is the normal case, not a leak.
          setMaxListeners(0, signal)
          signal.addEventListener('abort', onAbort)
        }
        this.waiting.put(job, options.caller)
        this.startWaiting()
      })
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Drops what waits, cancels what runs, and ends the threads. */
  close(): Promise<void> {
    this.closing ??= (async () => {
      for (const job of this.waiting.clear()) job.reject(new PoolClosed())
      for (const job of this.running) job.cancel()
      await Promise.all([...this.running].map((job) => job.done))
      await this.threads.destroy()
    })()
    return this.closing
  }

  private startWaiting(): void {
    while (this.running.size < this.workers && this.waiting.size > 0) this.start(this.waiting.take()!)
    while (this.running.size < this.workers + this.relief && this.waiting.size > 0) {
      const next = this.takeRelieved()
      if (!next) return
      this.start(next)
    }
  }

  /**
   * The next job that need not wait for a worker: jobs of other callers that hold theirs do not count against it. First comes
   * who has nothing running, and nobody gets more threads than whoever has most.
   */
  private takeRelieved(): Job | undefined {
    const runningOf = new Map<string, number>()
    const heldOf = new Map<string, number>()
    for (const { caller, isHeld } of this.running) {
      runningOf.set(caller, (runningOf.get(caller) ?? 0) + 1)
      if (isHeld) heldOf.set(caller, (heldOf.get(caller) ?? 0) + 1)
    }
    const held = [...heldOf.values()].reduce((sum, count) => sum + count, 0)
    if (held === 0) return undefined
    const mostOfOne = Math.max(...runningOf.values())
    const mayRun = ({ caller = '' }: Job) => {
      const heldByOthers = held - (heldOf.get(caller) ?? 0)
      return this.running.size < this.workers + heldByOthers && (runningOf.get(caller) ?? 0) < mostOfOne
    }
    return (
      this.waiting.take((job) => !runningOf.has(job.caller ?? '') && mayRun(job)) ?? this.waiting.take(mayRun)
    )
  }

  private start(job: Job): void {
    const { port1, port2 } = new MessageChannel()
    const killer = new AbortController()
    let killTimer: NodeJS.Timeout | undefined
    let killedFor: unknown
    const running: RunningJob = {
      caller: job.caller ?? '',
      isHeld: false,
      begun: false,
      cancel: () => {
        port1.postMessage('cancel')
        killTimer ??= setTimeout(() => killer.abort(), this.killAfterMs)
      },
      kill: (reason) => {
        killedFor = reason
        killer.abort()
      },
      done: Promise.resolve(),
    }
    job.cancel = running.cancel
    port1.on('message', ({ step }: Progress) => {
      running.begun = true
      if (step !== null) job.onStep?.(step)
    })
    const call: Call = { task: job.task, payload: job.payload, port: port2 }
    const answered = this.threads
      .run(call, { transferList: [port2], signal: killer.signal })
      .catch((cause) => Promise.reject(crash(killedFor ?? cause)))
    this.running.add(running)
    const heldTimer = setTimeout(() => {
      running.isHeld = true
      this.startWaiting()
    }, this.heldAfterMs)
    running.done = this.settle(job, answered).then(() => {
      clearTimeout(killTimer)
      clearTimeout(heldTimer)
      port1.close()
      this.running.delete(running)
      this.startWaiting()
    })
  }

  /** A job that nobody wants any more fails for that reason, however its thread has ended. */
  private async settle(job: Job, answered: Promise<Answer>): Promise<void> {
    try {
      const answer = await answered
      if ('error' in answer) throw unpackError(answer.error)
      job.signal?.throwIfAborted()
      job.resolve(answer.value)
    } catch (error) {
      if (job.signal?.aborted) job.reject(job.signal.reason)
      else job.reject(this.closing ? new PoolClosed() : error)
    }
  }
}

function crash(cause: unknown): WorkerCrash {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new WorkerCrash(`The worker thread died: ${reason}.`, { cause })
}

/** From the sources, as in tests, a worker needs a loader; from dist/ it is plain JavaScript. */
function typeScriptLoader(workerFile: URL): string[] {
  if (!workerFile.pathname.endsWith('.ts')) return []
  return ['--import', new URL('./typescript-loader.mjs', import.meta.url).href]
}
