import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time for a caller who is still sending to see that there is an answer already. */
const LINGER_MS = 2_000

/**
 * A request that was answered before all of it was read is not read to its end: what comes meanwhile is thrown away, and
 * soon the connection is closed. Closed at once, many callers would see a broken connection in place of the answer.
 */
export function closeUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    const { socket } = raw
    // No connection stands behind requests that are injected.
    if (raw.complete || !(socket instanceof Socket)) return
    raw.unpipe()
    raw.resume()
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    raw.once('close', () => clearTimeout(timer))
  })
}
