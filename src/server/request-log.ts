// One line in the log and one count for each request; request ids on every answer.
import type { FastifyInstance } from 'fastify'
import type { ServerContext } from './context.js'

/** Asked every few seconds: of no interest unless somebody looks for them. */
const watchers = ['/healthz', '/readyz', '/metrics']

export function logRequests(app: FastifyInstance, { metrics }: ServerContext): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    // By pattern: what stands in the place of a parameter may be anything.
    const route = request.routeOptions.url ?? 'unknown'
    const { method } = request
    const { statusCode: status, elapsedTime } = reply
    metrics.requests.observe({ method, route, status }, elapsedTime / 1000)
    const isWatcher = watchers.includes(route)
    request.log[isWatcher ? 'debug' : 'info'](
      { method, route, status, ms: Math.round(elapsedTime), accountId: request.identity?.accountId },
      'request',
    )
  })
}
