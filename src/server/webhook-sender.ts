import { WebhookSender } from '../webhooks/sender.js'
import type { ServerContext } from './context.js'

/** On the store of this server, which other servers may share. */
export function webhookSender({
  store,
  outbound,
  config,
  links,
  metrics,
  log,
}: ServerContext): WebhookSender {
  return new WebhookSender({
    store,
    policy: outbound,
    settings: { retrySec: config.webhookRetrySec, timeoutSec: config.webhookTimeoutSec },
    auditUrl: (auditId) => links.audit(auditId),
    onAttempt: (outcome) => metrics.webhooks.inc({ outcome }),
    onDisabled: (endpointId, because) => log.info({ endpointId, because }, 'a webhook endpoint was disabled'),
    onFault: (err) => log.error({ err }, 'a webhook could not be sent, and is tried again'),
  })
}
