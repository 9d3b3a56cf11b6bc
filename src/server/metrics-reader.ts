import type { FastifyRequest } from 'fastify'
import { isSameHash, sha256Of } from '../store/tokens.js'
import { sentKey } from './auth.js'
import type { Config } from './config.js'

export function isMetricsReader(
  request: FastifyRequest,
  { metricsToken }: Pick<Config, 'metricsToken'>,
): boolean {
  return metricsToken === undefined || isSameHash(sha256Of(sentKey(request) ?? ''), sha256Of(metricsToken))
}
