// One batch from files to the complete audit.
import { randomBytes } from 'node:crypto'
import { type CheckReports, checks } from '../checks/registry.js'
import { type AuditContext, Hearing } from './hearing.js'
import type { Listened } from './listen-task.js'
import {
  type Judged,
  type Reason,
  scoreOf,
  summaryOf,
  type TrackToRegenerate,
  tracksToRegenerate,
} from './report.js'
import { type AuditFile, type AuditRequest, completeRequest } from './request.js'

export interface Audit {
  /** 0 to 100: the mean of the scores of the checks. */
  score: number
  summary: string
  fileCount: number
  /** 32 hex digits that nobody can guess. */
  auditId: string
  tracksToRegenerate: TrackToRegenerate[]
  checks: CheckReports
  timing: Timing
}

/** Wall seconds. What the workers did is divided between decode and checks as their time was. */
export interface Timing {
  decode: number
  checks: number
  total: number
}

/** What the service adds to an audit. */
export interface ServedAudit extends Audit {
  creditsUsed: number
  reportUrl: string
}

export type { AuditContext, AuditProgress } from './hearing.js'
export type { Reason, TrackToRegenerate }

const AUDIT_ID_BYTES = 16

/**
 * Audits a batch. Fails with an AuditError when the request is wrong or files cannot be read (all of them are named), with
 * the reason of the signal, or with a ModelError or WorkerCrash; whatever it was, no file is being heard any more then.
 */
export async function audit(
  files: AuditFile[],
  request: AuditRequest,
  context: AuditContext,
): Promise<Audit> {
  const started = performance.now()
  const complete = completeRequest(files, request)
  const heard = await new Hearing(files, complete, context).run()
  const judgingFrom = performance.now()
  const judged = complete.checks.map((name): Judged => {
    const batch = files.map((file, index) => ({
      file: file.name,
      findings: heard.findings[index].get(name),
      script: complete.scripts.get(file.name),
    }))
    return { name, ...checks[name]!.judge(batch, complete.options) }
  })
  const names = files.map(({ name }) => name)
  const regenerate = tracksToRegenerate(names, judged)
  const ended = performance.now()
  return {
    score: scoreOf(judged),
    summary: summaryOf(files.length, regenerate),
    fileCount: files.length,
    auditId: randomBytes(AUDIT_ID_BYTES).toString('hex'),
    tracksToRegenerate: regenerate,
    checks: Object.fromEntries(judged.map(({ name, report }) => [name, report])),
    timing: timingOf(heard.listened, (judgingFrom - started) / 1000, (ended - judgingFrom) / 1000),
  }
}

function timingOf(listened: Listened[], listeningSec: number, judgingSec: number): Timing {
  const decodeSec = listened.reduce((sum, { stageSec }) => sum + (stageSec.decode ?? 0), 0)
  const workerSec = listened.reduce((sum, { totalSec }) => sum + totalSec, 0)
  const decodeShare = workerSec > 0 ? decodeSec / workerSec : 0
  return {
    decode: milliseconds(listeningSec * decodeShare),
    checks: milliseconds(listeningSec * (1 - decodeShare) + judgingSec),
    total: milliseconds(listeningSec + judgingSec),
  }
}

function milliseconds(timeSec: number): number {
  return Number(timeSec.toFixed(3))
}
