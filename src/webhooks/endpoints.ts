// What an account does with its endpoints, by whichever way it asks for it.
import { checkedUrl } from '../outbound/checked-url.js'
import { OutboundError } from '../outbound/outbound-error.js'
import type { OutboundPolicy } from '../outbound/policy.js'
import type { Store } from '../store/store.js'
import type { SecretForRequests, WebhookEndpoint } from '../store/webhook-endpoints.js'
import { type WebhookEvent, webhookEvents } from '../store/webhook-names.js'
import { newSecret } from './signature.js'

export const MOST_ENDPOINTS = 10
export const MOST_DESCRIPTION_CHARACTERS = 200
/** For a day what is sent is signed with the old secret, too: time to bring the new one to every receiver. */
export const OVERLAP_HOURS = 24
export const USUAL_CREDITS_LOW = 100
const MILLI_PER_CREDIT = 1000
const SEC_PER_HOUR = 3600

/** What was asked for cannot be had; the message says why, for whoever asked. */
export class EndpointRefusedError extends Error {
  override readonly name = 'EndpointRefusedError'

  constructor(
    readonly field: 'url' | 'endpoints',
    message: string,
  ) {
    super(message)
  }
}

export interface EndpointAsked {
  url: string
  description?: string | undefined
  /** All when left out. */
  events?: readonly WebhookEvent[] | undefined
  /** In credits: below this balance they are low. */
  creditsLow?: number | undefined
}

/** What is left out stays. */
export interface EndpointChange extends Omit<EndpointAsked, 'url'> {
  url?: string | undefined
  isEnabled?: boolean | undefined
}

export interface EndpointMeans {
  store: Pick<Store, 'webhookEndpoints'>
  policy: OutboundPolicy
}

/** The secret is told now and never again. Fails with an EndpointRefusedError. */
export async function registerEndpoint(
  { store, policy }: EndpointMeans,
  accountId: string,
  { url, description = '', events = webhookEvents, creditsLow = USUAL_CREDITS_LOW }: EndpointAsked,
): Promise<WebhookEndpoint & { secret: string }> {
  const secret = newSecret()
  const asked = {
    url: webhookAddress(url, policy),
    description,
    events: ordered(events),
    creditsLowMilli: Math.round(creditsLow * MILLI_PER_CREDIT),
    secret,
  }
  const made = await store.webhookEndpoints.create(accountId, asked, MOST_ENDPOINTS)
  if (!made) {
    throw new EndpointRefusedError(
      'endpoints',
      `An account has at most ${MOST_ENDPOINTS} webhook endpoints. Delete one first.`,
    )
  }
  return { ...made, secret }
}

/** Undefined when there is none. Fails with an EndpointRefusedError. */
export function changeEndpoint(
  { store, policy }: EndpointMeans,
  accountId: string,
  id: string,
  { url, events, creditsLow, description, isEnabled }: EndpointChange,
): Promise<WebhookEndpoint | undefined> {
  return store.webhookEndpoints.change(accountId, id, {
    ...(url !== undefined && { url: webhookAddress(url, policy) }),
    ...(events !== undefined && { events: ordered(events) }),
    ...(creditsLow !== undefined && { creditsLowMilli: Math.round(creditsLow * MILLI_PER_CREDIT) }),
    ...(description !== undefined && { description }),
    ...(isEnabled !== undefined && { isEnabled }),
  })
}

/** The new secret, told once. Undefined when there is no such endpoint. */
export async function rotateSecret(
  { store }: Pick<EndpointMeans, 'store'>,
  accountId: string,
  id: string,
): Promise<(WebhookEndpoint & { secret: string }) | undefined> {
  const secret = newSecret()
  const now = await store.webhookEndpoints.rotate(accountId, id, secret, OVERLAP_HOURS * SEC_PER_HOUR)
  return now && { ...now, secret }
}

/** The same for addresses that single requests name; the first call makes the first secret. */
export async function rotateRequestSecret(
  { store }: Pick<EndpointMeans, 'store'>,
  accountId: string,
): Promise<SecretForRequests & { secret: string }> {
  const secret = newSecret()
  const now = await store.webhookEndpoints.rotateForRequests(accountId, secret, OVERLAP_HOURS * SEC_PER_HOUR)
  return { ...now, secret }
}

/** As it is kept. Fails with an EndpointRefusedError. */
export function webhookAddress(url: string, policy: OutboundPolicy): string {
  try {
    return checkedUrl(url, policy).href
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new EndpointRefusedError('url', error.message)
  }
}

function ordered(events: readonly WebhookEvent[]): WebhookEvent[] {
  return webhookEvents.filter((event) => events.includes(event))
}
