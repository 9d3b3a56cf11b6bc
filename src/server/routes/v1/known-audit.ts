import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../api-error.js'
import { endOfAudit, failureAgain, replayed } from '../../audit/end-of-audit.js'
import { auditJson } from '../../audit-views.js'
import { identityOf } from '../../auth.js'
import type { ServerContext } from '../../context.js'
import { accepted, prefersAsync } from './respond-async.js'

/** The answer that the same request got, or will get, when it was sent the first time under its Idempotency-Key. */
export async function knownAudit(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  auditId: string,
  signal: AbortSignal,
): Promise<FastifyReply> {
  const { store, links } = context
  const { caller } = identityOf(request)
  reply.headers(replayed)
  const isAsync = prefersAsync(request)
  const status = isAsync
    ? await store.audits.status(caller, auditId)
    : await endOfAudit(context, caller, auditId, signal)
  if (status?.state === 'failed') throw failureAgain(status.failure)
  if (status && isAsync) return accepted(context, reply, auditId, status.state)
  const stored = status && (await store.audits.get(caller, auditId))
  if (!stored) throw notFound('audit any more: it was deleted')
  return reply.type('application/json').send(auditJson(stored.resultJson, auditId, links))
}
