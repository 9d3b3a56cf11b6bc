// What every request passes before its route: is there room, how often, and who.
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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
  const { config, rates, stopping } = context
  const sessions = new Sessions(context)
  await app.register(rateLimit, { global: false })
  const perAddress = app.createRateLimit({ max: config.requestsPerAddress, timeWindow: MINUTE_MS })
  const perKey = app.createRateLimit({
    max: config.requestsPerKey,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => request.identity!.keyId,
  })
  /** Here first, which holds also while the others cannot be asked; then with all servers together. */
  const mustBeWithin = async (limit: RateLimit, request: FastifyRequest, whose: string) => {
    const here = await limit(request)
    if (here.isAllowed) return
    const waitSec = here.isExceeded
      ? here.ttlInSeconds
      : await rates?.secondsToWait(`${whose} ${here.key}`, here.max, MINUTE_MS)
    if (waitSec !== undefined) throw tryAgainAfter('rate_limited', waitSec, `Too many requests ${whose}.`)
  }
  app.decorateRequest('identity', undefined)
  app.addHook('onRequest', async (request) => {
    if (unlimited.includes(request.routeOptions.url ?? '')) return
    if (stopping.aborted) throw aboutToStop()
    await mustBeWithin(perAddress, request, 'from this address')
    request.identity = (await identify(context, request)) ?? (await sessions.identityOf(request))
    if (request.identity) await mustBeWithin(perKey, request, 'with this key')
    // Before anything else of the request is looked at: who has no key is told that, whatever else is wrong.
    const { isKeyNeeded, scope } = wantedOf(request.routeOptions.schema?.security)
    if (isKeyNeeded) identityOf(request)
    if (scope && request.identity) mustHave(scope, request.identity)
  })
}
