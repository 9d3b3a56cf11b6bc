// GET and POST /v1/keys, DELETE /v1/keys/{keyId}: the API keys of the caller's own account.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiKey as StoredKey } from '../../store/api-keys.js'
import { notFound } from '../api-error.js'
import { timeText } from '../audit-views.js'
import { identityOf } from '../auth.js'
import type { ServerContext } from '../context.js'
import { failures, success, withKey } from '../routes/responses.js'
import { exampleTime, field, named, time } from '../schemas/field.js'

const MOST_NAME_CHARACTERS = 100

const keyShape = {
  id: field(z.string(), 'Identifies the key; it is not the key itself.', 'b1946ac92492d2347c6235b4d2611184'),
  name: field(z.string(), 'What it is for, in your words.', 'build server'),
  prefix: field(z.string(), 'How the key begins, to know it again.', 'aa_pYq0tq'),
  createdAt: field(time, 'When it was made.', exampleTime),
  lastUsedAt: field(time.nullable(), 'When it was last used, to the minute.', exampleTime),
}
const apiKey = named(
  'ApiKey',
  'A key of your account. The key itself is told once, when it is made.',
  keyShape,
)
const newApiKey = named('NewApiKey', 'A key that was just made.', {
  ...keyShape,
  secret: field(
    z.string(),
    'The key. It is told now and never again.',
    'aa_pYq0tq5Zr0cFh1p8yJ3ZkV6w2bQnUe7D',
  ),
})
const apiKeys = named('ApiKeys', 'The keys of your account that work.', {
  keys: field(z.array(apiKey), 'Oldest first.', []),
})

const tags = ['account']

export function keyRoutes({ store }: ServerContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/keys',
      schema: {
        operationId: 'listKeys',
        summary: 'Your API keys',
        tags,
        security: withKey,
        response: { 200: success('The keys.', apiKeys), ...failures('unauthorized') },
      },
      handler: async (request, reply) => {
        const all = await store.apiKeys.list(identityOf(request).accountId)
        const keys = all.filter(({ revokedAt }) => revokedAt === null).map(shown)
        return reply.header('cache-control', 'no-store').send({ keys })
      },
    })

    app.route({
      method: 'POST',
      url: '/v1/keys',
      schema: {
        operationId: 'createKey',
        summary: 'Make another API key for your account',
        tags,
        security: withKey,
        querystring: z.object({
          name: field(
            z.string().trim().min(1).max(MOST_NAME_CHARACTERS),
            'What it is for, in your words.',
            'build server',
          ),
        }),
        response: {
          201: success('The key, told this once.', newApiKey),
          ...failures('invalid_request', 'unauthorized'),
        },
      },
      handler: async (request, reply) => {
        const { secret, key } = await store.apiKeys.create(identityOf(request).accountId, request.query.name)
        return reply
          .code(201)
          .header('cache-control', 'no-store')
          .send({ ...shown(key), secret })
      },
    })

    app.route({
      method: 'DELETE',
      url: '/v1/keys/:keyId',
      schema: {
        operationId: 'revokeKey',
        summary: 'Make one of your API keys useless, for good',
        description: 'Sessions of the web app that were begun with it end, too.',
        tags,
        security: withKey,
        params: z.object({
          keyId: field(z.string().max(100), 'The id of a key of yours.', 'b1946ac92492d2347c6235b4d2611184'),
        }),
        response: {
          204: z.undefined().meta({ description: 'It works no more.' }),
          ...failures('unauthorized', 'not_found'),
        },
      },
      handler: async (request, reply) => {
        const isRevoked = await store.apiKeys.revoke(request.params.keyId, identityOf(request).accountId)
        if (!isRevoked) throw notFound('key')
        return reply.code(204).send()
      },
    })
  }
}

function shown({ id, name, prefix, createdAt, lastUsedAt }: StoredKey) {
  return { id, name, prefix, createdAt: timeText(createdAt), lastUsedAt: lastUsedAt && timeText(lastUsedAt) }
}
