// GET /v1/balance
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { creditBalance } from '../../../billing/credit-account.js'
import { identityOf } from '../../auth.js'
import type { ServerContext } from '../../context.js'
import { balance } from '../../schemas/balance.js'
import { failures, success, withScope } from '../responses.js'

export function balanceRoute({ store }: ServerContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/balance',
      schema: {
        operationId: 'getBalance',
        summary: 'Your credits',
        tags: ['account'],
        security: withScope('read'),
        response: { 200: success('The balance.', balance), ...failures('unauthorized', 'forbidden') },
      },
      handler: async (request, reply) => {
        const credits = await creditBalance(store, identityOf(request).accountId)
        return reply.header('cache-control', 'no-store').send({ credits })
      },
    })
  }
}
