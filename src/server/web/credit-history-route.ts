// GET /v1/balance/history: what credits came and went.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { toCredits } from '../../billing/credits.js'
import { entryKinds } from '../../store/schema.js'
import { timeText } from '../audit-views.js'
import { identityOf } from '../auth.js'
import type { ServerContext } from '../context.js'
import { failures, success, withScope } from '../routes/responses.js'
import { exampleAuditId, exampleTime, field, named, time } from '../schemas/field.js'

const PER_PAGE = 50

const entry = named('CreditEntry', 'One change of the balance.', {
  id: field(
    z.int(),
    'Number of the entry in your account: 1 for the first, one more for each that follows.',
    17,
  ),
  kind: field(
    z.enum(entryKinds),
    'Credits granted, set aside for an audit, or given back from it.',
    'reservation',
  ),
  credits: field(z.number(), 'What was added to the balance; below 0 what was taken.', -40),
  balance: field(z.number(), 'The balance after it.', 960.5),
  auditId: field(z.string().nullable(), 'The audit it was for.', exampleAuditId),
  note: field(z.string(), 'In words, where there are any.', ''),
  createdAt: field(time, 'When it happened.', exampleTime),
})
const history = named('CreditHistory', 'A page of changes of the balance.', {
  entries: field(z.array(entry), 'Newest first.', []),
  nextBefore: field(
    z.int().optional(),
    'Pass as before to get the next page; absent when there are no more.',
    17,
  ),
})

export function creditHistoryRoute({ store }: ServerContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/balance/history',
      schema: {
        operationId: 'getCreditHistory',
        summary: 'How your credits came and went',
        tags: ['account'],
        security: withScope('read'),
        querystring: z.object({
          before: field(
            z
              .string()
              .regex(/^\d{1,15}$/)
              .optional(),
            'nextBefore of the page before.',
            '17',
          ),
        }),
        response: {
          200: success('A page of entries.', history),
          ...failures('invalid_request', 'unauthorized', 'forbidden'),
        },
      },
      handler: async (request, reply) => {
        const { before } = request.query
        const rows = await store.ledger.history(identityOf(request).accountId, {
          // One more than is shown tells whether there is another page.
          limit: PER_PAGE + 1,
          ...(before !== undefined && { before: Number(before) }),
        })
        const shown = rows.slice(0, PER_PAGE)
        return reply.header('cache-control', 'no-store').send({
          entries: shown.map(
            ({ number, kind, amountMilli, balanceAfterMilli, auditId, note, createdAt }) => ({
              id: number,
              kind,
              credits: toCredits(amountMilli),
              balance: toCredits(balanceAfterMilli),
              auditId,
              note,
              createdAt: timeText(createdAt),
            }),
          ),
          ...(rows.length > PER_PAGE && { nextBefore: shown.at(-1)!.number }),
        })
      },
    })
  }
}
