// GET and POST /v1/keys, DELETE /v1/keys/{keyId}: the API keys of the caller's own account.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiKey as StoredKey } from '../../store/api-keys.js'
import { type KeyScope, keyScopes, usualScopes } from '../../store/key-scopes.js'
import { isId } from '../../store/tokens.js'
import { forbidden, invalidRequest, notFound } from '../api-error.js'
import { timeText } from '../audit-views.js'
import { type Identity, identityOf } from '../auth.js'
import type { ServerContext } from '../context.js'
import { failures, success, withScope } from '../routes/responses.js'
import { exampleTime, field, named, time } from '../schemas/field.js'

const MOST_NAME_CHARACTERS = 100

const keyShape = {
  id: field(z.string(), 'Identifies the key; it is not the key itself.', 'b1946ac92492d2347c6235b4d2611184'),
  name: field(z.string(), 'What it is for, in your words.', 'build server'),
  prefix: field(z.string(), 'How the key begins, to know it again.', 'aa_pYq0tq'),
  createdAt: field(time, 'When it was made.', exampleTime),
  lastUsedAt: field(time.nullable(), 'When it was last used, to the minute.', exampleTime),
  scopes: field(z.array(z.enum(keyScopes)), 'What it may be used for.', ['audit', 'read']),
  expiresAt: field(
    time.nullable(),
    'From when on it does not work; null when it works until it is revoked.',
    null,
  ),
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

/** Some of the scopes, with commas between them. */
const scopeList = z.string().regex(/^(audit|read|manage)(,(audit|read|manage)){0,2}$/, {
  error: 'scopes must be some of audit, read and manage, with commas between them.',
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
        security: withScope('manage'),
        response: { 200: success('The keys.', apiKeys), ...failures('unauthorized', 'forbidden') },
      },
      handler: async (request, reply) => {
        const all = await store.apiKeys.list(identityOf(request).accountId)
        const keys = all.filter(isOfUse).map(shown)
        return reply.header('cache-control', 'no-store').send({ keys })
      },
    })

    app.route({
      method: 'POST',
      url: '/v1/keys',
      schema: {
        operationId: 'createKey',
        summary: 'Make another API key for your account',
        description:
          'It may do no more than the key that makes it, and expires no later. The first key of an account has every scope.',
        tags,
        security: withScope('manage'),
        querystring: z.object({
          name: field(
            z.string().trim().min(1).max(MOST_NAME_CHARACTERS),
            'What it is for, in your words.',
            'build server',
          ),
          scopes: field(
            scopeList.optional(),
            'What it may be used for: audit, read, manage, with commas between them. Left out: audit and read.',
            'audit,read',
          ),
          expiresAt: field(
            z.iso
              .datetime({
                offset: true,
                error: 'expiresAt must be a time in ISO 8601 with its offset, such as 2030-01-31T00:00:00Z.',
              })
              .optional(),
            'From when on it does not work. Left out: as the key that makes it, which is never for most.',
            exampleTime,
          ),
        }),
        response: {
          201: success('The key, told this once.', newApiKey),
          ...failures('invalid_request', 'unauthorized', 'forbidden'),
        },
      },
      handler: async (request, reply) => {
        const maker = identityOf(request)
        const { name, scopes, expiresAt } = request.query
        const { secret, key } = await store.apiKeys.create(maker.accountId, name, {
          scopes: grantedScopes(maker, scopes),
          expiresAt: grantedExpiry(maker, expiresAt),
        })
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
        security: withScope('manage'),
        params: z.object({
          keyId: field(z.string().max(100), 'The id of a key of yours.', 'b1946ac92492d2347c6235b4d2611184'),
        }),
        response: {
          204: z.undefined().meta({ description: 'It works no more.' }),
          ...failures('unauthorized', 'forbidden', 'not_found'),
        },
      },
      handler: async (request, reply) => {
        const { keyId } = request.params
        const isRevoked = isId(keyId) && (await store.apiKeys.revoke(keyId, identityOf(request).accountId))
        if (!isRevoked) throw notFound('key')
        return reply.code(204).send()
      },
    })
  }
}

function isOfUse({ revokedAt, expiresAt }: StoredKey): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt.getTime() > Date.now())
}

/** No more than its maker has: a key that could give itself more would have it all. */
function grantedScopes(maker: Identity, asked?: string): readonly KeyScope[] {
  const scopes =
    (asked?.split(',') as KeyScope[]) ?? usualScopes.filter((scope) => maker.scopes.includes(scope))
  const beyond = scopes.find((scope) => !maker.scopes.includes(scope))
  if (beyond) throw forbidden(beyond)
  if (scopes.length > 0) return scopes
  const message = `Name the scopes: this key can give ${maker.scopes.join(', ')}.`
  throw invalidRequest([{ field: 'scopes', message }])
}

/** No later than its maker's. */
function grantedExpiry(maker: Identity, asked?: string): Date | null {
  if (asked === undefined) return maker.expiresAt
  const expiresAt = new Date(asked)
  const wrong = (message: string) => invalidRequest([{ field: 'expiresAt', message }])
  if (expiresAt.getTime() <= Date.now()) throw wrong('expiresAt must be in the future.')
  if (maker.expiresAt && expiresAt > maker.expiresAt) {
    throw wrong(
      `expiresAt must not be after ${timeText(maker.expiresAt)}, when the key that makes it expires.`,
    )
  }
  return expiresAt
}

function shown({ id, name, prefix, createdAt, lastUsedAt, scopes, expiresAt }: StoredKey) {
  return {
    id,
    name,
    prefix,
    createdAt: timeText(createdAt),
    lastUsedAt: lastUsedAt && timeText(lastUsedAt),
    scopes,
    expiresAt: expiresAt && timeText(expiresAt),
  }
}
