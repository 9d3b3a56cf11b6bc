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
  return goesOn(reply, {
    auditId,
    status,
    statusUrl: links.status(auditId),
    auditUrl: links.audit(auditId),
  })
}

/** For who has no key: what stands behind # in reportUrl opens the other two. */
export function acceptedPaid(
  { links }: ServerContext,
  reply: FastifyReply,
  auditId: string,
  status: AuditAccepted['status'] = 'queued',
): FastifyReply {
  return goesOn(reply.header('cache-control', 'no-store'), {
    auditId,
    status,
    statusUrl: links.status(auditId),
    auditUrl: links.reportData(auditId),
    reportUrl: links.report(auditId),
  })
}

function goesOn(reply: FastifyReply, body: AuditAccepted): FastifyReply {
  return reply
    .code(202)
    .headers({ location: body.statusUrl, 'preference-applied': 'respond-async' })
    .send(body)
}
