// A whole service inside the test: real store on the embedded database, real app, no port.
import { rm } from 'node:fs/promises'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { AuditContext } from '../../src/audit/engine.js'
import { createJudging, type Judging } from '../../src/audit/judging.js'
import { judgingHere } from '../../src/audit/judging-here.js'
import { createPool, type Pool } from '../../src/audit/pool.js'
import { grantCredits } from '../../src/billing/credit-account.js'
import { buildApp } from '../../src/server/app.js'
import { type Config, readConfig } from '../../src/server/config.js'
import { createContext, type ServerContext } from '../../src/server/context.js'
import { createLog } from '../../src/server/log.js'
import { Metrics } from '../../src/server/metrics.js'
import { openStore, type Store, type StoreSettings } from '../../src/store/store.js'
import { newDataFolder } from './data-folder.js'
import { type FormPart, multipart } from './multipart.js'

export const BASE_URL = 'https://audit.test'

export interface Caller {
  accountId: string
  key: string
}

export interface TestServiceOptions {
  config?: Partial<Config>
  /** In place of the real analyser. */
  pool?: AuditContext['pool']
  onLog?: (line: string) => void
  /** Where it lies; a folder of its own when left out. */
  database?: StoreSettings
}

export class TestService {
  private constructor(
    readonly app: FastifyInstance,
    readonly context: ServerContext,
    readonly store: Store,
    readonly dataFolder: string,
    private readonly threads: (Pool | Judging)[],
    private readonly stopping: AbortController,
  ) {}

  static async start({ config, pool, onLog, database }: TestServiceOptions = {}): Promise<TestService> {
    const dataFolder = database?.dataFolder ?? (await newDataFolder())
    const store = await openStore({ ...database, dataFolder })
    const realPool = pool ? undefined : createPool({ workers: 1 })
    const judging = pool ? judgingHere : createJudging()
    const stopping = new AbortController()
    const context = await createContext({
      config: {
        ...readConfig({ BASE_URL, AUDIO_AUDIT_DATA: dataFolder }),
        requestsPerAddress: 1e6,
        requestsPerKey: 1e6,
        ...config,
      },
      store,
      pool: pool ?? realPool!,
      judging,
      log: createLog(onLog ? 'debug' : 'silent', onLog && { write: onLog }),
      stopping: stopping.signal,
    })
    const app = await readyApp(context)
    return new TestService(app, context, store, dataFolder, realPool ? [realPool, judging] : [], stopping)
  }

  /** Another service on the same store: with other settings, or another analyser. */
  async variant({ config, pool }: Pick<TestServiceOptions, 'config' | 'pool'>): Promise<TestService> {
    const stopping = new AbortController()
    const context = await createContext({
      ...this.context,
      config: { ...this.context.config, ...config },
      pool: pool ?? this.context.pool,
      metrics: new Metrics(),
      stopping: stopping.signal,
    })
    return new TestService(await readyApp(context), context, this.store, this.dataFolder, [], stopping)
  }

  async caller(credits: number): Promise<Caller> {
    const { id: accountId } = await this.store.accounts.create('tester')
    const { secret } = await this.store.apiKeys.create(accountId, 'test')
    if (credits > 0) await grantCredits(this.store, accountId, credits)
    return { accountId, key: secret }
  }

  get(url: string, key?: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.app.inject({ url, headers: { ...(key && { 'x-api-key': key }), ...headers } })
  }

  delete(url: string, key: string): Promise<LightMyRequestResponse> {
    return this.app.inject({ method: 'DELETE', url, headers: { 'x-api-key': key } })
  }

  audit(
    query: Record<string, string> | string,
    parts: FormPart[],
    key?: string,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const form = multipart(parts)
    return this.app.inject({
      method: 'POST',
      url: `/v1/audit?${typeof query === 'string' ? query : new URLSearchParams(query)}`,
      headers: { ...form.headers, ...(key && { 'x-api-key': key }), ...headers },
      payload: form.body,
    })
  }

  async balance(key: string): Promise<number> {
    return (await this.get('/v1/balance', key)).json().credits
  }

  announceStop(): void {
    this.stopping.abort()
  }

  async stop(): Promise<void> {
    await this.context.running.drain(0)
    await this.app.close()
    for (const each of this.threads) await each.close()
    await this.store.close()
    await rm(this.dataFolder, { recursive: true, force: true })
  }
}

async function readyApp(context: ServerContext): Promise<FastifyInstance> {
  const app = await buildApp(context)
  await app.ready()
  return app
}

/** The four check parameters, on for those that are named. */
export function checks(...on: string[]): Record<string, string> {
  const names = ['comparison', 'quality', 'pace', 'scriptAccuracy']
  return Object.fromEntries(names.map((name) => [name, String(on.includes(name))]))
}
