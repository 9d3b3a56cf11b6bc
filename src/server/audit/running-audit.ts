// One audit from the reservation of its credits to its end, and what can be told of it meanwhile.
import type { Logger } from 'pino'
import type { CheckName } from '../../audit/checks.js'
import {
  type AuditProgress,
  auditJson,
  type JudgedAudit,
  listenAndJudge,
  type Reason,
} from '../../audit/engine.js'
import type { Judging } from '../../audit/judging.js'
import type { Charge } from '../../billing/audit-charge.js'
import { toCredits } from '../../billing/credits.js'
import { type Prices, priceMilli } from '../../billing/prices.js'
import type { Store } from '../../store/store.js'
import { ApiError } from '../api-error.js'
import type { Config } from '../config.js'
import { apiErrorOf, internalMessage } from '../error-mapper.js'
import type { Links } from '../links.js'
import type { ListenerPool } from '../listener-pool.js'
import type { Metrics } from '../metrics.js'
import { type AuditOrder, contentsOfFindings, findingsKeys } from './order.js'
import { PaidFindings } from './paid-findings.js'
import { settledOnce } from './settling.js'
import { Stopped } from './stopped.js'
import { TimeLeft } from './time-left.js'
import type { Turns } from './turns.js'

/** An audit that nobody has renewed for so long counts as cut off. */
export const LEASE_SEC = 120
const RENEW_EVERY_MS = 30_000
/** How often the other processes are told how far it is: as often as they look. */
const TELL_OTHERS_EVERY_MS = 2_000
/** A bucket answers slowly, but many at a time. */
const FILES_STORED_AT_ONCE = 4
/** How often a failure to give credits back is tried again; after that the lease runs out and does it. */
const GIVE_UP_ATTEMPTS = 3

export interface AuditOutcome {
  /** JSON of the result as it is stored. */
  resultJson: string
}

/** What an audit runs on: a part of the server's context, which knows the running audits and so cannot be named here. */
export interface AuditMeans {
  config: Pick<Config, 'mostFileMinutes'>
  store: Store
  pool: ListenerPool
  judging: Pick<Judging, 'judge'>
  turns: Turns
  prices: Prices
  links: Links
  metrics: Metrics
  log: Logger
}

/** A step of a file; once it is analysed, told again with what is wrong with it by itself. */
export type FollowedStep = AuditProgress & { reasons?: Reason[] }

type Follower = (progress?: FollowedStep) => void

/** Checks that need no other file to judge by. */
const JUDGED_ALONE: readonly CheckName[] = ['quality', 'scriptAccuracy']

export class RunningAudit {
  state: 'queued' | 'running' = 'queued'
  filesDone = 0
  private timeLeft: TimeLeft | undefined
  private readonly controller = new AbortController()
  private readonly followers = new Set<Follower>()

  constructor(
    private readonly context: AuditMeans,
    readonly charged: Charge,
    private readonly order: AuditOrder,
  ) {}

  get auditId(): string {
    return this.charged.auditId
  }

  get fileCount(): number {
    return this.order.files.length
  }

  /** Undefined until it can be told. */
  get timeLeftSec(): number | undefined {
    return this.timeLeft?.seconds(Date.now())
  }

  stop(why: string): void {
    this.controller.abort(new Stopped(why))
  }

  /** Tells every step from now on, and without one when its turn has come. Gives what ends it. */
  follow(onProgress: Follower): () => void {
    this.followers.add(onProgress)
    return () => this.followers.delete(onProgress)
  }

  /** Fails with the reason; then nothing was charged and nothing is kept. */
  async run(): Promise<AuditOutcome> {
    const { metrics, log } = this.context
    const renewal = setInterval(() => this.renew(), RENEW_EVERY_MS)
    try {
      const outcome = await this.work()
      metrics.audits.inc({ outcome: 'done' })
      return outcome
    } catch (error) {
      const isStopped = error instanceof Stopped
      metrics.audits.inc({ outcome: isStopped ? 'cancelled' : 'failed' })
      const known = apiErrorOf(error)
      if (!isStopped && known.code === 'internal')
        log.error({ err: error, auditId: this.auditId }, 'audit failed')
      await this.giveUp(isStopped ? error : known)
      throw error
    } finally {
      clearInterval(renewal)
      await this.order.discard().catch((err) => log.error({ err }, 'an upload could not be removed'))
    }
  }

  private async work(): Promise<AuditOutcome> {
    const { store } = this.context
    const { signal } = this.controller
    const { caller } = this.charged
    const { files } = this.order
    for (let from = 0; from < files.length; from += FILES_STORED_AT_ONCE) {
      signal.throwIfAborted()
      const some = files.slice(from, from + FILES_STORED_AT_ONCE)
      const stored = await Promise.allSettled(
        some.map(({ sha256, path }) => store.audio.put({ caller, sha256 }, path)),
      )
      // Told when none is under way any more: the files are removed then.
      for (const each of stored) if (each.status === 'rejected') throw each.reason
    }
    return store.audio.passing(caller, this.order.references, () => this.workInTurn(signal))
  }

  private async workInTurn(signal: AbortSignal): Promise<AuditOutcome> {
    const endTurn = await this.context.turns.take(signal, this.charged.caller)
    try {
      this.state = 'running'
      this.timeLeft = new TimeLeft(
        this.order.files.map(({ byteCount }) => byteCount),
        Date.now(),
      )
      this.tell()
      const findings = await this.findings()
      const result = await this.listenTellingOthers(findings, signal)
      return await this.settle(result, findings)
    } finally {
      endTurn()
    }
  }

  private async findings(): Promise<PaidFindings> {
    const { store, pool } = this.context
    if (this.order.forceFresh) return new PaidFindings(new Map())
    const keys = await findingsKeys(this.order, pool.model)
    return new PaidFindings(await store.findings.take(this.charged.caller, keys))
  }

  private async listenTellingOthers(findings: PaidFindings, signal: AbortSignal): Promise<JudgedAudit> {
    let told = this.tellOthers()
    const telling = setInterval(() => {
      told = told.then(() => this.tellOthers())
    }, TELL_OTHERS_EVERY_MS)
    try {
      return await this.listen(findings, signal)
    } finally {
      clearInterval(telling)
      // Nothing of it comes after the end.
      await told
    }
  }

  private async tellOthers(): Promise<void> {
    const { store, log } = this.context
    try {
      const { filesDone, timeLeftSec } = this
      await store.audits.keepProgress(this.auditId, { filesDone, timeLeftSec })
    } catch (err) {
      // It is said again in a moment, and the audit goes on without.
      log.debug({ err, auditId: this.auditId }, 'how far an audit is could not be written down')
    }
  }

  private tell(progress?: FollowedStep): void {
    for (const follower of this.followers) follower(progress)
  }

  private listen(findings: PaidFindings, signal: AbortSignal): Promise<JudgedAudit> {
    const { pool, judging, config } = this.context
    return listenAndJudge(this.order.files, this.order.request, {
      pool,
      judging,
      caller: this.charged.caller,
      cache: findings,
      forceFresh: this.order.forceFresh,
      signal,
      maxDurationSec: config.mostFileMinutes * 60,
      onProgress: (progress) => {
        this.filesDone = progress.filesDone
        this.timeLeft?.add(progress)
        this.tell(progress)
      },
      onFindings: (index, found) => this.tellFound(index, found, signal),
    })
  }

  /** For who watches, and only then: the batch is judged when all files are done, and that is what counts. */
  private async tellFound(
    index: number,
    found: ReadonlyMap<CheckName, Uint8Array>,
    signal: AbortSignal,
  ): Promise<void> {
    const { judging, log } = this.context
    const { files, complete } = this.order
    const { name } = files[index]
    const checks = complete.checks.filter((check) => JUDGED_ALONE.includes(check))
    if (this.followers.size === 0 || checks.length === 0) return
    try {
      const { restJson } = await judging.judge(
        {
          files: [name],
          checks,
          options: complete.options,
          scripts: [complete.scripts.get(name)],
          findings: checks.map((check) => [found.get(check)!]),
        },
        { signal, caller: this.charged.caller },
      )
      const { tracksToRegenerate } = JSON.parse(Buffer.from(restJson).toString())
      const reasons: Reason[] = tracksToRegenerate[0]?.reasons ?? []
      const { filesDone, fileCount } = this
      this.tell({ file: name, index, step: 'heard', filesDone, fileCount, reasons })
    } catch (err) {
      // The audit itself goes on, and tells all of it at the end.
      log.debug({ err, auditId: this.auditId }, 'what was found in a file could not be told ahead')
    }
  }

  private async settle(judged: JudgedAudit, findings: PaidFindings): Promise<AuditOutcome> {
    const { prices, links, metrics, pool } = this.context
    const contents = await contentsOfFindings(this.order, pool.model)
    const { files, references, complete, forceFresh } = this.order
    const work = {
      checks: complete.checks.length,
      files: files.length,
      references: references.length,
      cached: findings.hits,
      forceFresh,
    }
    // What became cached since the price was told is charged as such; the price told is never exceeded.
    const { reservedMilli, isFixed } = this.charged
    const usedMilli = isFixed ? reservedMilli : Math.min(reservedMilli, priceMilli(work, prices))
    const { score, summary, regenCount } = judged
    const resultJson = String(auditJson(judged, this.auditId, { creditsUsed: toCredits(usedMilli) }))
    const settle = () =>
      this.charged.settle({
        resultJson,
        score,
        summary,
        regenCount,
        creditsUsedMilli: usedMilli,
        reportToken: links.reportToken(this.auditId),
        findings: findings.fresh.map((one) => ({ ...one, contentSha256: contents.get(one.key)! })),
      })
    // A wallet's settlement has steps of its own outside the database, which go on where they were cut off.
    if (isFixed) await settle()
    else await settledOnce(settle, () => this.isDone())
    metrics.cacheHits.inc(findings.hits)
    metrics.cacheMisses.inc(work.checks * work.files + work.references - findings.hits)
    metrics.credits.inc({ kind: 'used' }, toCredits(usedMilli))
    return { resultJson }
  }

  private async isDone(): Promise<boolean> {
    const { store } = this.context
    return (await store.audits.status(this.charged.caller, this.auditId))?.state === 'done'
  }

  private async giveUp(why: Stopped | ApiError): Promise<void> {
    const { log, metrics } = this.context
    const failure =
      why instanceof ApiError
        ? { code: why.code, message: why.message, ...(why.details && { details: why.details }) }
        : { code: 'cancelled', message: why.message || internalMessage }
    for (let attempt = 1; attempt <= GIVE_UP_ATTEMPTS; attempt++) {
      try {
        await this.charged.giveUp(failure)
        metrics.credits.inc({ kind: 'given_back' }, toCredits(this.charged.reservedMilli))
        return
      } catch (err) {
        log.error({ err, auditId: this.auditId, attempt }, 'credits could not be given back yet')
      }
    }
  }

  private async renew(): Promise<void> {
    try {
      if (!(await this.charged.renew(LEASE_SEC))) {
        this.stop('The audit was given up meanwhile; its credits were given back.')
      }
    } catch (err) {
      // The next time may go well; if not, the lease runs out and settling fails.
      this.context.log.error({ err, auditId: this.auditId }, 'an audit could not be renewed')
    }
  }
}
