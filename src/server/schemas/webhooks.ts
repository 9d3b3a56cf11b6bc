// What the operations on webhooks take and give.
import { z } from 'zod'
import { deliveryStates, disablingReasons, webhookEvents } from '../../store/webhook-names.js'
import { MOST_DESCRIPTION_CHARACTERS, MOST_ENDPOINTS, USUAL_CREDITS_LOW } from '../../webhooks/endpoints.js'
import { auditId, closed, count, exampleAuditId, exampleTime, field, named, time } from './field.js'

export const exampleEndpointId = '5d41402abc4b2a76b9719d911017c592'
export const exampleDeliveryId = '7d793037a0760186574b0282f2f435e7'
export const exampleWebhookSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDuMMXKyXdlsk='
const exampleUrl = 'https://hooks.studio.example/audits'
const MOST_CREDITS = 1_000_000_000

const url = field(
  z.string(),
  'Where events are sent: https, on the public internet unless the server allows others, without a user name.',
  exampleUrl,
)
const description = field(
  z.string().max(MOST_DESCRIPTION_CHARACTERS),
  'What it is for, in your words.',
  'production pipeline',
)
const events = field(z.array(z.enum(webhookEvents)).min(1), 'The events that are sent there.', [
  ...webhookEvents,
])
const creditsLow = field(
  z.number().min(0).max(MOST_CREDITS),
  '"credits.low" is sent once when an audit leaves fewer credits than this, and again only after there were more.',
  USUAL_CREDITS_LOW,
)

export const newEndpoint = closed('NewWebhookEndpoint', 'Where you want to be told of events.', {
  url,
  description: description.optional(),
  events: field(events.optional(), 'The events that are sent there; all when left out.', ['audit.completed']),
  creditsLow: creditsLow.optional(),
})

export const changedEndpoint = closed('ChangedWebhookEndpoint', 'What is to be otherwise; the rest stays.', {
  url: url.optional(),
  description: description.optional(),
  events: events.optional(),
  creditsLow: creditsLow.optional(),
  enabled: field(
    z.boolean().optional(),
    'false sends nothing more there and gives up what waits; true begins again.',
    true,
  ),
})

const previousUntil = field(
  time.nullable(),
  'Until when messages are signed with the secret before as well; null when there was none.',
  null,
)

const endpointShape = {
  id: field(z.string(), 'Identifies the endpoint.', exampleEndpointId),
  url,
  description,
  events,
  creditsLow,
  enabled: field(z.boolean(), 'Whether events are sent there.', true),
  disabledBecause: field(
    z.enum(disablingReasons).nullable(),
    '"owner": you did; "gone": it answered 410; "failing": all attempts at a message failed, and nothing has arrived since. Null while it is enabled.',
    null,
  ),
  previousSecretUntil: previousUntil,
  createdAt: field(time, 'When it was registered.', exampleTime),
}
export const endpoint = named('WebhookEndpoint', 'Where you are told of events.', endpointShape)
export type EndpointBody = z.infer<typeof endpoint>

const secret = field(
  z.string(),
  'What messages are signed with (HMAC-SHA256). It is told now and never again.',
  exampleWebhookSecret,
)
export const endpointWithSecret = named(
  'WebhookEndpointWithSecret',
  'An endpoint whose secret was just made.',
  { ...endpointShape, secret },
)

const requestSecretShape = {
  createdAt: field(time, 'When the first one was made.', exampleTime),
  previousSecretUntil: previousUntil,
}
export const requestSecret = named(
  'WebhookRequestSecret',
  'The secret that messages to the webhookUrl of a request are signed with; it was just made.',
  { ...requestSecretShape, secret },
)
const requestSecretShown = named(
  'WebhookRequestSecretShown',
  'That there is a secret for the webhookUrl of requests.',
  requestSecretShape,
)

export const endpointList = named('WebhookEndpoints', 'Where your account is told of events.', {
  endpoints: field(z.array(endpoint), `Oldest first; at most ${MOST_ENDPOINTS}.`, []),
  requestSecret: field(
    requestSecretShown.nullable(),
    'Of the secret for the webhookUrl of requests; null before the first one was made.',
    null,
  ),
})

const attempt = named('WebhookAttempt', 'One attempt at a delivery.', {
  number: field(z.int(), 'From 1.', 1),
  at: field(time, 'When it began.', exampleTime),
  durationMs: field(count, 'How long it took.', 84),
  status: field(z.int().nullable(), 'Status of the answer; null when there was none.', 204),
  fault: field(
    z.string().nullable(),
    'Why it was not delivered: "refused" (the status is not 2xx), "redirected", "timed_out", "not_reachable", "not_secure", "cut_off", "name_not_found", "refused_address", "bad_url"; null when it was.',
    null,
  ),
})

export const delivery = named('WebhookDelivery', 'An event on its way to an endpoint, or the record of it.', {
  id: field(z.string(), 'Identifies the delivery.', exampleDeliveryId),
  messageId: field(
    z.string(),
    'The header webhook-id: the same in every attempt and replay.',
    `msg_${exampleDeliveryId}`,
  ),
  event: field(z.enum(webhookEvents), 'What happened.', 'audit.completed'),
  auditId: field(auditId.nullable(), 'The audit that it is about.', exampleAuditId),
  endpointId: field(
    z.string().nullable(),
    'The endpoint; null for the webhookUrl of a request.',
    exampleEndpointId,
  ),
  webhookUrl: field(z.string().nullable(), 'The webhookUrl of the request; null for an endpoint.', null),
  state: field(z.enum(deliveryStates), 'Whether it still waits, has arrived, or was given up.', 'delivered'),
  nextAttemptAt: field(time.nullable(), 'Of one that waits: when it is sent next.', null),
  attempts: field(z.array(attempt), 'In their order.', []),
  createdAt: field(time, 'When it happened.', exampleTime),
  endedAt: field(time.nullable(), 'When it arrived or was given up.', exampleTime),
})
export type DeliveryBody = z.infer<typeof delivery>

export const deliveryList = named('WebhookDeliveries', 'A page of deliveries.', {
  deliveries: field(z.array(delivery), 'Newest first.', []),
  nextCursor: field(
    z.string().optional(),
    'Pass as cursor to get the next page; absent when there are no more.',
    'MTc3',
  ),
})

export const deliveryQuery = {
  endpointId: field(z.string().max(100).optional(), 'Only those to this endpoint.', exampleEndpointId),
  state: field(z.enum(deliveryStates).optional(), 'Only those in this state.', 'failed'),
}

export const endpointPath = z.object({
  endpointId: field(z.string().max(100), 'The id of an endpoint of yours.', exampleEndpointId),
})
export const deliveryPath = z.object({
  deliveryId: field(z.string().max(100), 'The id of a delivery of yours.', exampleDeliveryId),
})
