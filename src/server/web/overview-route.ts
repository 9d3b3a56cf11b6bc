// GET /v1/audits/overview: the list of audits without their results, which are megabytes for large batches.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { toCredits } from '../../billing/credits.js'
import type { BriefAudit } from '../../store/audits.js'
import { timeText } from '../audit-views.js'
import { identityOf } from '../auth.js'
import type { ServerContext } from '../context.js'
import { failures, success, withScope } from '../routes/responses.js'
import { auditListItem, listQuery } from '../schemas/audit-list.js'
import { field, named } from '../schemas/field.js'

const {
  auditId,
  score,
  summary,
  fileCount,
  regenCount,
  creditsUsed,
  selectedAnalyses,
  createdAt,
  reportUrl,
} = auditListItem.shape

const brief = named('AuditBrief', 'A stored audit in a few words.', {
  auditId,
  score,
  summary,
  fileCount,
  regenCount,
  creditsUsed,
  selectedAnalyses,
  createdAt,
  reportUrl,
  firstFiles: field(z.array(z.string()), 'Names of the first files of the batch.', ['chapter-01.mp3']),
})
type AuditBrief = z.infer<typeof brief>

const overview = named('AuditOverview', 'A page of audits in a few words, most recent first.', {
  audits: field(z.array(brief), 'Most recent first.', []),
  nextCursor: field(
    z.string().optional(),
    'Pass as cursor to get the next page; absent when there are no more.',
    'MTc3',
  ),
})

const FILES_NAMED = 3

export function overviewRoute({ store, links }: ServerContext): FastifyPluginAsyncZod {
  const briefly = (audit: BriefAudit): AuditBrief => ({
    auditId: audit.id,
    score: audit.score,
    summary: audit.summary,
    creditsUsed: toCredits(audit.creditsUsedMilli),
    fileCount: audit.fileCount,
    regenCount: audit.regenCount,
    selectedAnalyses: audit.selectedAnalyses as AuditBrief['selectedAnalyses'],
    createdAt: timeText(audit.createdAt),
    firstFiles: audit.fileNames.slice(0, FILES_NAMED),
    ...(audit.reportRevokedAt ? {} : { reportUrl: links.report(audit.id) }),
  })
  return async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/audits/overview',
      schema: {
        operationId: 'listAuditBriefs',
        summary: 'Your audits in a few words, most recent first',
        tags: ['audits'],
        security: withScope('read'),
        querystring: listQuery,
        response: {
          200: success('A page of audits.', overview),
          ...failures('invalid_request', 'unauthorized', 'forbidden'),
        },
      },
      handler: async (request, reply) => {
        const { limit, cursor } = request.query
        const page = await store.audits.overview(identityOf(request).caller, { limit: Number(limit), cursor })
        reply.header('cache-control', 'no-store')
        return reply.send({
          audits: page.audits.map(briefly),
          ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
        })
      },
    })
  }
}
