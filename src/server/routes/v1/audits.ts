// GET /v1/audits, GET and DELETE /v1/audits/{auditId}
import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ApiError, notFound } from '../../api-error.js'
import { listItemJson, listPieces } from '../../audit-views.js'
import { identityOf } from '../../auth.js'
import type { ServerContext } from '../../context.js'
import { auditList, auditListItem, auditPath, listQuery } from '../../schemas/audit-list.js'
import { mustReach } from '../../scopes.js'
import { failures, success, withKey, withScope } from '../responses.js'

export function auditsRoutes(context: ServerContext): FastifyPluginAsyncZod {
  const { store, links, running } = context
  return async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/audits',
      schema: {
        operationId: 'listAudits',
        summary: 'Your audits, most recent first',
        tags: ['audits'],
        security: withScope('read'),
        querystring: listQuery,
        response: {
          200: success('A page of audits.', auditList),
          ...failures('invalid_request', 'unauthorized', 'forbidden'),
        },
      },
      handler: async (request, reply) => {
        const { caller } = identityOf(request)
        const { limit, cursor } = request.query
        const page = await store.audits.listing(caller, { limit: Number(limit), cursor })
        return reply.type('application/json').send(Readable.from(listPieces(page, links)))
      },
    })

    app.route({
      method: 'GET',
      url: '/v1/audits/:auditId',
      schema: {
        operationId: 'getAudit',
        summary: 'One audit',
        description: 'With the scope "read", or "audit" for those that were made with the same key.',
        tags: ['audits'],
        security: withKey,
        params: auditPath,
        response: {
          200: success('The audit.', auditListItem),
          ...failures('unauthorized', 'forbidden', 'not_found'),
        },
      },
      handler: async (request, reply) => {
        const { auditId } = request.params
        const { caller } = await mustReach({ store }, request, auditId, 'read')
        const stored = await store.audits.get(caller, auditId)
        if (!stored) throw notFound('audit')
        return reply.type('application/json').send(listItemJson(stored, links))
      },
    })

    app.route({
      method: 'DELETE',
      url: '/v1/audits/:auditId',
      schema: {
        operationId: 'deleteAudit',
        summary: 'Delete an audit: its result and its audio; stop it when it is running',
        description: 'With the scope "manage", or "audit" for those that were made with the same key.',
        tags: ['audits'],
        security: withKey,
        params: auditPath,
        response: {
          204: z.undefined().meta({ description: 'It is gone.' }),
          ...failures('unauthorized', 'forbidden', 'not_found', 'conflict'),
        },
      },
      handler: async (request, reply) => {
        const { auditId } = request.params
        const { caller } = await mustReach({ store }, request, auditId, 'manage')
        const local = running.find(caller, auditId)
        local?.running.stop('The audit was deleted.')
        await local?.ended
        if (await store.deleteAudit(caller, auditId)) return reply.code(204).send()
        if (!(await store.audits.status(caller, auditId))) throw notFound('audit')
        throw new ApiError(
          'conflict',
          'The audit is still running on another server. Try again when it is done.',
        )
      },
    })
  }
}
