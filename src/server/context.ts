// Everything that a request may touch, made once and handed down.
import path from 'node:path'
import type { Logger } from 'pino'
import type { Judging } from '../audit/judging.js'
import { type Prices, pricesWith } from '../billing/prices.js'
import { type Facilitator, httpFacilitator } from '../billing/x402/facilitator.js'
import type { OutboundPolicy } from '../outbound/policy.js'
import type { SharedRates } from '../queue/shared-rates.js'
import type { BucketReader } from '../store/bucket-reader.js'
import type { Store } from '../store/store.js'
import { Admission } from './audit/admission.js'
import { Pledges } from './audit/pledges.js'
import { RunningAudits } from './audit/running-audits.js'
import { Turns } from './audit/turns.js'
import { UploadRoom } from './audit/upload-room.js'
import { Backlog } from './backlog.js'
import { bucketsBy } from './buckets.js'
import type { Config } from './config.js'
import { Links } from './links.js'
import type { ListenerPool } from './listener-pool.js'
import { Metrics } from './metrics.js'
import { outboundPolicyOf } from './outbound-policy.js'

export interface ServerContext {
  config: Config
  store: Store
  pool: ListenerPool
  judging: Pick<Judging, 'judge'>
  backlog: Backlog
  /** Undefined on a server that is alone. */
  rates: SharedRates | undefined
  log: Logger
  metrics: Metrics
  prices: Prices
  /** Undefined on a server that takes API keys only. */
  facilitator: Facilitator | undefined
  links: Links
  /** Where addresses that callers name may lead. */
  outbound: OutboundPolicy
  /** Objects that callers name; opened at the first call. */
  buckets: () => Promise<BucketReader>
  running: RunningAudits
  turns: Turns
  admission: Admission
  /** What uploads under way will cost at least. */
  pledges: Pledges
  /** On the disk, for who neither has a key nor pays. */
  uploadRoom: UploadRoom
  uploadsFolder: string
  /** Aborted when the service is about to stop. */
  stopping: AbortSignal
}

export interface ContextParts {
  config: Config
  store: Store
  pool: ListenerPool
  judging: Pick<Judging, 'judge'>
  rates?: SharedRates | undefined
  log: Logger
  metrics?: Metrics
  stopping?: AbortSignal
}

export async function createContext({
  config,
  store,
  pool,
  judging,
  rates,
  log,
  metrics = new Metrics(),
  stopping = new AbortController().signal,
}: ContextParts): Promise<ServerContext> {
  const backlog = new Backlog(pool, config)
  metrics.watchBacklog(backlog)
  const prices = pricesWith({ cachedCredits: config.cachedPrice })
  return {
    config,
    store,
    pool: metered(pool, backlog, metrics),
    judging,
    backlog,
    rates,
    log,
    metrics,
    prices,
    facilitator: config.x402FacilitatorUrl ? httpFacilitator(config.x402FacilitatorUrl) : undefined,
    links: await Links.open(store, config),
    outbound: outboundPolicyOf(config),
    buckets: bucketsBy(config),
    running: new RunningAudits(),
    turns: new Turns(config.auditsAtOnce, (running, waiting) => {
      metrics.running.set(running)
      metrics.waiting.set(waiting)
    }),
    admission: new Admission(config, backlog, metrics.refusals, (inside) => metrics.admitted.set(inside)),
    pledges: new Pledges({ store, prices, metrics }),
    uploadRoom: new UploadRoom(config, metrics.refusals),
    uploadsFolder: path.resolve(config.dataFolder, 'uploads'),
    stopping,
  }
}

function metered(pool: ListenerPool, backlog: Backlog, metrics: Metrics): ListenerPool {
  return {
    workers: pool.workers,
    model: pool.model,
    ...(pool.atOnce !== undefined && { atOnce: pool.atOnce }),
    ...(pool.ping && { ping: () => pool.ping!() }),
    async listen(file, requests, options) {
      const listened = await backlog.listen(file, requests, options)
      for (const { check } of requests) {
        metrics.listens.inc({ check })
        metrics.audioSeconds.inc({ check }, listened.durationSec)
      }
      metrics.workerSeconds.inc(listened.totalSec)
      return listened
    },
  }
}
