import { type OutboundPolicy, outboundPolicy } from '../outbound/policy.js'
import type { Config } from './config.js'

/** As the configuration says. */
export function outboundPolicyOf({
  outboundNetworks,
  outboundHttp,
}: Pick<Config, 'outboundNetworks' | 'outboundHttp'>): OutboundPolicy {
  return outboundPolicy({ networks: outboundNetworks, isHttpAllowed: outboundHttp === 'true' })
}
