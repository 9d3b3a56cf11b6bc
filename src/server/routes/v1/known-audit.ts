import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredFailure } from '../../../store/schema.js'
import { ApiError } from '../../api-error.js'
import { auditJson } from '../../audit-views.js'
import { identityOf } from '../../auth.js'
import type { ServerContext } from '../../context.js'
import { type ErrorCode, type ErrorDetail, errorCodes } from '../../schemas/error.js'
import { accepted, prefersAsync } from './respond-async.js'

/** For audits that another server runs. */
const LOOK_EVERY_MS = 500

/** The answer that the same request got, or will get, when it was sent the first time under its Idempotency-Key. */
export async function knownAudit(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  auditId: string,
  signal: AbortSignal,
): Promise<FastifyReply> {
  const { caller } = identityOf(request)
  for (;;) {
    signal.throwIfAborted()
    const status = await context.store.audits.status(caller, auditId)
    if (status?.state === 'failed') throw failureAgain(status.failure)
    if (!status)
      throw new ApiError('conflict', 'The audit of this Idempotency-Key was deleted. Send a new key.')
    if (prefersAsync(request)) return accepted(context, reply, auditId, status.state)
    if (status.state === 'done') {
      const stored = await context.store.audits.get(caller, auditId)
      if (stored)
        return reply.type('application/json').send(auditJson(stored.resultJson, auditId, context.links))
    } else {
      const local = context.running.find(caller, auditId)
      await Promise.race([...(local ? [local.ended] : []), sleep(LOOK_EVERY_MS)])
    }
  }
}

function failureAgain(failure: StoredFailure | null): ApiError {
  const { code, message, details } = failure ?? { code: 'internal', message: 'The audit failed.' }
  if (!Object.hasOwn(errorCodes, code)) return new ApiError('conflict', `${message} Send the request again.`)
  return new ApiError(code as ErrorCode, message, { details: details as ErrorDetail[] | undefined })
}
