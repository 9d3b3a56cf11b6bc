// The OpenAPI document without a running service: it depends on the routes only, not on what stands behind them.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '../src/server/app.js'
import { readConfig } from '../src/server/config.js'
import type { ServerContext } from '../src/server/context.js'
import type { Document } from '../src/server/docs/document.js'
import { Metrics } from '../src/server/metrics.js'

/** The app with no store and no analyser behind it. All that it can do is to describe itself. */
export async function hollowApp(): Promise<FastifyInstance> {
  const context: Partial<ServerContext> = {
    config: readConfig({}),
    log: pino({ level: 'silent' }),
    metrics: new Metrics(),
    stopping: new AbortController().signal,
  }
  const app = await buildApp(context as ServerContext)
  await app.ready()
  return app
}

export async function openApiDocument(): Promise<Document> {
  const app = await hollowApp()
  try {
    return app.swagger() as unknown as Document
  } finally {
    await app.close()
  }
}
