// Who may read /metrics. They tell how busy a service is and with what: nothing for strangers.
import type { FastifyRequest } from 'fastify'
import { isSameHash, sha256Of } from '../store/tokens.js'
import { sentKey } from './auth.js'
import type { Config } from './config.js'

/** What proxies add. Whoever sends one of these is not the machine that it seems to come from. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

export const howToReadMetrics =
  'Metrics are told on this machine alone. For others set METRICS_TOKEN and send it as a Bearer token, or set METRICS_PORT.'

/** With a token whoever sends it; without, this machine alone. */
export function isMetricsReader(
  request: FastifyRequest,
  { metricsToken }: Pick<Config, 'metricsToken'>,
): boolean {
  if (metricsToken === undefined) return isFromThisMachine(request)
  return isSameHash(sha256Of(sentKey(request) ?? ''), sha256Of(metricsToken))
}

/** By the connection itself, whatever TRUST_PROXY makes of the headers. */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const address = (raw.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const isLoopback = address === '::1' || address.startsWith('127.')
  return isLoopback && !proxyHeaders.some((name) => headers[name] !== undefined)
}
