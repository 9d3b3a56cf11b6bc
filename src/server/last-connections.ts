import type { FastifyInstance } from 'fastify'

/** For answers that are on their way when the service closes; by then no audit is running any more. */
const GRACE_MS = 2_000

/** A connection over which nothing was asked yet does not count as idle: it would hold up closing for more than a minute. */
export function closeLastConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
    timer.unref()
    app.server.once('close', () => clearTimeout(timer))
  })
}
