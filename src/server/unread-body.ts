import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time for a caller who is still sending to see that there is an answer already. */
const LINGER_MS = 2_000

/**
 * A request that is answered before all of it was read is not read to its end: what comes meanwhile is thrown away, and
 * soon the connection is closed. Closed at once, many callers would see a broken connection in place of the answer.
 */
export function closeUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }) => {
    const { socket } = raw
    // No connection stands behind requests that are injected.
    if (raw.complete || !(socket instanceof Socket)) return
    // What Node does after the answer where the caller wants the connection closed: here only our half of it.
    socket.destroySoon = () => socket.end()
    raw.unpipe()
    raw.resume()
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
    // All has come after all: the connection may serve other requests.
    raw.once('end', () => {
      clearTimeout(timer)
      Reflect.deleteProperty(socket, 'destroySoon')
      if (socket.writableEnded) socket.destroySoon()
    })
  })
}
