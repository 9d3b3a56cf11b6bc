// GET /v1/audits/overview: the list of audits without their results, which are megabytes for large batches.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { toCredits } from '../../billing/credits.js'
import { auditSorts } from '../../store/audit-order.js'
import type { BriefAudit, UnfinishedAudit } from '../../store/audits.js'
import type { Caller } from '../../store/caller.js'
import { howFar } from '../audit/how-far.js'
import { timeText } from '../audit-views.js'
import { identityOf } from '../auth.js'
import type { ServerContext } from '../context.js'
import { failures, success, withScope } from '../routes/responses.js'
import { auditListItem, listQuery } from '../schemas/audit-list.js'
import { auditStatus } from '../schemas/audit-status.js'
import { field, named } from '../schemas/field.js'

const {
  auditId,
  name,
  score,
  summary,
  fileCount,
  regenCount,
  creditsUsed,
  selectedAnalyses,
  createdAt,
  reportUrl,
} = auditListItem.shape

const firstFiles = field(z.array(z.string()), 'Names of the first files of the batch.', ['chapter-01.mp3'])

const brief = named('AuditBrief', 'A stored audit in a few words.', {
  auditId,
  name,
  score,
  summary,
  fileCount,
  regenCount,
  creditsUsed,
  selectedAnalyses,
  createdAt,
  reportUrl,
  firstFiles,
})
type AuditBrief = z.infer<typeof brief>

const { status, filesDone, timeLeftSec, finishedAt, error } = auditStatus.shape

const unfinished = named('UnfinishedAudit', 'An audit without a result: it waits, runs or has failed.', {
  auditId,
  name,
  status,
  fileCount,
  filesDone,
  timeLeftSec,
  selectedAnalyses,
  createdAt,
  finishedAt,
  error,
  firstFiles,
})
type UnfinishedBody = z.infer<typeof unfinished>

const overview = named('AuditOverview', 'A page of audits in a few words, most recent first.', {
  audits: field(z.array(brief), 'Finished ones, in the order asked for.', []),
  unfinished: field(
    z.array(unfinished).optional(),
    'With the first page: the latest that wait, run or have failed, most recent first.',
    [],
  ),
  nextCursor: field(
    z.string().optional(),
    'Pass as cursor to get the next page; absent when there are no more.',
    'MTc3',
  ),
})

const FILES_NAMED = 3
const MOST_SEARCHED_CHARS = 200

const overviewQuery = listQuery.extend({
  search: field(
    z.string().max(MOST_SEARCHED_CHARS).optional(),
    'Only audits with this in their name or in the name of a file.',
    'chapter',
  ),
  sort: field(
    z.enum(auditSorts).optional(),
    'Most recent first unless told: "oldest", "score" (lowest first), "regenerate" (most files to regenerate first). A cursor is for the same search and order.',
    'newest',
  ),
})

export function overviewRoute({ store, links, running }: ServerContext): FastifyPluginAsyncZod {
  const unfinishedBriefly = (caller: Caller, audit: UnfinishedAudit): UnfinishedBody => ({
    auditId: audit.id,
    ...(audit.name !== null && { name: audit.name }),
    fileCount: audit.fileCount,
    ...howFar(audit, running.find(caller, audit.id)?.running),
    selectedAnalyses: audit.selectedAnalyses as UnfinishedBody['selectedAnalyses'],
    createdAt: timeText(audit.createdAt),
    ...(audit.finishedAt && { finishedAt: timeText(audit.finishedAt) }),
    ...(audit.failure && { error: audit.failure as UnfinishedBody['error'] }),
    firstFiles: audit.fileNames.slice(0, FILES_NAMED),
  })
  const briefly = (audit: BriefAudit): AuditBrief => ({
    auditId: audit.id,
    ...(audit.name !== null && { name: audit.name }),
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
        summary: 'Your audits in a few words, also those without a result',
        tags: ['audits'],
        security: withScope('read'),
        querystring: overviewQuery,
        response: {
          200: success('A page of audits.', overview),
          ...failures('invalid_request', 'unauthorized', 'forbidden'),
        },
      },
      handler: async (request, reply) => {
        const { limit, cursor, search, sort } = request.query
        const { caller } = identityOf(request)
        const page = await store.audits.overview(caller, { limit: Number(limit), cursor, search, sort })
        const others = cursor === undefined ? await store.audits.unfinished(caller, search) : undefined
        reply.header('cache-control', 'no-store')
        return reply.send({
          audits: page.audits.map(briefly),
          ...(others && { unfinished: others.map((audit) => unfinishedBriefly(caller, audit)) }),
          ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
        })
      },
    })
  }
}
