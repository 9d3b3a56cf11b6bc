// Waiting for an audit that another request has begun, in this process or on another server.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditStatus } from '../../store/audits.js'
import type { Caller } from '../../store/caller.js'
import type { StoredFailure } from '../../store/schema.js'
import { ApiError, aboutToStop } from '../api-error.js'
import type { ServerContext } from '../context.js'
import { apiErrorOf } from '../error-mapper.js'
import { type ErrorCode, type ErrorDetail, errorCodes } from '../schemas/error.js'
import { Stopped } from './stopped.js'

/** On every answer to a request that was sent before: what it tells of was done then, and charged once. */
export const replayed = { 'idempotency-replayed': 'true' }

/** For audits that another server runs, and to see whether whoever waits is still there. */
const LOOK_EVERY_MS = 500

/**
 * What became of it; undefined when it is not there any more. Fails with the reason of the signal, and with "busy" when this
 * service stops before another has ended it.
 */
export async function endOfAudit(
  context: ServerContext,
  caller: Caller,
  auditId: string,
  signal: AbortSignal,
): Promise<AuditStatus | undefined> {
  for (;;) {
    const status = await context.store.audits.status(caller, auditId)
    if (status?.state !== 'running') return status
    await aWhile(context, caller, auditId, signal)
  }
}

/** Until it is worth looking again. Fails as `endOfAudit` does. */
export async function aWhile(
  { running, stopping }: ServerContext,
  caller: Caller,
  auditId: string,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const local = running.find(caller, auditId)
  // What this process runs has its time to end.
  if (!local && stopping.aborted) throw aboutToStop()
  await Promise.race([...(local ? [local.ended] : []), sleep(LOOK_EVERY_MS)])
}

/** What the first request was answered with. */
export function failureAgain(failure: StoredFailure | null): ApiError {
  const { code, message, details } = failure ?? { code: 'internal', message: 'The audit failed.' }
  if (!Object.hasOwn(errorCodes, code)) return apiErrorOf(new Stopped(message))
  return new ApiError(code as ErrorCode, message, { details: details as ErrorDetail[] | undefined })
}
