// /v1/webhooks: where an account is told of events, what was sent there, and sending it again.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { toCredits } from '../../../billing/credits.js'
import { isId } from '../../../store/tokens.js'
import type { StoredDelivery } from '../../../store/webhook-deliveries.js'
import type { WebhookEndpoint } from '../../../store/webhook-endpoints.js'
import {
  changeEndpoint,
  EndpointRefusedError,
  OVERLAP_HOURS,
  registerEndpoint,
  rotateRequestSecret,
  rotateSecret,
} from '../../../webhooks/endpoints.js'
import { messageId } from '../../../webhooks/message.js'
import { ApiError, invalidRequest, notFound } from '../../api-error.js'
import { timeText } from '../../audit-views.js'
import { identityOf } from '../../auth.js'
import type { ServerContext } from '../../context.js'
import { refusedJson, takeJson } from '../../json-body.js'
import { listQuery } from '../../schemas/audit-list.js'
import {
  changedEndpoint,
  type DeliveryBody,
  deliveryList,
  deliveryPath,
  deliveryQuery,
  type EndpointBody,
  endpoint,
  endpointList,
  endpointPath,
  endpointWithSecret,
  newEndpoint,
  requestSecret,
} from '../../schemas/webhooks.js'
import { failures, success, withScope } from '../responses.js'

const MOST_BODY_BYTES = 16 * 1024
const tags = ['webhooks']
const security = withScope('manage')
const sent = ['invalid_request', 'unauthorized', 'forbidden', 'too_large', 'unsupported_media'] as const

export function webhooksRoutes({ store, outbound: policy }: ServerContext): FastifyPluginAsyncZod {
  const means = { store, policy }
  return async (app) => {
    takeJson(app, MOST_BODY_BYTES)
    app.setErrorHandler((error) => {
      if (error instanceof EndpointRefusedError) throw refused(error)
      throw refusedJson(error as never, 'the endpoint', 'An endpoint has an address and a few words.')
    })

    app.route({
      method: 'GET',
      url: '/v1/webhooks',
      schema: {
        operationId: 'listWebhooks',
        summary: 'Your webhook endpoints',
        tags,
        security,
        response: { 200: success('The endpoints.', endpointList), ...failures('unauthorized', 'forbidden') },
      },
      handler: async (request, reply) => {
        const { accountId } = identityOf(request)
        const endpoints = await store.webhookEndpoints.list(accountId)
        const made = await store.webhookEndpoints.secretForRequests(accountId)
        return reply.send({
          endpoints: endpoints.map(shownEndpoint),
          requestSecret: made ? shownSecret(made) : null,
        })
      },
    })

    app.route({
      method: 'POST',
      url: '/v1/webhooks',
      schema: {
        operationId: 'createWebhook',
        summary: 'Register an endpoint',
        description:
          'Messages follow Standard Webhooks 1.0.0: verify webhook-signature with the secret, and answer 2xx within 15 s. What is not taken is sent again over three days. Redirects are not followed; 410 disables the endpoint.',
        tags,
        security,
        body: newEndpoint,
        response: {
          201: success('The endpoint with its secret, told this once.', endpointWithSecret),
          ...failures(...sent, 'conflict'),
        },
      },
      handler: async (request, reply) => {
        const { secret, ...made } = await registerEndpoint(means, identityOf(request).accountId, request.body)
        return reply.code(201).send({ ...shownEndpoint(made), secret })
      },
    })

    app.route({
      method: 'PATCH',
      url: '/v1/webhooks/:endpointId',
      schema: {
        operationId: 'changeWebhook',
        summary: 'Change, disable or enable an endpoint',
        description: 'Its secret stays. What was given up while it was disabled can be replayed.',
        tags,
        security,
        params: endpointPath,
        body: changedEndpoint,
        response: { 200: success('The endpoint as it is now.', endpoint), ...failures(...sent, 'not_found') },
      },
      handler: async (request, reply) => {
        const { accountId } = identityOf(request)
        const { endpointId } = request.params
        const { enabled: isEnabled, ...changed } = request.body
        const now =
          isId(endpointId) && (await changeEndpoint(means, accountId, endpointId, { ...changed, isEnabled }))
        if (!now) throw notFound('webhook endpoint')
        return reply.send(shownEndpoint(now))
      },
    })

    app.route({
      method: 'DELETE',
      url: '/v1/webhooks/:endpointId',
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Remove an endpoint, and what was or was to be delivered there',
        tags,
        security,
        params: endpointPath,
        response: {
          204: z.undefined().meta({ description: 'It is gone.' }),
          ...failures('unauthorized', 'forbidden', 'not_found'),
        },
      },
      handler: async (request, reply) => {
        const { endpointId } = request.params
        const { accountId } = identityOf(request)
        if (!isId(endpointId) || !(await store.webhookEndpoints.delete(accountId, endpointId))) {
          throw notFound('webhook endpoint')
        }
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'POST',
      url: '/v1/webhooks/:endpointId/secret',
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Make a new secret for an endpoint',
        description: `For ${OVERLAP_HOURS} hours messages carry a signature by the secret before as well, so that receivers can change over.`,
        tags,
        security,
        params: endpointPath,
        response: {
          200: success('The endpoint with its new secret, told this once.', endpointWithSecret),
          ...failures('unauthorized', 'forbidden', 'not_found'),
        },
      },
      handler: async (request, reply) => {
        const { endpointId } = request.params
        const { accountId } = identityOf(request)
        const rotated = isId(endpointId) && (await rotateSecret(means, accountId, endpointId))
        if (!rotated) throw notFound('webhook endpoint')
        const { secret, ...now } = rotated
        return reply.send({ ...shownEndpoint(now), secret })
      },
    })

    app.route({
      method: 'POST',
      url: '/v1/webhooks/secret',
      schema: {
        operationId: 'rotateWebhookRequestSecret',
        summary: 'Make a secret for the webhookUrl of requests',
        description: `One for the account, made by the first call; later ones replace it, and the one before signs as well for ${OVERLAP_HOURS} hours.`,
        tags,
        security,
        response: {
          200: success('The secret, told this once.', requestSecret),
          ...failures('unauthorized', 'forbidden'),
        },
      },
      handler: async (request, reply) => {
        const { secret, ...made } = await rotateRequestSecret(means, identityOf(request).accountId)
        return reply.send({ ...shownSecret(made), secret })
      },
    })

    app.route({
      method: 'GET',
      url: '/v1/webhooks/deliveries',
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'What was sent, and what came of it',
        description: 'Newest first. Answers of receivers are not kept, only their status.',
        tags,
        security,
        querystring: listQuery.extend(deliveryQuery),
        response: {
          200: success('A page of deliveries.', deliveryList),
          ...failures('invalid_request', 'unauthorized', 'forbidden'),
        },
      },
      handler: async (request, reply) => {
        const { limit, ...asked } = request.query
        // What is no id names no endpoint.
        if (asked.endpointId !== undefined && !isId(asked.endpointId)) return reply.send({ deliveries: [] })
        const page = await store.webhookDeliveries.page(identityOf(request).accountId, {
          limit: Number(limit),
          ...asked,
        })
        return reply.send({
          deliveries: page.deliveries.map(shownDelivery),
          ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
        })
      },
    })

    app.route({
      method: 'POST',
      url: '/v1/webhooks/deliveries/:deliveryId/replay',
      schema: {
        operationId: 'replayWebhookDelivery',
        summary: 'Send a message again, under the same id',
        description: 'One that has arrived or was given up. The schedule of attempts begins anew.',
        tags,
        security,
        params: deliveryPath,
        response: {
          204: z.undefined().meta({ description: 'It is sent in a moment.' }),
          ...failures('unauthorized', 'forbidden', 'not_found', 'conflict'),
        },
      },
      handler: async (request, reply) => {
        const { deliveryId } = request.params
        const { accountId } = identityOf(request)
        const outcome = isId(deliveryId)
          ? await store.webhookDeliveries.replay(accountId, deliveryId)
          : 'unknown'
        if (outcome === 'unknown') throw notFound('delivery')
        if (outcome === 'waiting') throw new ApiError('conflict', 'This delivery is under way already.')
        if (outcome === 'disabled') {
          throw new ApiError('conflict', 'The endpoint is disabled: enable it first, then replay.')
        }
        return reply.code(204).send()
      },
    })
  }
}

function refused({ field, message }: EndpointRefusedError): ApiError {
  return field === 'url' ? invalidRequest([{ field, message }]) : new ApiError('conflict', message)
}

function shownSecret({ createdAt, previousUntil }: { createdAt: Date; previousUntil: Date | null }) {
  return { createdAt: timeText(createdAt), previousSecretUntil: whenToCome(previousUntil) }
}

/** What is past has no meaning any more. */
function whenToCome(time: Date | null): string | null {
  return time && time.getTime() > Date.now() ? timeText(time) : null
}

function shownEndpoint(stored: WebhookEndpoint): EndpointBody {
  const { id, url, description, events, creditsLowMilli, previousUntil, disabledBecause, createdAt } = stored
  return {
    id,
    url,
    description,
    events,
    creditsLow: toCredits(creditsLowMilli),
    enabled: disabledBecause === null,
    disabledBecause,
    previousSecretUntil: whenToCome(previousUntil),
    createdAt: timeText(createdAt),
  }
}

function shownDelivery(stored: StoredDelivery): DeliveryBody {
  const { id, event, auditId, endpointId, url, state, nextAt, attempts, createdAt, endedAt } = stored
  return {
    id,
    messageId: messageId(stored),
    event,
    auditId,
    endpointId: url === null ? endpointId : null,
    webhookUrl: url,
    state,
    nextAttemptAt: state === 'waiting' ? timeText(nextAt) : null,
    attempts: attempts.map(({ number, beganAt, durationMs, status, fault }) => ({
      number,
      at: timeText(beganAt),
      durationMs,
      status,
      fault,
    })),
    createdAt: timeText(createdAt),
    endedAt: endedAt && timeText(endedAt),
  }
}
