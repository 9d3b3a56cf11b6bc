import { json, request } from './request.js'

export const webhookEvents = ['audit.completed', 'audit.failed', 'credits.low'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export interface WebhookEndpoint {
  id: string
  url: string
  description: string
  events: WebhookEvent[]
  creditsLow: number
  enabled: boolean
  disabledBecause: 'owner' | 'gone' | 'failing' | null
  previousSecretUntil: string | null
  createdAt: string
}

export interface Webhooks {
  endpoints: WebhookEndpoint[]
  requestSecret: { createdAt: string; previousSecretUntil: string | null } | null
}

export interface WebhookAttempt {
  number: number
  at: string
  durationMs: number
  status: number | null
  fault: string | null
}

export interface WebhookDelivery {
  id: string
  messageId: string
  event: WebhookEvent
  auditId: string | null
  endpointId: string | null
  webhookUrl: string | null
  state: 'waiting' | 'delivered' | 'failed'
  nextAttemptAt: string | null
  attempts: WebhookAttempt[]
  createdAt: string
}

export interface DeliveryPage {
  deliveries: WebhookDelivery[]
  nextCursor?: string
}

const sent = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export function webhooks(): Promise<Webhooks> {
  return json('v1/webhooks')
}

export function createWebhook(
  asked: Pick<WebhookEndpoint, 'url' | 'events'>,
): Promise<WebhookEndpoint & { secret: string }> {
  return json('v1/webhooks', sent('POST', asked))
}

export async function enableWebhook(id: string, enabled: boolean): Promise<void> {
  await request(`v1/webhooks/${id}`, sent('PATCH', { enabled }))
}

export async function deleteWebhook(id: string): Promise<void> {
  await request(`v1/webhooks/${id}`, { method: 'DELETE' })
}

/** Of an endpoint or, without one, of the webhookUrl of requests. */
export async function newWebhookSecret(id?: string): Promise<string> {
  const path = id === undefined ? 'v1/webhooks/secret' : `v1/webhooks/${id}/secret`
  return (await json<{ secret: string }>(path, { method: 'POST' })).secret
}

export function deliveryPage(cursor?: string): Promise<DeliveryPage> {
  return json(`v1/webhooks/deliveries${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`)
}

export async function replayDelivery(id: string): Promise<void> {
  await request(`v1/webhooks/deliveries/${id}/replay`, { method: 'POST' })
}
