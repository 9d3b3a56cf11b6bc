// "Prefer: respond-async" (RFC 7240): the caller need not hold the line.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerContext } from '../../context.js'
import type { AuditAccepted } from '../../schemas/audit-status.js'

/** Preferences are separated by commas and may have parameters. */
export function prefersAsync({ headers }: FastifyRequest): boolean {
  return [headers.prefer ?? []]
    .flat()
    .flatMap((header) => header.split(','))
    .some((preference) => preference.split(';')[0].trim().toLowerCase() === 'respond-async')
}

export function accepted(
  { links }: ServerContext,
  reply: FastifyReply,
  auditId: string,
  status: AuditAccepted['status'] = 'queued',
): FastifyReply {
  const body: AuditAccepted = {
    auditId,
    status,
    statusUrl: links.status(auditId),
    auditUrl: links.audit(auditId),
  }
  return reply
    .code(202)
    .headers({ location: body.statusUrl, 'preference-applied': 'respond-async' })
    .send(body)
}
