// POST /mcp: the tools for agents (Model Context Protocol, streamable HTTP), each message by itself.
import { Readable } from 'node:stream'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { createAuditServer } from '../../mcp/audit-server.js'
import { ApiError, tryAgainAfter, unauthorized } from '../api-error.js'
import { identityOf, sentKey } from '../auth.js'
import type { ServerContext } from '../context.js'
import { hangUp } from '../hang-up.js'
import { MOST_MESSAGE_BYTES, serviceBackend } from '../mcp/service-backend.js'
import { packageVersion } from '../version.js'
import { withKey } from './responses.js'

/** Messages are held in memory while they are answered. */
const MOST_AT_ONCE = 16
const MOST_AT_ONCE_OF_KEY = 4
const TRY_AGAIN_SEC = 5

export function mcpRoute(context: ServerContext): FastifyPluginAsync {
  const { config, log } = context
  const allowedHosts = new Set([new URL(config.baseUrl).hostname, 'localhost', '127.0.0.1', '[::1]'])
  const atOnce = new Map<string, number>()
  const version = packageVersion()

  /** Against pages in a browser that reach this machine under a name of theirs. */
  function mustBeMeant({ headers }: FastifyRequest): void {
    const named = [`http://${headers.host ?? ''}`, ...(headers.origin === undefined ? [] : [headers.origin])]
    if (named.every((address) => allowedHosts.has(hostnameOf(address) ?? ''))) return
    throw new ApiError(
      'forbidden',
      'This address is not served here. BASE_URL of the server names the one that is.',
    )
  }

  function enter(request: FastifyRequest, reply: FastifyReply): void {
    const { keyId } = identityOf(request)
    const own = atOnce.get(keyId) ?? 0
    const all = [...atOnce.values()].reduce((sum, count) => sum + count, 0)
    if (own >= MOST_AT_ONCE_OF_KEY || all >= MOST_AT_ONCE) {
      throw tryAgainAfter('rate_limited', TRY_AGAIN_SEC, 'Too many calls at once.')
    }
    atOnce.set(keyId, own + 1)
    reply.raw.once('close', () => {
      const left = (atOnce.get(keyId) ?? 1) - 1
      if (left > 0) atOnce.set(keyId, left)
      else atOnce.delete(keyId)
    })
  }

  return async (app) => {
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: MOST_MESSAGE_BYTES },
      (_, body, done) => done(null, body),
    )
    app.route({
      method: 'POST',
      url: '/mcp',
      bodyLimit: MOST_MESSAGE_BYTES,
      schema: { hide: true, security: withKey },
      onRequest: async (request, reply) => {
        mustBeMeant(request)
        // A page in a browser has the cookie of its user, and may not speak for them here.
        if (sentKey(request) === undefined)
          throw unauthorized('Send your API key as "Authorization: Bearer <API_KEY>".')
        enter(request, reply)
      },
      handler: async (request, reply) => {
        const { signal } = hangUp(reply)
        const handler = createMcpHandler(
          () =>
            createAuditServer(serviceBackend(app, context, request), {
              version,
              onFault: (error) => request.log.error({ err: error }, 'unforeseen'),
            }),
          {
            maxRequestBodySize: MOST_MESSAGE_BYTES,
            onerror: (error) => log.debug({ err: error }, 'a message that is none'),
          },
        )
        signal.addEventListener('abort', () => void handler.close(), { once: true })
        const answer = await handler.fetch(
          new Request(new URL('/mcp', config.baseUrl), {
            method: 'POST',
            headers: headersOf(request),
            body: request.body as Buffer<ArrayBuffer>,
            signal,
          }),
        )
        reply.code(answer.status).headers(Object.fromEntries(answer.headers))
        return reply.send(answer.body ? Readable.fromWeb(answer.body as never) : null)
      },
    })
  }
}

function hostnameOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined
}

/** The key goes no further than this. */
const KEPT_HERE = new Set([
  'x-api-key',
  'authorization',
  'cookie',
  'content-length',
  'transfer-encoding',
  'connection',
])

function headersOf({ headers }: FastifyRequest): Headers {
  const passed = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (!KEPT_HERE.has(name) && value !== undefined) passed.set(name, String(value))
  }
  return passed
}
