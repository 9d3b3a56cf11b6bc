// GET /v1/audits/{auditId}/status: once as JSON, or as events until the audit ends.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Caller } from '../../../store/caller.js'
import { notFound } from '../../api-error.js'
import { howFar } from '../../audit/how-far.js'
import type { FollowedStep } from '../../audit/running-audit.js'
import { timeText } from '../../audit-views.js'
import { identityOf } from '../../auth.js'
import type { ServerContext } from '../../context.js'
import { auditPath } from '../../schemas/audit-list.js'
import { type AuditStatusBody, auditStatus } from '../../schemas/audit-status.js'
import { reportToken } from '../../schemas/field.js'
import { mustReach } from '../../scopes.js'
import { failures, withKey } from '../responses.js'

/** Often enough that no proxy takes the line for dead, and for audits that another server runs. */
const LOOK_EVERY_MS = 2_000

export function auditStatusRoute(context: ServerContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/audits/:auditId/status',
      schema: {
        operationId: 'getAuditStatus',
        summary: 'How far an audit is',
        description:
          'With "Accept: text/event-stream" it answers with server-sent events: "status" at first and whenever that changes (AuditStatus), "progress" for each step of a file (AuditProgress), and once more for a file that is analysed, with what is wrong with it by itself, and at the end "done" or "failed" (AuditStatus). A key needs the scope "read", or "audit" for audits that were made with it; who pays per request and has no key sends X-Report-Token.',
        tags: ['audits'],
        security: [...withKey, {}],
        params: auditPath,
        headers: z.object({ 'x-report-token': reportToken.optional() }),
        response: {
          200: {
            description: 'How far it is.',
            content: {
              'application/json': { schema: auditStatus },
              'text/event-stream': { schema: z.string() },
            },
          },
          ...failures('unauthorized', 'forbidden', 'not_found'),
        },
      },
      // As gates.ts does where a key is the only way.
      onRequest: async (request) => {
        if (request.headers['x-report-token'] === undefined) identityOf(request)
      },
      handler: async (request, reply) => {
        const asker = await askerOf(context, request, request.params.auditId)
        const status = asker && (await statusOf(context, asker, request.params.auditId))
        if (!status) throw notFound('audit')
        reply.header('cache-control', 'no-store')
        if (!request.headers.accept?.includes('text/event-stream')) return reply.send(status)
        const events = Readable.from(eventsOf(context, asker, status))
        return reply
          .type('text/event-stream')
          .header('x-accel-buffering', 'no')
          .send(events as never)
      },
    })
  }
}

interface Asker {
  caller: Caller
  /** Without a key, by the token of the report. */
  isByToken: boolean
}

/** A key counts before a token, as everywhere. */
async function askerOf(
  { store, links }: ServerContext,
  request: FastifyRequest,
  auditId: string,
): Promise<Asker | undefined> {
  if (request.identity) {
    const { caller } = await mustReach({ store }, request, auditId, 'read')
    return { caller, isByToken: false }
  }
  const token = String(request.headers['x-report-token'])
  const caller = links.isReportToken(auditId, token) ? await store.audits.callerByReport(auditId) : undefined
  return caller && { caller, isByToken: true }
}

async function statusOf(
  { store, running, links }: ServerContext,
  { caller, isByToken }: Asker,
  auditId: string,
): Promise<AuditStatusBody | undefined> {
  const stored = await store.audits.status(caller, auditId)
  if (!stored) return undefined
  const local = stored.state === 'running' ? running.find(caller, auditId)?.running : undefined
  return {
    auditId,
    fileCount: stored.fileCount,
    ...howFar(stored, local),
    createdAt: timeText(stored.createdAt),
    ...(stored.finishedAt && { finishedAt: timeText(stored.finishedAt) }),
    ...(stored.failure && { error: stored.failure as AuditStatusBody['error'] }),
    auditUrl: isByToken ? links.reportData(auditId) : links.audit(auditId),
  }
}

async function* eventsOf(
  context: ServerContext,
  asker: Asker,
  first: AuditStatusBody,
): AsyncGenerator<string> {
  const { auditId } = first
  const steps: FollowedStep[] = []
  let wake = () => {}
  const local = context.running.find(asker.caller, auditId)
  const unfollow = local?.running.follow((step) => {
    if (step) steps.push(step)
    wake()
  })
  try {
    let told = first
    yield event('status', first)
    for (;;) {
      while (steps.length > 0) yield event('progress', steps.shift()!)
      const status = await statusOf(context, asker, auditId)
      // Deleted meanwhile: there is nothing more to tell.
      if (!status) return
      if (status.status === 'done' || status.status === 'failed') {
        yield event(status.status, status)
        return
      }
      if (isNews(told, status)) {
        told = status
        yield event('status', status)
      }
      if (steps.length > 0) continue
      const isWoken = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), LOOK_EVERY_MS)
        wake = () => {
          clearTimeout(timer)
          resolve(true)
        }
        local?.ended.then(wake)
      })
      if (!isWoken) yield ': still there\n\n'
    }
  } finally {
    unfollow?.()
  }
}

function isNews(told: AuditStatusBody, now: AuditStatusBody): boolean {
  return (
    told.status !== now.status ||
    told.filesDone !== now.filesDone ||
    (told.timeLeftSec === undefined) !== (now.timeLeftSec === undefined)
  )
}

function event(kind: string, data: object): string {
  return `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`
}
