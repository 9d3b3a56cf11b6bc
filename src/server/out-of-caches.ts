import type { FastifyInstance } from 'fastify'

/**
 * Answers of the API hold links, keys, balances or prices, errors among them: no cache on the way keeps one. Routes whose
 * answers may be kept say so themselves. To be called before everything that may refuse a request.
 */
export function keepOutOfCaches(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (url.startsWith('/v1/')) reply.header('cache-control', 'no-store')
  })
}
