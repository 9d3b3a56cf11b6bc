// One batch from files to the complete audit.
import { randomBytes } from 'node:crypto'
import type { BatchAlarm } from '../checks/check.js'
import type { CheckReports } from '../checks/registry.js'
import { BatchListening, type ListeningContext } from './batch-listening.js'
import type { JudgedBatch, JudgedReference } from './judge-task.js'
import type { Judging } from './judging.js'
import type { Listened } from './listen-task.js'
import type { Reason, TrackToRegenerate } from './report.js'
import { type AuditFile, type AuditRequest, completeRequest, type Reference } from './request.js'

export interface Audit {
  /** 0 to 100: the mean of the scores of the checks. */
  score: number
  summary: string
  fileCount: number
  /** 32 hex digits that nobody can guess. */
  auditId: string
  /** What every judgement was held against. */
  deviationThreshold: number
  /** What is wrong with the batch as a whole, the most important first. */
  batchAlarms: BatchAlarm[]
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

export interface AuditContext extends ListeningContext {
  judging: Pick<Judging, 'judge'>
}

export type { AuditProgress } from './batch-listening.js'
export type { Reason, TrackToRegenerate }

/** A batch that is listened to and judged, as far as JSON as can be: the result of a large one is megabytes. */
export interface JudgedAudit extends JudgedBatch {
  fileCount: number
  timing: Timing
}

const AUDIT_ID_BYTES = 16

/** Audits a batch, for who wants to look into the result. Fails as `listenAndJudge` does. */
export async function audit(
  files: AuditFile[],
  request: AuditRequest,
  context: AuditContext,
): Promise<Audit> {
  const judged = await listenAndJudge(files, request, context)
  return JSON.parse(String(auditJson(judged, randomBytes(AUDIT_ID_BYTES).toString('hex'))))
}

/** The JSON of an Audit and what else is to be told of it, put together without reading what was judged. */
export function auditJson(judged: JudgedAudit, auditId: string, more: object = {}): Buffer {
  const { score, summary, fileCount, timing, restJson } = judged
  const first = JSON.stringify({ score, summary, fileCount, auditId }).slice(0, -1)
  const last = JSON.stringify({ timing, ...more }).slice(1)
  const rest = restJson.subarray(1, -1)
  return Buffer.concat([Buffer.from(`${first},`), rest, Buffer.from(`,${last}`)])
}

/**
 * Listens to a batch and judges it. Fails with an AuditError when the request is wrong or files cannot be read (all of them are named), with
 * the reason of the signal, or with a ModelError or WorkerCrash; whatever it was, no file is waiting any more then, and the
 * threads are leaving off.
 */
export async function listenAndJudge(
  files: AuditFile[],
  request: AuditRequest,
  context: AuditContext,
): Promise<JudgedAudit> {
  const started = performance.now()
  const complete = completeRequest(files, request)
  const listening = await new BatchListening(files, complete, context).run()
  const judgingFrom = performance.now()
  const judged = await context.judging.judge(
    {
      files: files.map(({ name }) => name),
      checks: complete.checks,
      options: complete.options,
      contents: listening.contents,
      scripts: files.map(({ name }) => complete.scripts.get(name)),
      voices: files.map(({ name }) => complete.voices.get(name)),
      ...(complete.references.length > 0 && {
        references: judgedReferences(complete.references, listening.references),
      }),
      findings: complete.checks.map((check) => listening.findings.map((found) => found.get(check)!)),
    },
    { signal: context.signal, caller: context.caller },
  )
  const ended = performance.now()
  return {
    ...judged,
    fileCount: files.length,
    timing: timingOf(listening.listened, (judgingFrom - started) / 1000, (ended - judgingFrom) / 1000),
  }
}

/** `findings`: of those that are recordings. */
function judgedReferences(references: readonly Reference[], findings: Uint8Array[]): JudgedReference[] {
  const found = findings.values()
  return references.map(({ voice, from }) =>
    'print' in from ? { voice, print: from.print } : { voice, findings: found.next().value! },
  )
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
