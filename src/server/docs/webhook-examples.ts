// One whole answer for each operation on webhooks; see examples.ts.
import { exampleAuditId, exampleTime } from '../schemas/field.js'
import {
  type DeliveryBody,
  type EndpointBody,
  exampleDeliveryId,
  exampleEndpointId,
  exampleWebhookSecret,
} from '../schemas/webhooks.js'

const endpoint: EndpointBody = {
  id: exampleEndpointId,
  url: 'https://hooks.studio.example/audits',
  description: 'production pipeline',
  events: ['audit.completed', 'audit.failed'],
  creditsLow: 100,
  enabled: true,
  disabledBecause: null,
  previousSecretUntil: null,
  createdAt: exampleTime,
}

const delivery: DeliveryBody = {
  id: exampleDeliveryId,
  messageId: `msg_${exampleDeliveryId}`,
  event: 'audit.completed',
  auditId: exampleAuditId,
  endpointId: exampleEndpointId,
  webhookUrl: null,
  state: 'delivered',
  nextAttemptAt: null,
  attempts: [
    { number: 1, at: exampleTime, durationMs: 15_003, status: null, fault: 'timed_out' },
    { number: 2, at: exampleTime, durationMs: 84, status: 204, fault: null },
  ],
  createdAt: exampleTime,
  endedAt: exampleTime,
}

const one = (value: unknown) => ({ 'application/json': { example: { value } } })
const secret = { secret: exampleWebhookSecret }

export const webhookExamples = {
  listWebhooks: {
    200: one({ endpoints: [endpoint], requestSecret: { createdAt: exampleTime, previousSecretUntil: null } }),
  },
  createWebhook: { 201: one({ ...endpoint, ...secret }) },
  changeWebhook: { 200: one(endpoint) },
  rotateWebhookSecret: { 200: one({ ...endpoint, previousSecretUntil: exampleTime, ...secret }) },
  rotateWebhookRequestSecret: { 200: one({ createdAt: exampleTime, previousSecretUntil: null, ...secret }) },
  listWebhookDeliveries: { 200: one({ deliveries: [delivery] }) },
}
