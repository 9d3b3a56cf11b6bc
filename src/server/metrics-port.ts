// A port for /metrics alone, which need not be open to those who use the service.
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.js'
import type { Metrics } from './metrics.js'
import { isMetricsReader } from './metrics-reader.js'

type MetricsSettings = Pick<Config, 'metricsPort' | 'metricsHost' | 'metricsToken'>

/** Gives what closes it, and nothing where no such port is wanted. Fails with the error of the network when it is taken. */
export async function openMetricsPort(
  { metricsPort, metricsHost, metricsToken }: MetricsSettings,
  metrics: Metrics,
  log: Logger,
): Promise<{ port: number; close: () => Promise<void> } | undefined> {
  if (metricsPort === undefined) return undefined
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  })
  app.get('/metrics', async (request, reply) => {
    // Who reaches the port is for METRICS_HOST to say; a token is asked for where there is one.
    if (metricsToken !== undefined && !isMetricsReader(request, { metricsToken })) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send('Send METRICS_TOKEN as a Bearer token.\n')
    }
    return reply.type(metrics.registry.contentType).send(await metrics.text())
  })
  await app.listen({ port: metricsPort, host: metricsHost })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : metricsPort
  return { port, close: () => app.close() }
}
