// GET and DELETE /v1/audits/{auditId}/report: what the report page reads with the token of its address, and how that ends.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound } from '../../api-error.js'
import { listItemJson } from '../../audit-views.js'
import type { ServerContext } from '../../context.js'
import { auditListItem, auditPath } from '../../schemas/audit-list.js'
import { reportToken } from '../../schemas/field.js'
import { mustReach } from '../../scopes.js'
import { failures, success, withKey } from '../responses.js'

const tokenHeader = z.object({ 'x-report-token': reportToken })

export function auditReportRoutes({ store, links }: ServerContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/audits/:auditId/report',
      schema: {
        operationId: 'getReport',
        summary: 'One audit, for whoever has its reportUrl',
        tags: ['reports'],
        security: [],
        params: auditPath,
        headers: tokenHeader,
        response: { 200: success('The audit.', auditListItem), ...failures('invalid_request', 'not_found') },
      },
      handler: async (request, reply) => {
        const stored = await store.audits.byReportToken(
          request.params.auditId,
          request.headers['x-report-token'],
        )
        if (!stored) throw notFound('report, or it was revoked')
        reply.header('cache-control', 'no-store')
        return reply.type('application/json').send(listItemJson(stored, links))
      },
    })

    app.route({
      method: 'DELETE',
      url: '/v1/audits/:auditId/report',
      schema: {
        operationId: 'revokeReport',
        summary: 'Make the reportUrl of an audit useless, for good',
        description:
          'Links to its audio that were handed out before end with it; the listing has new ones. With the scope "manage", or "audit" for audits that were made with the same key.',
        tags: ['reports'],
        security: withKey,
        params: auditPath,
        response: {
          204: z.undefined().meta({ description: 'It works no more.' }),
          ...failures('unauthorized', 'forbidden', 'not_found'),
        },
      },
      handler: async (request, reply) => {
        const { auditId } = request.params
        const { caller } = await mustReach({ store }, request, auditId, 'manage')
        const isRevoked = await store.audits.revokeReport(caller, auditId)
        if (!isRevoked) throw notFound('report')
        return reply.code(204).send()
      },
    })
  }
}
