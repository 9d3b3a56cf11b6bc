import { setMaxListeners } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { Answer, Call, Help, Progress } from './calls.js'
import { unpackError } from './error-passage.js'
import { PoolClosed, WorkerCrash } from './errors.js'
import { FairQueue } from './fair-queue.js'
import { Gate } from './gate.js'
import { runnableFile } from './runnable-file.js'

/** Samples and models lie outside the JavaScript heap, so a heap beyond this is a runaway: that worker alone is ended. */
const HEAP_LIMIT_MB = 512
/**
 * Sound that nobody needs any more is given back when the young part of the heap is full, not when memory gets scarce. At half of what
 * Node would take that is twice as often: 30 MB less at the peak of two workers, in no more time.
 */
const YOUNG_HEAP_MB = 24
/**
 * A cancelled worker that has neither answered nor ended itself by now is caught in one endless call (see
 * CANCEL_GRACE_MS in calls.ts for why this must be far longer than any run of a model) and is ended from outside.
 */
const KILL_AFTER_MS = 60_000
/**
 * How long a job may go on while another caller's could go instead. About a run of a model (up to half a second; 3 s for the
 * longest piece of speech), between which alone a job can give way; short beside what people wait for.
 */
const TURN_MS = 500
/**
 * Who comes anew goes first for about 8 s: a short file or ten, not an hour. Turns go by the clock, and beside others a file takes
 * twice the time: with 4 s one that takes 2.5 s by itself had its last tenth in turns with batches of hundreds.
 */
const HEAD_START_TURNS = 16

export interface ThreadPoolOptions {
  /** A module whose default export is made by `answerWith`. */
  workerFile: URL
  workers: number
  /**
   * Threads beyond the workers. A job that gives way to another caller's keeps its thread and what it has worked out, and the
   * other needs one too; no more than `workers` go on at a time. None when left out: then a job that has begun goes on to its end.
   */
  spare?: number
  workerData?: unknown
  heapLimitMb?: number
  killAfterMs?: number
  turnMs?: number
}

export interface RunOptions {
  signal?: AbortSignal | undefined
  /** For whom: callers take turns. */
  caller?: string | undefined
  onStep?: ((step: unknown) => void) | undefined
  /** Told when the job has begun and gives way to another, and when it goes on; of one that begins anew, by its first step. */
  onRest?: ((isResting: boolean) => void) | undefined
}

interface Job extends RunOptions {
  caller: string
  task: string
  payload: unknown
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
  /** What happens when the caller cancels: not the same while the job waits and once it has begun. */
  cancel: () => void
  /** Once it has a thread. */
  begun?: BegunJob
  /** The job that it takes part in, unless it is one of its own. */
  helps?: Job
}

interface BegunJob {
  gate: Gate
  /** The thread has taken it up. */
  isTaken: boolean
  isResting: boolean
  /** Cancelled or sent back: it takes no more turns, and ends where it next asks its signal. */
  isLeaving: boolean
  /** It gives up its thread and what it has worked out, and waits to begin anew. */
  isSentBack: boolean
  /** What workers that nobody needs may do for it. */
  help: Help | undefined
  turn: { rank: number; timer: NodeJS.Timeout | undefined; isOver: boolean }
  /** Lets it end where it next asks its signal. */
  stop: () => void
  /** Ends the thread, whatever it is doing. */
  kill: (reason: unknown) => void
  done: Promise<void>
}

/**
 * Named tasks on worker threads. Jobs wait here rather than in piscina: it is handed only what a thread is free for, so
 * a cancelled job that still waits never starts, and a thread that dies takes exactly one job with it.
 *
 * Callers take turns, by the ranks of the queue. A job that outlasts its turn rests where it is as soon as it is another caller's
 * turn and a thread is there for that, and goes on when its own comes again: an hour of sound takes many turns, and does
 * not keep ten short files waiting. Where all threads are taken, a caller who has two gives one back to a caller who has none.
 *
 * A job may ask for help. It gets that of workers that would have nothing to do, for as long as nobody waits: help has no turns,
 * it leaves as soon as anybody comes.
 */
export class ThreadPool {
  private readonly threads: Piscina<Call, Answer>
  private readonly waiting = new FairQueue<Job>(HEAD_START_TURNS)
  /** Each with a thread, going on or resting. */
  private readonly begun = new Set<Job>()
  private readonly workers: number
  private readonly spare: number
  private readonly killAfterMs: number
  private readonly turnMs: number
  private closing: Promise<void> | undefined

  constructor({ workerFile, workers, workerData, heapLimitMb, ...options }: ThreadPoolOptions) {
    this.workers = workers
    this.spare = options.spare ?? 0
    this.killAfterMs = options.killAfterMs ?? KILL_AFTER_MS
    this.turnMs = options.turnMs ?? TURN_MS
    this.threads = new Piscina({
      filename: runnableFile(workerFile),
      // None of those that this process was started with: a loader of sources is not needed there.
      execArgv: [],
      minThreads: 0,
      maxThreads: workers + this.spare,
      // A thread that ends takes its loaded models with it.
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: {
        maxOldGenerationSizeMb: heapLimitMb ?? HEAP_LIMIT_MB,
        maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
      },
      workerData,
      recordTiming: false,
    })
    // Only threads without a job end up here: those that fail while they start. Their jobs would wait for ever.
    this.threads.on('error', (error) => {
      for (const { begun } of this.begun) if (!begun!.isTaken) begun!.kill(error)
    })
  }

  /** Jobs that go on now. */
  get busy(): number {
    let busy = 0
    for (const { begun } of this.begun) if (!begun!.isResting) busy++
    return busy
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
          caller: options.caller ?? '',
          task,
          payload,
          resolve: (value) => resolve(value as Result),
          reject,
          cancel: () => this.leaveQueue(job),
        }
        onAbort = () => job.cancel()
        if (signal) {
          // One signal for a batch of hundreds of files is the normal case, not a leak.
          setMaxListeners(0, signal)
          signal.addEventListener('abort', onAbort)
        }
        this.waiting.put(job, job.caller)
        this.nextTurns()
      })
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Drops what waits, cancels what runs, and ends the threads. */
  close(): Promise<void> {
    this.closing ??= (async () => {
      for (const job of this.waiting.clear()) if (!job.begun) job.reject(new PoolClosed())
      for (const job of this.begun) job.cancel()
      await Promise.all([...this.begun].map(({ begun }) => begun!.done))
      await this.threads.destroy()
    })()
    return this.closing
  }

  private nextTurns(): void {
    while (this.busy < this.workers) {
      if (this.goNext()) continue
      this.giveHelp()
      return
    }
    // A thread that has its models open is about to be free: better than a spare one, which might have to open them.
    if (this.dismissHelp()) return
    for (const job of this.begun) if (job.begun!.turn.isOver) this.giveWay(job)
    this.letFirstsPass()
    this.freeThread()
  }

  /** One helper leaves for each job that waits. Whether any is about to. */
  private dismissHelp(): boolean {
    const helpers = [...this.begun].filter(({ helps }) => helps).map(({ begun }) => begun!)
    let leaving = helpers.filter(({ isLeaving }) => isLeaving).length
    for (const helper of helpers) {
      if (leaving >= this.waiting.size) break
      if (helper.isLeaving) continue
      helper.stop()
      leaving++
    }
    return leaving > 0
  }

  private giveHelp(): void {
    if (this.closing || this.waiting.size > 0) return
    for (const job of this.begun) {
      const { help, isLeaving } = job.begun!
      while (help && !isLeaving && this.busy < this.workers) this.helpWith(job, help)
    }
  }

  /** What becomes of the helper is nobody's business: what it leaves undone the job does itself. */
  private helpWith(job: Job, { task, payload }: Help): void {
    const nothing = () => {}
    const helper: Job = {
      task,
      payload,
      caller: job.caller,
      helps: job,
      resolve: nothing,
      reject: nothing,
      cancel: nothing,
    }
    helper.begun = this.begin(helper)
  }

  private goNext(): boolean {
    const next = this.waiting.takeRanked(this.mayGo)
    if (next) this.go(next.item, next.rank)
    return next !== undefined
  }

  /** Who has a head start need not wait for the end of a turn either. The one that was interrupted has that turn again. */
  private letFirstsPass(): void {
    for (;;) {
      const next = this.waiting.next(this.mayGo)
      if (!next) return
      const passed = [...this.begun]
        .filter(({ caller, begun }) => caller !== next.caller && !begun!.isResting && !begun!.isLeaving)
        .reduce<Job | undefined>((last, job) => (last && rankOf(last) >= rankOf(job) ? last : job), undefined)
      if (!passed || rankOf(passed) <= next.rank) return
      const rank = rankOf(passed)
      this.rest(passed)
      this.waiting.giveBack(passed, passed.caller, rank)
      this.goNext()
    }
  }

  /**
   * A caller may have begun several jobs while nobody else was there; once each of the threads is taken, the one that began
   * last is sent back for who has none. That costs its work so far, and only callers of many files at a time.
   */
  private freeThread(): void {
    if (this.begun.size < this.workers + this.spare || this.spare === 0) return
    const begun = [...this.begun]
    if (begun.some((job) => job.begun!.isLeaving)) return
    const callers = begun.map(({ caller }) => caller)
    if (!this.waiting.has((job) => !callers.includes(job.caller))) return
    const last = begun.findLast(({ caller }, at) => callers.indexOf(caller) < at)
    if (!last) return
    last.begun!.isSentBack = true
    last.begun!.stop()
  }

  private leaveQueue(job: Job): void {
    this.waiting.remove(job)
    job.reject(job.signal?.reason)
  }

  /** On a spare thread only who has none yet: so there is one for the next caller too. */
  private readonly mayGo = (job: Job): boolean => {
    if (job.begun || this.begun.size < this.workers) return true
    if (this.begun.size >= this.workers + this.spare) return false
    for (const { caller } of this.begun) if (caller === job.caller) return false
    return true
  }

  private giveWay(job: Job): void {
    if (job.begun!.isLeaving) return
    if (!this.waiting.has((other) => other.caller !== job.caller && this.mayGo(other))) return
    this.rest(job)
    this.waiting.putBack(job, job.caller)
    this.goNext()
  }

  private go(job: Job, rank: number): void {
    if (job.begun?.isResting) {
      job.begun.isResting = false
      job.onRest?.(false)
      job.begun.gate.open()
    }
    const begun = job.begun ?? this.begin(job)
    job.begun = begun
    begun.turn = {
      rank,
      isOver: false,
      timer: setTimeout(() => {
        begun.turn.isOver = true
        this.giveWay(job)
      }, this.turnMs),
    }
  }

  private rest(job: Job): void {
    const { turn, gate } = job.begun!
    clearTimeout(turn.timer)
    turn.isOver = false
    job.begun!.isResting = true
    gate.shut()
    job.onRest?.(true)
  }

  private begin(job: Job): BegunJob {
    const { port1, port2 } = new MessageChannel()
    const killer = new AbortController()
    const gate = new Gate()
    let killTimer: NodeJS.Timeout | undefined
    let killedFor: unknown
    const begun: BegunJob = {
      gate,
      isTaken: false,
      isResting: false,
      isLeaving: false,
      isSentBack: false,
      help: undefined,
      turn: { rank: 0, timer: undefined, isOver: false },
      stop: () => {
        port1.postMessage('cancel')
        begun.isLeaving = true
        if (begun.isResting) {
          begun.isResting = false
          this.waiting.remove(job)
        }
        gate.open()
        killTimer ??= setTimeout(() => killer.abort(), this.killAfterMs)
      },
      kill: (reason) => {
        killedFor = reason
        killer.abort()
      },
      done: Promise.resolve(),
    }
    job.cancel = () => {
      begun.stop()
      // Who cancels need not wait until the thread has noticed: what it still does is for nobody.
      if (job.signal?.aborted) job.reject(job.signal.reason)
    }
    port1.on('message', (message: Progress | { help: Help }) => {
      begun.isTaken = true
      if ('help' in message) {
        begun.help = message.help
        this.nextTurns()
      } else if (message.step !== null) job.onStep?.(message.step)
    })
    const call: Call = { task: job.task, payload: job.payload, port: port2, gate: gate.state }
    const answered = this.threads
      .run(call, { transferList: [port2], signal: killer.signal })
      .catch((cause) => Promise.reject(crash(killedFor ?? cause)))
    this.begun.add(job)
    begun.done = this.settle(job, answered).then((isOver) => {
      clearTimeout(killTimer)
      clearTimeout(begun.turn.timer)
      port1.close()
      this.begun.delete(job)
      if (begun.isResting) this.waiting.remove(job)
      for (const other of this.begun) if (other.helps === job) other.begun!.stop()
      // Help that has come to its end, or has failed, is not given again.
      if (job.helps?.begun && !begun.isLeaving) job.helps.begun.help = undefined
      if (this.closing) return
      if (!isOver) this.waitAnew(job)
      if (this.begun.size === 0 && this.waiting.size === 0) this.waiting.forget()
      this.nextTurns()
    })
    return begun
  }

  private waitAnew(job: Job): void {
    const { rank } = job.begun!.turn
    delete job.begun
    job.cancel = () => this.leaveQueue(job)
    // The time that it waits again is not time that it works.
    job.onRest?.(true)
    this.waiting.giveBack(job, job.caller, rank)
  }

  /** A job that nobody wants any more fails for that reason, however its thread has ended. False when it was sent back. */
  private async settle(job: Job, answered: Promise<Answer>): Promise<boolean> {
    try {
      const answer = await answered
      if ('error' in answer) throw unpackError(answer.error)
      job.signal?.throwIfAborted()
      job.resolve(answer.value)
    } catch (error) {
      if (job.signal?.aborted) job.reject(job.signal.reason)
      else if (this.closing) job.reject(new PoolClosed())
      else if (job.begun?.isSentBack) return false
      else job.reject(error)
    }
    return true
  }
}

const rankOf = (job: Job): number => job.begun!.turn.rank

function crash(cause: unknown): WorkerCrash {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new WorkerCrash(`The worker thread died: ${reason}.`, { cause })
}
