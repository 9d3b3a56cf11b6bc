// A process that listens to files for others, from its start to its end. It answers nobody but those who watch it.
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { expectModels } from '../audit/models-there.js'
import { StoreError } from '../store/errors.js'
import { keepToOwner } from '../store/owner-only.js'
import type { Config } from './config.js'
import { openWorker, workFolderOf } from './listeners.js'
import { Metrics } from './metrics.js'
import { openMetricsPort } from './metrics-port.js'
import { howToReadMetrics, isMetricsReader } from './metrics-reader.js'
import { hasRoom, verdictOf } from './readiness.js'
import type { Service } from './service.js'
import { sweepFolder } from './sweep-folder.js'

/** Fails with a StoreError, or with that of the network when the address is taken. */
export async function startWorker(config: Config, log: Logger): Promise<Service> {
  await keepToOwner(config.dataFolder)
  await sweepFolder(workFolderOf(config), { isExclusive: false })
  const opened = await openWorker(config, log)
  const stopping = new AbortController()
  const metrics = new Metrics().withProcess()
  metrics.watchWorkers(opened.threads)
  let app: FastifyInstance | undefined
  let metricsPort: Awaited<ReturnType<typeof openMetricsPort>>
  const close = async () => {
    await opened.close()
    await app?.close()
    await metricsPort?.close()
  }
  try {
    await opened.objects.ping().catch((cause) => {
      throw new StoreError('The bucket of S3_BUCKET cannot be used.', { cause })
    })
    app = watchersApp(config, log, metrics, async () => {
      const verdict = verdictOf(log)
      const [redis, bucket, models, disk] = await Promise.all([
        verdict(opened.worker.ping()),
        verdict(opened.objects.ping()),
        verdict(expectModels()),
        verdict(hasRoom(workFolderOf(config), config.leastFreeMb)),
      ])
      return { queue: redis, bucket, models, disk, accepting: stopping.signal.aborted ? 'failed' : 'ok' }
    })
    await app.listen({ port: config.port, host: config.host })
    metricsPort = await openMetricsPort(config, metrics, log)
  } catch (error) {
    await close()
    throw error
  }
  const address = app.server.address()
  return {
    firstAccount: undefined,
    port: typeof address === 'object' && address ? address.port : config.port,
    metricsPort: metricsPort?.port,
    stop: async () => {
      stopping.abort()
      log.info('stopping: files in hand may still be finished')
      await close()
    },
  }
}

function watchersApp(
  config: Config,
  log: Logger,
  metrics: Metrics,
  look: () => Promise<Record<string, 'ok' | 'failed'>>,
): FastifyInstance {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const checks = await look()
    const isReady = Object.values(checks).every((each) => each === 'ok')
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not_ready', checks })
  })
  if (config.metricsPort !== undefined) return app
  app.get('/metrics', async (request, reply) => {
    if (!isMetricsReader(request, config)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send(`${howToReadMetrics}\n`)
    }
    return reply.type(metrics.registry.contentType).send(await metrics.text())
  })
  return app
}
