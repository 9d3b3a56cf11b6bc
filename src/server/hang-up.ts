import type { FastifyReply } from 'fastify'
import { Stopped } from './audit/stopped.js'

/** Aborted when the caller closes the connection before the answer is out. */
export function hangUp(reply: FastifyReply): { signal: AbortSignal } {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Stopped('The caller hung up.'))
  })
  return controller
}
