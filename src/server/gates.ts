// What every request passes before its route: is there room, how often, and who.
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { aboutToStop, tryAgainAfter } from './api-error.js'
import { identify, identityOf } from './auth.js'
import type { ServerContext } from './context.js'
import { withKey } from './routes/responses.js'
import { Sessions } from './web/session.js'

const MINUTE_MS = 60_000
/** Those who watch the service must not be kept out by what they watch. */
const unlimited = ['/healthz', '/readyz', '/metrics']

export async function guard(app: FastifyInstance, context: ServerContext): Promise<void> {
  const { config, stopping } = context
  const sessions = new Sessions(context)
  await app.register(rateLimit, { global: false })
  const perAddress = app.createRateLimit({ max: config.requestsPerAddress, timeWindow: MINUTE_MS })
  const perKey = app.createRateLimit({
    max: config.requestsPerKey,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => request.identity!.keyId,
  })
  app.decorateRequest('identity', undefined)
  app.addHook('onRequest', async (request) => {
    if (unlimited.includes(request.routeOptions.url ?? '')) return
    if (stopping.aborted) throw aboutToStop()
    mustBeWithin(await perAddress(request), 'from this address')
    request.identity = (await identify(context, request)) ?? (await sessions.identityOf(request))
    if (request.identity) mustBeWithin(await perKey(request), 'with this key')
    // Before anything else of the request is looked at: who has no key is told that, whatever else is wrong.
    if (request.routeOptions.schema?.security === withKey) identityOf(request)
  })
}

type Limited = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>

function mustBeWithin(limited: Limited, whose: string): void {
  if (limited.isAllowed || !limited.isExceeded) return
  throw tryAgainAfter('rate_limited', limited.ttlInSeconds, `Too many requests ${whose}.`)
}
