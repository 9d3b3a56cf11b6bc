// Requests that no route gets to see, because their address or their headers cannot be read. They are answered like all others.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, notFound } from './api-error.js'
import { errorBodyOf } from './error-mapper.js'

/** For addresses with broken escapes or endless names in them. */
export function answerUnroutable(_: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = notFound('path')
  reply.code(error.status).header('x-request-id', request.id).send(errorBodyOf(error))
}

const reasons: Record<number, string> = { 400: 'Bad Request', 413: 'Content Too Large' }

/** For what is no HTTP, or has more headers than anybody needs: there is only the bare connection to answer on. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refused = refusal(error)
  const body = JSON.stringify(errorBodyOf(refused))
  const head = [
    `HTTP/1.1 ${refused.status} ${reasons[refused.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function refusal({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('too_large', 'The request has too many headers.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError('invalid_request', 'The request did not come in time. Send it again.')
  }
  return new ApiError('invalid_request', 'The request cannot be understood.')
}
