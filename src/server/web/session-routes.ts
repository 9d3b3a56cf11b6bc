// GET, POST and DELETE /v1/session: signing in to the web app with an API key, and out.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { creditBalance } from '../../billing/credit-account.js'
import { keyScopes } from '../../store/key-scopes.js'
import { timeText } from '../audit-views.js'
import { identityOf } from '../auth.js'
import type { ServerContext } from '../context.js'
import { failures, success, withKey } from '../routes/responses.js'
import { auditId, exampleAuditId, field, named, time } from '../schemas/field.js'
import type { Sessions } from './session.js'

const session = named('Session', 'Who is signed in to the web app.', {
  signedIn: field(z.boolean(), 'Whether the request comes from somebody who is known.', true),
  account: field(z.string().optional(), 'Name of the account.', 'studio'),
  keyId: field(z.string().optional(), 'The key that was used to sign in.', '4f1d'),
  scopes: field(z.array(z.enum(keyScopes)).optional(), 'What that key may be used for.', ['audit', 'read']),
  expiresAt: field(time.nullable().optional(), 'When that key expires.', null),
  credits: field(z.number().optional(), 'Credits that are free, where the key may read that.', 960.5),
  ownsAudit: field(z.boolean().optional(), 'Whether the audit asked about is theirs.', true),
})
type SessionBody = z.infer<typeof session>

const asked = z.object({
  auditId: field(auditId.optional(), 'An audit, to learn whose it is.', exampleAuditId),
})
const gone = z.undefined().meta({ description: 'Done.' })

export function sessionRoutes({ store }: ServerContext, sessions: Sessions): FastifyPluginAsyncZod {
  const tags = ['account']
  return async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/session',
      schema: {
        operationId: 'getSession',
        summary: 'Who is signed in',
        tags,
        security: [...withKey, {}],
        querystring: asked,
        response: {
          200: success('Who it is, or that it is nobody.', session),
          ...failures('invalid_request'),
        },
      },
      handler: async ({ identity, query }, reply) => {
        reply.header('cache-control', 'no-store')
        if (!identity) return reply.send({ signedIn: false } satisfies SessionBody)
        const { accountId, keyId, caller, scopes, expiresAt } = identity
        const body: SessionBody = {
          signedIn: true,
          account: (await store.accounts.get(accountId))?.name ?? '',
          keyId,
          scopes: [...scopes],
          expiresAt: expiresAt && timeText(expiresAt),
          ...(scopes.includes('read') && { credits: await creditBalance(store, accountId) }),
        }
        if (query.auditId) body.ownsAudit = (await store.audits.status(caller, query.auditId)) !== undefined
        return reply.send(body)
      },
    })

    app.route({
      method: 'POST',
      url: '/v1/session',
      schema: {
        operationId: 'signIn',
        summary: 'Begin a session of the web app with the API key of this request',
        description:
          'Answers with a cookie that scripts cannot read. It ends at sign-out, after a week, or with the key; it may do what the key may.',
        tags,
        security: withKey,
        response: { 204: gone, ...failures('unauthorized') },
      },
      handler: async (request, reply) => {
        const cookie = await sessions.begun(identityOf(request))
        return reply.code(204).header('set-cookie', cookie).send()
      },
    })

    app.route({
      method: 'DELETE',
      url: '/v1/session',
      schema: {
        operationId: 'signOut',
        summary: 'End the session of the web app',
        description: 'At once and for good, wherever its cookie has gone.',
        tags,
        security: [],
        querystring: z.object({
          everywhere: field(
            z.enum(['true', 'false']).optional(),
            'With "true" all sessions that were begun with the same key end.',
            'true',
          ),
        }),
        response: { 204: gone, ...failures('invalid_request') },
      },
      handler: async (request, reply) => {
        const cookie = await sessions.ended(request, request.query.everywhere === 'true')
        return reply.code(204).header('set-cookie', cookie).send()
      },
    })
  }
}
