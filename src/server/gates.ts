// What every request passes before its route: is there room, how often, and who.
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { aboutToStop, tryAgainAfter } from './api-error.js'
import { identify, identityOf } from './auth.js'
import type { ServerContext } from './context.js'
import { wantedOf } from './routes/responses.js'
import { mustHave } from './scopes.js'
import { Sessions } from './web/session.js'

type RateLimit = ReturnType<FastifyInstance['createRateLimit']>

const MINUTE_MS = 60_000
/** Those who watch the service must not be kept out by what they watch. */
const unlimited = ['/healthz', '/readyz', '/metrics']

export async function guard(app: FastifyInstance, context: ServerContext): Promise<void> {
  const { config, rates, stopping, metrics } = context
  const sessions = new Sessions(context)
  await app.register(rateLimit, { global: false })
  const perAddress = app.createRateLimit({ max: config.requestsPerAddress, timeWindow: MINUTE_MS })
  const perKey = app.createRateLimit({
    max: config.requestsPerKey,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => request.identity!.keyId,
  })
  /** Here first, which holds also while the others cannot be asked; then with all servers together. */
  const mustBeWithin = async (
    limit: RateLimit,
    request: FastifyRequest,
    reply: FastifyReply,
    { whose, reason }: { whose: string; reason: string },
  ) => {
    const here = await limit(request)
    if (here.isAllowed) return
    const { max, isExceeded } = here
    const all = isExceeded ? undefined : await rates?.count(`${whose} ${here.key}`, MINUTE_MS)
    const remaining = Math.min(here.remaining, max - (all?.count ?? 0))
    const resetSec = all && max - all.count <= here.remaining ? all.resetSec : here.ttlInSeconds
    tellLimit(reply, { max, remaining: Math.max(0, remaining), resetSec })
    if (!isExceeded && remaining >= 0) return
    metrics.refusals.inc({ reason, doing: 'own' })
    throw tryAgainAfter('rate_limited', resetSec, `Too many requests ${whose}.`)
  }
  app.decorateRequest('identity', undefined)
  app.addHook('onRequest', async (request, reply) => {
    if (unlimited.includes(request.routeOptions.url ?? '')) return
    await mustBeWithin(perAddress, request, reply, {
      whose: 'from this address',
      reason: 'requests_of_address',
    })
    if (stopping.aborted) throw aboutToStop()
    request.identity = (await identify(context, request)) ?? (await sessions.identityOf(request))
    if (request.identity) {
      await mustBeWithin(perKey, request, reply, { whose: 'with this key', reason: 'requests_of_key' })
    }
    // Before anything else of the request is looked at: who has no key is told that, whatever else is wrong.
    const { isKeyNeeded, scope } = wantedOf(request.routeOptions.schema?.security)
    if (isKeyNeeded) identityOf(request)
    if (scope && request.identity) mustHave(scope, request.identity)
  })
}

/** Of the limits that apply the one that is nearest (draft-ietf-httpapi-ratelimit-headers-06, section 3, one field each). */
function tellLimit(
  reply: FastifyReply,
  { max, remaining, resetSec }: { max: number; remaining: number; resetSec: number },
): void {
  const told = reply.getHeader('ratelimit-remaining')
  if (told !== undefined && Number(told) <= remaining) return
  reply.headers({
    'ratelimit-limit': String(max),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.max(1, resetSec)),
  })
}
