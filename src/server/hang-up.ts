import type { FastifyReply } from 'fastify'
import { Stopped } from './audit/stopped.js'

/** Aborted when the caller closes the connection before the answer is out, or has closed it already. */
export function hangUp({ raw }: FastifyReply): { signal: AbortSignal } {
  const controller = new AbortController()
  const stop = () => {
    if (!raw.writableFinished) controller.abort(new Stopped('The caller hung up.'))
  }
  // Whoever hangs up while the key is looked up is gone before anybody listens, and would be waited for without end.
  if (raw.destroyed || raw.closed) stop()
  else raw.once('close', stop)
  return controller
}
