// What several processes share by Redis, loaded only where there is one: most installs have none, and need not bring its client.
export { ListenWorker } from './listen-worker.js'
export { QueuePool } from './queue-pool.js'
export { expectRedis } from './reachable.js'
export { SharedRates } from './shared-rates.js'
