// The same as administration.ts, for webhooks of an account.
import type { OutboundPolicy } from '../../outbound/policy.js'
import type { Store } from '../../store/store.js'
import type { StoredDelivery } from '../../store/webhook-deliveries.js'
import type { WebhookEndpoint } from '../../store/webhook-endpoints.js'
import type { DeliveryState, WebhookEvent } from '../../store/webhook-names.js'
import {
  changeEndpoint,
  EndpointRefusedError,
  registerEndpoint,
  rotateRequestSecret,
  rotateSecret,
} from '../../webhooks/endpoints.js'
import { messageId } from '../../webhooks/message.js'
import { AdministrationError } from './administration-error.js'
import type { WhichAccount } from './which-account.js'

export interface ShownEndpoint {
  id: string
  account: string
  url: string
  description: string
  events: WebhookEvent[]
  disabledBecause: string | null
  createdAt: string
}

export interface ShownSecret {
  /** Null for that of the webhookUrl of requests. */
  endpoint: string | null
  /** It is nowhere afterwards. */
  secret: string
  /** Until when the one before signs as well. */
  previousUntil: string | null
}

export interface ShownDelivery {
  id: string
  messageId: string
  event: WebhookEvent
  auditId: string | null
  /** Null for the webhookUrl of a request. */
  endpoint: string | null
  state: DeliveryState
  attempts: number
  /** Of the last attempt. */
  status: number | null
  fault: string | null
  createdAt: string
  endedAt: string | null
}

export interface WhichEndpoint extends WhichAccount {
  endpoint: string
}

export interface WebhookAdministration {
  createWebhook(
    request: WhichAccount & {
      url: string
      description?: string | undefined
      events?: WebhookEvent[] | undefined
    },
  ): Promise<ShownEndpoint & { secret: string }>
  listWebhooks(request: WhichAccount): Promise<ShownEndpoint[]>
  enableWebhook(request: WhichEndpoint & { isEnabled: boolean }): Promise<ShownEndpoint>
  deleteWebhook(request: WhichEndpoint): Promise<{ id: string }>
  /** Without an endpoint: that of the webhookUrl of requests. */
  rotateWebhookSecret(request: WhichAccount & { endpoint?: string | undefined }): Promise<ShownSecret>
  webhookLog(
    request: WhichAccount & { limit: number; state?: DeliveryState | undefined },
  ): Promise<ShownDelivery[]>
  replayWebhook(request: WhichAccount & { delivery: string }): Promise<{ id: string }>
}

export function webhookAdministrationOn(
  store: Store,
  policy: OutboundPolicy,
  accountIdOf: (which: WhichAccount) => Promise<string>,
): WebhookAdministration {
  const means = { store, policy }
  return {
    async createWebhook({ url, description, events, ...which }) {
      const accountId = await accountIdOf(which)
      try {
        const { secret, ...made } = await registerEndpoint(means, accountId, { url, description, events })
        return { ...shownEndpoint(made), secret }
      } catch (error) {
        if (!(error instanceof EndpointRefusedError)) throw error
        throw new AdministrationError(error.message)
      }
    },

    async listWebhooks(which) {
      return (await store.webhookEndpoints.list(await accountIdOf(which))).map(shownEndpoint)
    },

    async enableWebhook({ endpoint, isEnabled, ...which }) {
      const now = await changeEndpoint(means, await accountIdOf(which), endpoint, { isEnabled })
      if (!now) throw noEndpoint(endpoint)
      return shownEndpoint(now)
    },

    async deleteWebhook({ endpoint, ...which }) {
      if (!(await store.webhookEndpoints.delete(await accountIdOf(which), endpoint)))
        throw noEndpoint(endpoint)
      return { id: endpoint }
    },

    async rotateWebhookSecret({ endpoint, ...which }) {
      const accountId = await accountIdOf(which)
      const rotated =
        endpoint === undefined
          ? await rotateRequestSecret(means, accountId)
          : await rotateSecret(means, accountId, endpoint)
      if (!rotated) throw noEndpoint(String(endpoint))
      const { secret, previousUntil } = rotated
      return { endpoint: endpoint ?? null, secret, previousUntil: previousUntil?.toISOString() ?? null }
    },

    async webhookLog({ limit, state, ...which }) {
      const page = await store.webhookDeliveries.page(await accountIdOf(which), { limit, state })
      return page.deliveries.map(shownDelivery)
    },

    async replayWebhook({ delivery, ...which }) {
      const outcome = await store.webhookDeliveries.replay(await accountIdOf(which), delivery)
      if (outcome === 'replayed') return { id: delivery }
      const why = {
        unknown: `there is no delivery "${delivery}"`,
        waiting: `the delivery "${delivery}" is under way already`,
        disabled: 'its endpoint is disabled: enable it first',
      }
      throw new AdministrationError(why[outcome])
    },
  }
}

function noEndpoint(endpoint: string): AdministrationError {
  return new AdministrationError(`there is no webhook endpoint "${endpoint}"`)
}

function shownEndpoint(stored: WebhookEndpoint): ShownEndpoint {
  const { id, accountId, url, description, events, disabledBecause, createdAt } = stored
  return {
    id,
    account: accountId,
    url,
    description,
    events,
    disabledBecause,
    createdAt: createdAt.toISOString(),
  }
}

function shownDelivery(stored: StoredDelivery): ShownDelivery {
  const { id, event, auditId, endpointId, url, state, attemptCount, attempts, createdAt, endedAt } = stored
  const last = attempts.at(-1)
  return {
    id,
    messageId: messageId(stored),
    event,
    auditId,
    endpoint: url === null ? endpointId : null,
    state,
    attempts: attemptCount,
    status: last?.status ?? null,
    fault: last?.fault ?? null,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
