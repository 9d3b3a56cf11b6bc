// Puts the service together; each part is elsewhere.
import { randomUUID } from 'node:crypto'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { ServerContext } from './context.js'
import { docsRoutes } from './docs/routes.js'
import { apiErrorOf, errorBodyOf } from './error-mapper.js'
import { guard } from './gates.js'
import { requestValidator, takeNoOthers } from './known-parameters.js'
import { closeLastConnections } from './last-connections.js'
import { documentRoutes } from './openapi.js'
import { keepOutOfCaches } from './out-of-caches.js'
import { logRequests } from './request-log.js'
import { mcpRoute } from './routes/mcp.js'
import { serviceRoutes } from './routes/service.js'
import { auditRoute } from './routes/v1/audit.js'
import { auditAudioRoute } from './routes/v1/audit-audio.js'
import { auditReportRoutes } from './routes/v1/audit-report.js'
import { auditStatusRoute } from './routes/v1/audit-status.js'
import { auditsRoutes } from './routes/v1/audits.js'
import { balanceRoute } from './routes/v1/balance.js'
import { captionsRoute } from './routes/v1/captions.js'
import { decisionsRoutes } from './routes/v1/decisions.js'
import { voicesRoutes } from './routes/v1/voices.js'
import { webhooksRoutes } from './routes/v1/webhooks.js'
import { answerUnknownPaths } from './unknown-path.js'
import { closeUnreadBodies } from './unread-body.js'
import { answerUnreadable, answerUnroutable } from './unreadable-request.js'
import { packageVersion } from './version.js'
import { missingPage } from './web/page-routes.js'
import { serveWeb } from './web/web.js'

/** Of bodies that are not audits; the routes that take one have a limit of their own. */
const MOST_OTHER_BYTES = 64 * 1024

export async function buildApp(context: ServerContext): Promise<FastifyInstance> {
  const { config, log, metrics } = context
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // One line each, by ourselves: see request-log.ts.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: MOST_OTHER_BYTES,
    requestTimeout: config.uploadMinutes * 60_000,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnreadable,
    // Stopping is announced before connections are closed; see gates.ts.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.setValidatorCompiler(requestValidator)
  // What goes out is made by us and held against the schemas in the tests, not at every request.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body))
  app.setErrorHandler((error, request, reply) => {
    const known = apiErrorOf(error)
    metrics.errors.inc({ code: known.code })
    if (known.code === 'internal') request.log.error({ err: error }, 'unforeseen')
    return reply.code(known.status).headers(known.headers).type('application/json').send(errorBodyOf(known))
  })
  logRequests(app, context)
  closeUnreadBodies(app)
  closeLastConnections(app)
  const isEncrypted = config.baseUrl.startsWith('https:')
  await app.register(helmet, {
    // On a plain address these would send browsers to an encrypted one that is not there.
    hsts: isEncrypted,
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: isEncrypted ? [] : null } },
  })
  keepOutOfCaches(app)
  await guard(app, context)
  answerUnknownPaths(app, missingPage(context))
  takeNoOthers(app)
  // No route takes any other body, but those that say so.
  app.removeAllContentTypeParsers()
  await app.register(multipart)
  await documentRoutes(app, context, packageVersion())
  await serveWeb(app, context)
  const routes = [
    serviceRoutes,
    docsRoutes,
    auditRoute,
    auditsRoutes,
    auditStatusRoute,
    auditAudioRoute,
    auditReportRoutes,
    decisionsRoutes,
    captionsRoute,
    balanceRoute,
    voicesRoutes,
    webhooksRoutes,
    mcpRoute,
  ]
  for (const route of routes) await app.register(route(context))
  return app
}
