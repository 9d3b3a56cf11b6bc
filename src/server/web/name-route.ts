// PUT /v1/audits/{auditId}/name: what its owner calls an audit.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound } from '../api-error.js'
import type { ServerContext } from '../context.js'
import { failures, withKey } from '../routes/responses.js'
import { auditName, auditPath } from '../schemas/audit-list.js'
import { field } from '../schemas/field.js'
import { mustReach } from '../scopes.js'

export function nameRoute({ store }: ServerContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      method: 'PUT',
      url: '/v1/audits/:auditId/name',
      schema: {
        operationId: 'nameAudit',
        summary: 'Give an audit a name, or another one',
        description:
          'For your own lists; whoever has the reportUrl sees it too. With the scope "manage", or "audit" for audits that were made with the same key.',
        tags: ['audits'],
        security: withKey,
        params: auditPath,
        querystring: z.object({
          name: field(auditName, 'The name; empty to take it away.', 'Chapter 3, second take'),
        }),
        response: {
          204: z.undefined().meta({ description: 'It has that name now.' }),
          ...failures('invalid_request', 'unauthorized', 'forbidden', 'not_found'),
        },
      },
      handler: async (request, reply) => {
        const { auditId } = request.params
        const { caller } = await mustReach({ store }, request, auditId, 'manage')
        if (!(await store.audits.rename(caller, auditId, request.query.name.trim()))) throw notFound('audit')
        return reply.code(204).send()
      },
    })
  }
}
