// The service from its start to its end.
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createPool } from '../audit/pool.js'
import { type FirstAccount, firstAccount } from '../billing/first-account.js'
import { openStore, type Store } from '../store/store.js'
import { administrationOn } from './admin/administration.js'
import { controlSocketIn, openControlSocket } from './admin/control-socket.js'
import { buildApp } from './app.js'
import type { Config } from './config.js'
import { createContext } from './context.js'
import { startHousekeeping } from './housekeeping.js'
import { Metrics } from './metrics.js'
import { storeSettings } from './store-settings.js'

const LAST_ANSWERS_MS = 5_000

export interface Service {
  /** Made when an embedded store was empty; its key is told now and never again. */
  firstAccount: FirstAccount | undefined
  /** The port that it listens on. */
  port: number
  /** Takes no more work, lets running audits end or gives their credits back, and closes everything. */
  stop(): Promise<void>
}

/** Fails with a StoreError, or with that of the network when the address is taken. */
export async function startService(config: Config, log: Logger): Promise<Service> {
  const store = await openStore(storeSettings(config))
  const closing: (() => Promise<unknown>)[] = [() => store.close()]
  const closeAll = async () => {
    for (const close of closing.reverse()) await close()
  }
  try {
    await sweepUploads(path.resolve(config.dataFolder, 'uploads'), store)
    const pool = createPool({
      model: config.model,
      ...(config.workers !== undefined && { workers: config.workers }),
      ...(config.memoryMb !== undefined && { memoryMb: config.memoryMb }),
    })
    closing.push(() => pool.close())
    const stopping = new AbortController()
    const context = await createContext({
      config,
      store,
      pool,
      log,
      metrics: new Metrics().withProcess(),
      stopping: stopping.signal,
    })
    const app = await buildApp(context)
    // Those whose upload came to its end while others were waited for.
    closing.push(() => context.running.drain(0))
    closing.push(() => closeApp(app))
    const first = store.isExclusive ? await firstAccount(store) : undefined
    await app.listen({ port: config.port, host: config.host })
    closing.push(startHousekeeping(context))
    const socket = store.isExclusive ? controlSocketIn(config.dataFolder) : undefined
    if (socket) {
      const onError = (err: unknown) => log.error({ err }, 'a wish of the command line failed')
      closing.push(await openControlSocket(socket, administrationOn(store), onError))
    }
    return {
      firstAccount: first,
      port: portOf(app, config.port),
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

/** What was being uploaded when a process was killed. Where others may share the folder, only what is too old to be theirs. */
async function sweepUploads(folder: string, { isExclusive }: Pick<Store, 'isExclusive'>): Promise<void> {
  const dayMs = 86_400_000
  for (const name of await readdir(folder).catch(() => [])) {
    const upload = path.join(folder, name)
    const about = await stat(upload).catch(() => undefined)
    if (about && (isExclusive || Date.now() - about.mtimeMs > dayMs)) {
      await rm(upload, { recursive: true, force: true })
    }
  }
}
