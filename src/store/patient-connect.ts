import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isConnectionLoss } from './connection-loss.js'

/** Longer than a database takes to start anew. */
const PATIENCE_MS = 25_000
const PAUSE_MS = 200

type Callback = (
  error: Error | undefined,
  client?: pg.PoolClient,
  release?: (error?: Error | boolean) => void,
) => void

/** Whoever wants a connection while the server starts anew waits for it; nothing has been asked yet that could be asked twice. */
export function connectPatiently(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const patiently = async (): Promise<pg.PoolClient> => {
    const until = Date.now() + PATIENCE_MS
    for (;;) {
      try {
        return await connect()
      } catch (error) {
        if (!isConnectionLoss(error) || Date.now() > until || pool.ending) throw error
        await sleep(PAUSE_MS)
      }
    }
  }
  // The pool itself asks with a callback when it is given a query.
  pool.connect = ((callback?: Callback) => {
    if (!callback) return patiently()
    patiently().then((client) => callback(undefined, client, client.release), callback)
  }) as typeof pool.connect
}
