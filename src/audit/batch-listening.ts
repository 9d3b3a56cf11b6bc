import { setMaxListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DecodeError } from '../audio/decode/error.js'
import type { CheckName } from '../checks/check.js'
import type { Stage } from '../speech/track.js'
import { type AuditErrorDetail, unreadableAudio } from './audit-error.js'
import { FileError } from './errors.js'
import { contentSha256, type FindingsCache } from './findings-cache.js'
import { mustBeReference } from './kept-voices.js'
import { listenRequests, requestKey } from './listen-requests.js'
import type { Listened, ListenRequest } from './listen-task.js'
import type { Pool } from './pool.js'
import type { AuditFile, CompleteRequest } from './request.js'

/** A file has come so far; `heard` (listened to) and `remembered` (cached) are the last that is told of it. */
export interface AuditProgress {
  file: string
  /** Its place in the batch. */
  index: number
  step: Stage | 'heard' | 'remembered'
  filesDone: number
  fileCount: number
}

export interface ListeningContext {
  pool: Pick<Pool, 'listen' | 'workers' | 'atOnce' | 'model'>
  /** For whom: where several wait, they take turns. */
  caller?: string | undefined
  cache?: FindingsCache | undefined
  /** Listen to every file again, whatever is in the cache; what is found is cached all the same. */
  forceFresh?: boolean
  signal?: AbortSignal
  /** Longest file that is taken. One that was cached under another limit is not refused. */
  maxDurationSec?: number
  onProgress?: (progress: AuditProgress) => void
  /** Told once what was found in each file, packed, as soon as all checks have listened to it. */
  onFindings?: (index: number, findings: ReadonlyMap<CheckName, Uint8Array>) => void
}

/** Files that are read for their hash at the same time: more does not make a disk faster. */
const FILES_HASHED_AT_ONCE = 4

/** Packed. */
export type FindingsByCheck = Map<CheckName, Uint8Array>

/** What references are listened to for. */
const REFERENCE_CHECKS: readonly CheckName[] = ['comparison']

/**
 * Listens to one batch: each file from the cache, or on a worker for all checks that the cache has nothing for. Recordings that are
 * references go the same way, but nothing is told of them until one cannot be read.
 */
export class BatchListening {
  /** Those of the batch, and then the references. */
  private readonly files: AuditFile[]
  private readonly findings: FindingsByCheck[]
  /** Hashes of the files. */
  private readonly contents: (string | undefined)[] = []
  private readonly listened: Listened[] = []
  private readonly signal: AbortSignal
  private readonly failed = new AbortController()
  /** Aborted when a file cannot be read: from then on the others are only opened. */
  private readonly onlyOpening = new AbortController()
  private readonly unreadable: (AuditErrorDetail | undefined)[] = []
  private filesDone = 0

  constructor(
    private readonly batch: AuditFile[],
    private readonly request: CompleteRequest,
    private readonly context: ListeningContext,
  ) {
    this.files = [...batch, ...referenceFiles(request)]
    this.findings = this.files.map(() => new Map())
    // Every file that waits listens to it.
    setMaxListeners(0, this.onlyOpening.signal)
    this.signal = AbortSignal.any([this.failed.signal, ...(context.signal ? [context.signal] : [])])
  }

  async run(): Promise<{
    findings: FindingsByCheck[]
    /** What comparison has found in the recordings among the references, in their order. */
    references: Uint8Array[]
    listened: Listened[]
    contents: (string | undefined)[]
  }> {
    const { pool } = this.context
    const keys: Map<CheckName, string>[] = []
    await this.each(this.files.length, FILES_HASHED_AT_ONCE, async (index) => {
      keys[index] = await this.takeCached(index)
    })
    // References first: where one is no use, the files need not be listened to.
    const uncached = [...this.files.keys()]
      .filter((index) => !this.isComplete(index))
      .sort((a, b) => Number(this.isReference(b)) - Number(this.isReference(a)))
    await this.each(uncached.length, pool.atOnce ?? pool.workers, (place) =>
      this.listenTo(uncached[place], keys[uncached[place]]),
    )
    const faults = this.unreadable.filter((fault) => fault !== undefined)
    if (faults.length > 0) throw unreadableAudio(faults)
    const batchSize = this.batch.length
    return {
      findings: this.findings.slice(0, batchSize),
      references: this.findings.slice(batchSize).map((found) => found.get('comparison')!),
      listened: this.listened,
      contents: this.contents.slice(0, batchSize),
    }
  }

  private isReference(index: number): boolean {
    return index >= this.batch.length
  }

  private checksOf(index: number): readonly CheckName[] {
    return this.isReference(index) ? REFERENCE_CHECKS : this.request.checks
  }

  private isComplete(index: number): boolean {
    return (
      this.unreadable[index] !== undefined ||
      this.checksOf(index).every((name) => this.findings[index].has(name))
    )
  }

  /** Takes from the cache what is there; gives the keys under which this file's findings are cached. */
  private async takeCached(index: number): Promise<Map<CheckName, string>> {
    const { cache, forceFresh, pool } = this.context
    const keys = new Map<CheckName, string>()
    await this.noting(index, async () => {
      const file = this.files[index]
      const sha256 = file.sha256 ?? (await contentSha256(file.path, this.signal))
      this.contents[index] = sha256
      // Where hashes and findings are at hand, nothing else would let others have their turn before the last file.
      await nextTurn()
      for (const request of this.requestsFor(index)) {
        const { check } = request
        const key = requestKey(sha256, request, pool.model)
        keys.set(check, key)
        const kept = forceFresh ? undefined : await cache?.get(key)
        if (kept !== undefined) this.findings[index].set(check, kept)
      }
      if (this.isComplete(index)) this.finish(index, 'remembered')
    })
    return keys
  }

  private async listenTo(index: number, keys: Map<CheckName, string>): Promise<void> {
    const { cache } = this.context
    await this.noting(index, async () => {
      const wanted = this.requestsFor(index).filter(({ check }) => !this.findings[index].has(check))
      const { requests, listened } = await this.listenOrOpen(index, wanted)
      this.listened.push(listened)
      await Promise.all(
        requests.map(async ({ check }, place) => {
          this.findings[index].set(check, listened.findings[place])
          await cache?.set(keys.get(check)!, listened.findings[place])
        }),
      )
      this.finish(index, 'heard')
    })
  }

  private finish(index: number, step: 'heard' | 'remembered'): void {
    if (this.isReference(index)) {
      const found = this.findings[index].get('comparison')
      if (found) mustBeReference(found)
      return
    }
    this.tell(index, step)
    if (this.isComplete(index)) this.context.onFindings?.(index, this.findings[index])
  }

  /**
   * Once a file is known to be unreadable there will be no audit: the others are only opened, to name all such files.
   * That holds for those that wait in the pool as well.
   */
  private async listenOrOpen(
    index: number,
    wanted: ListenRequest[],
  ): Promise<{ requests: ListenRequest[]; listened: Listened }> {
    const onlyOpening = this.onlyOpening.signal
    if (onlyOpening.aborted) return { requests: [], listened: await this.listen(index, []) }
    const change = new AbortController()
    const stopWaiting = () => change.abort(onlyOpening.reason)
    onlyOpening.addEventListener('abort', stopWaiting)
    // What has begun is listened to up to its end: it was paid for already.
    const begun = () => onlyOpening.removeEventListener('abort', stopWaiting)
    try {
      return { requests: wanted, listened: await this.listen(index, wanted, change.signal, begun) }
    } catch (error) {
      if (error !== onlyOpening.reason || this.signal.aborted) throw error
      return { requests: [], listened: await this.listen(index, []) }
    } finally {
      begun()
    }
  }

  private listen(
    index: number,
    requests: ListenRequest[],
    change?: AbortSignal,
    begun: () => void = () => {},
  ): Promise<Listened> {
    const { pool, maxDurationSec, caller } = this.context
    const { path, sha256 } = this.files[index]
    return pool.listen(path, requests, {
      onStage: (stage) => {
        begun()
        this.tell(index, stage)
      },
      signal: change ? AbortSignal.any([this.signal, change]) : this.signal,
      caller,
      sha256,
      ...(maxDurationSec === undefined ? {} : { maxDurationSec }),
    })
  }

  private requestsFor(index: number): ListenRequest[] {
    const { options, scripts, voices } = this.request
    const { name } = this.files[index]
    if (this.isReference(index)) return listenRequests(REFERENCE_CHECKS, options, undefined)
    return listenRequests(this.request.checks, options, scripts.get(name), voices.get(name))
  }

  /** A file that cannot be read is noted and the batch goes on; anything else ends it. */
  private async noting(index: number, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof DecodeError || error instanceof FileError)) throw error
      const { fault, message } = error
      const { name: file } = this.files[index]
      this.unreadable[index] = {
        ...(this.isReference(index) && { field: 'referenceVoices' }),
        file,
        fault,
        message,
      }
      this.onlyOpening.abort(new Error('another file of the batch cannot be read'))
      this.tell(index, 'heard')
    }
  }

  /**
   * Works on `count` places side by side, in their order. The first failure, or the caller's signal, stops what is under way
   * and keeps the rest from being begun; it is thrown when all has been told to stop, so that nothing is begun behind the caller's back.
   */
  private async each(count: number, atOnce: number, work: (place: number) => Promise<void>): Promise<void> {
    let next = 0
    const lane = async () => {
      while (next < count && !this.signal.aborted) {
        try {
          await work(next++)
        } catch (reason) {
          this.failed.abort(reason)
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, count) }, lane))
    this.signal.throwIfAborted()
  }

  private tell(index: number, step: AuditProgress['step']): void {
    if (this.isReference(index)) return
    if (step === 'heard' || step === 'remembered') this.filesDone++
    const { filesDone } = this
    const { name: file } = this.files[index]
    this.context.onProgress?.({ file, index, step, filesDone, fileCount: this.batch.length })
  }
}

function referenceFiles({ references }: CompleteRequest): AuditFile[] {
  return references.flatMap(({ from }) => ('print' in from ? [] : [from]))
}
