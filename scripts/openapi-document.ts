// The OpenAPI document without a running service: it depends on the routes only, not on what stands behind them.
import { pino } from 'pino'
import { buildApp } from '../src/server/app.js'
import { readConfig } from '../src/server/config.js'
import type { ServerContext } from '../src/server/context.js'
import type { Document } from '../src/server/docs/document.js'
import { Metrics } from '../src/server/metrics.js'

export async function openApiDocument(): Promise<Document> {
  const context: Partial<ServerContext> = {
    config: readConfig({}),
    log: pino({ level: 'silent' }),
    metrics: new Metrics(),
    stopping: new AbortController().signal,
  }
  const app = await buildApp(context as ServerContext)
  try {
    await app.ready()
    return app.swagger() as unknown as Document
  } finally {
    await app.close()
  }
}
