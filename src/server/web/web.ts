// The web app: its pages, and what they need of the service beyond what other callers need.
import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../context.js'
import { creditHistoryRoute } from './credit-history-route.js'
import { keyRoutes } from './key-routes.js'
import { nameRoute } from './name-route.js'
import { overviewRoute } from './overview-route.js'
import { pageRoutes } from './page-routes.js'
import { peaksRoute } from './peaks/route.js'
import { Sessions } from './session.js'
import { sessionRoutes } from './session-routes.js'

export async function serveWeb(app: FastifyInstance, context: ServerContext): Promise<void> {
  await app.register(pageRoutes(context))
  await app.register(sessionRoutes(context, new Sessions(context)))
  for (const route of [peaksRoute, overviewRoute, nameRoute, keyRoutes, creditHistoryRoute]) {
    await app.register(route(context))
  }
}
