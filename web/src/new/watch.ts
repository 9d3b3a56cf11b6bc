// Follows an audit to its end over however many connections that takes.
import type { AuditProgressBody, AuditStatusBody } from '../../../src/server/schemas/audit-status.js'
import { Refusal, request } from '../api/request.js'
import { eventsOf } from './events.js'

export type Step = AuditProgressBody['step']

export interface Watching {
  onStatus: (status: AuditStatusBody) => void
  onProgress: (progress: AuditProgressBody) => void
  /** Whether the line is broken at the moment. */
  onLine: (isLost: boolean) => void
  signal: AbortSignal
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000

/** Gives the last status: "done" or "failed". Fails with a Refusal when there is no such audit. */
export async function watch(auditId: string, watching: Watching): Promise<AuditStatusBody> {
  const { signal, onLine } = watching
  let waitMs = FIRST_WAIT_MS
  for (;;) {
    try {
      const last = await followed(auditId, {
        ...watching,
        onStatus: (status) => {
          waitMs = FIRST_WAIT_MS
          onLine(false)
          watching.onStatus(status)
        },
      })
      if (last) return last
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429)
        throw error
    }
    onLine(true)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)
    signal.throwIfAborted()
  }
}

/** Undefined when the line ends before the audit does. */
async function followed(
  auditId: string,
  { onStatus, onProgress, signal }: Watching,
): Promise<AuditStatusBody | undefined> {
  const { body } = await request(`v1/audits/${auditId}/status`, {
    headers: { accept: 'text/event-stream' },
    signal,
  })
  for await (const { kind, data } of eventsOf(body!)) {
    if (kind === 'status') onStatus(data as AuditStatusBody)
    if (kind === 'progress') onProgress(data as AuditProgressBody)
    if (kind === 'done' || kind === 'failed') return data as AuditStatusBody
  }
  return undefined
}
