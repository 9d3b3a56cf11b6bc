// The service from its start to its end.
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createJudging } from '../audit/judging.js'
import { type FirstAccount, firstAccount } from '../billing/first-account.js'
import type { SharedRates } from '../queue/shared-rates.js'
import { OTHERS } from '../store/owner-only.js'
import { openStore } from '../store/store.js'
import { administrationOn } from './admin/administration.js'
import { controlSocketIn, openControlSocket } from './admin/control-socket.js'
import { buildApp } from './app.js'
import type { Config } from './config.js'
import { createContext } from './context.js'
import { startHousekeeping } from './housekeeping.js'
import { openListeners, workFolderOf } from './listeners.js'
import { Metrics } from './metrics.js'
import { openMetricsPort } from './metrics-port.js'
import { queueParts } from './queue-parts.js'
import { storeSettings } from './store-settings.js'
import { sweepFolder } from './sweep-folder.js'
import { webhookSender } from './webhook-sender.js'

const LAST_ANSWERS_MS = 5_000

export interface Service {
  /** Made when an embedded store was empty; its key is told now and never again. */
  firstAccount: FirstAccount | undefined
  /** The port that it listens on. */
  port: number
  /** The one of METRICS_PORT, where there is one. */
  metricsPort?: number | undefined
  /** Takes no more work, lets running audits end or gives their credits back, and closes everything. */
  stop(): Promise<void>
}

export type { FirstAccount }

/** From now on no other user can read what this process writes to the disk. */
export function writeForOwnerOnly(): void {
  process.umask(OTHERS)
}

/** Fails with a StoreError, or with that of the network when the address is taken. */
export async function startService(config: Config, log: Logger): Promise<Service> {
  const store = await openStore(storeSettings(config))
  const closing: (() => Promise<unknown>)[] = [() => store.close()]
  const closeAll = async () => {
    for (const close of closing.reverse()) await close()
  }
  try {
    await sweepFolder(path.resolve(config.dataFolder, 'uploads'), store)
    await sweepFolder(workFolderOf(config), store)
    const listeners = await openListeners(config, log)
    closing.push(() => listeners.close())
    const judging = createJudging()
    closing.push(() => judging.close())
    const rates = config.redisUrl === undefined ? undefined : await sharedRates(config.redisUrl)
    closing.push(async () => rates?.close())
    const metrics = new Metrics().withProcess()
    if (listeners.threads) metrics.watchWorkers(listeners.threads)
    const stopping = new AbortController()
    const context = await createContext({
      config,
      store,
      pool: listeners.pool,
      judging,
      rates,
      log,
      metrics,
      stopping: stopping.signal,
    })
    const app = await buildApp(context)
    // Those whose upload came to its end while others were waited for.
    closing.push(() => context.running.drain(0))
    closing.push(() => closeApp(app))
    const first = store.isExclusive ? await firstAccount(store) : undefined
    await app.listen({ port: config.port, host: config.host })
    const metricsPort = await openMetricsPort(config, metrics, log)
    closing.push(async () => metricsPort?.close())
    closing.push(startHousekeeping(context, listeners.objects))
    const sender = webhookSender(context)
    sender.start()
    closing.push(() => sender.stop())
    const socket = store.isExclusive ? controlSocketIn(config.dataFolder) : undefined
    if (socket) {
      const onError = (err: unknown) => log.error({ err }, 'a command of the administrator failed')
      closing.push(await openControlSocket(socket, administrationOn(store, context.outbound), onError))
    }
    return {
      firstAccount: first,
      port: portOf(app, config.port),
      metricsPort: metricsPort?.port,
      stop: async () => {
        stopping.abort()
        log.info('stopping: running audits may still finish')
        await context.running.drain(config.shutdownGraceSec * 1000)
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function sharedRates(redisUrl: string): Promise<SharedRates> {
  const { SharedRates } = await queueParts()
  return new SharedRates(redisUrl)
}

/** Answers that are under way may end; a caller who takes them in slowly does not hold up the stop. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS)
  await app.close()
  clearTimeout(timer)
}

function portOf(app: FastifyInstance, wanted: number): number {
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : wanted
}
