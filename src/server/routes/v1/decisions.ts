// PUT and GET /v1/audits/{auditId}/decisions: what people make of the issues of an audit.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { didYouMean } from '../../../audit/nearest-name.js'
import { shortened } from '../../../audit/shortened.js'
import type { StoredAudit } from '../../../store/audits.js'
import type { NewDecision, StoredDecision } from '../../../store/decisions.js'
import { invalidRequest, notFound } from '../../api-error.js'
import { timeText } from '../../audit-views.js'
import type { ServerContext } from '../../context.js'
import { Decidables, isSameTime } from '../../decidable.js'
import { refusedJson, takeJson } from '../../json-body.js'
import type { AuditBody } from '../../schemas/audit.js'
import { auditPath } from '../../schemas/audit-list.js'
import {
  type DecisionBody,
  decisionList,
  MOST_DECISIONS,
  type NewDecisionBody,
  newDecisions,
} from '../../schemas/decisions.js'
import type { ErrorDetail } from '../../schemas/error.js'
import { mustReach } from '../../scopes.js'
import { failures, success, withKey } from '../responses.js'

/** A thousand decisions with long names and the longest notes. */
const MOST_BODY_BYTES = 2 * 1024 * 1024

export function decisionsRoutes({ store }: ServerContext): FastifyPluginAsyncZod {
  return async (app) => {
    takeJson(app, MOST_BODY_BYTES)

    app.route({
      method: 'PUT',
      url: '/v1/audits/:auditId/decisions',
      schema: {
        operationId: 'decide',
        summary: 'Say what is to become of issues: retake, accept, or false alarm',
        description: `A decision is about the content of the file: it is there again in every audit of the same content, and goes with the last of them. One about the same issue takes the place of the one before; others stay. At most ${MOST_DECISIONS} at a time; when one of them is wrong none is kept. With the scope "manage", or "audit" for audits that were made with the same key.`,
        tags: ['audits'],
        security: withKey,
        params: auditPath,
        body: newDecisions,
        response: {
          200: success('All decisions about the files of the audit, as they are now.', decisionList),
          ...failures(
            'invalid_request',
            'unauthorized',
            'forbidden',
            'not_found',
            'too_large',
            'unsupported_media',
          ),
        },
      },
      errorHandler: (error) => {
        throw refusedJson(error, 'the decisions', `Send at most ${MOST_DECISIONS} decisions at a time.`)
      },
      handler: async (request, reply) => {
        const { auditId } = request.params
        const { caller } = await mustReach({ store }, request, auditId, 'manage')
        const stored = await store.audits.get(caller, auditId)
        if (!stored) throw notFound('audit')
        const contents = await store.decisions.contentsOf(caller, auditId)
        const made = decided(stored, contents, request.body.decisions)
        if (!(await store.decisions.keep(caller, auditId, made))) throw notFound('audit any more')
        return reply.send(await listed(stored, contents))
      },
    })

    app.route({
      method: 'GET',
      url: '/v1/audits/:auditId/decisions',
      schema: {
        operationId: 'getDecisions',
        summary: 'What was decided about the files of an audit',
        description:
          'Also what was decided in another audit of yours about the same content. With the scope "read", or "audit" for audits that were made with the same key.',
        tags: ['audits'],
        security: withKey,
        params: auditPath,
        response: {
          200: success('The decisions.', decisionList),
          ...failures('unauthorized', 'forbidden', 'not_found'),
        },
      },
      handler: async (request, reply) => {
        const { auditId } = request.params
        const { caller } = await mustReach({ store }, request, auditId, 'read')
        const stored = await store.audits.get(caller, auditId)
        if (!stored) throw notFound('audit')
        return reply.send(await listed(stored, await store.decisions.contentsOf(caller, auditId)))
      },
    })
  }

  /** Of files with the same content each is named. */
  async function listed(
    { caller, id, fileNames }: StoredAudit,
    contents: ReadonlyMap<number, string>,
  ): Promise<{ decisions: DecisionBody[] }> {
    const byContent = new Map<string, StoredDecision[]>()
    for (const each of await store.decisions.ofAudit(caller, id)) {
      const same = byContent.get(each.contentSha256)
      if (same) same.push(each)
      else byContent.set(each.contentSha256, [each])
    }
    const decisions = fileNames.flatMap((file, position) =>
      (byContent.get(contents.get(position) ?? '') ?? [])
        .toSorted(
          (one, other) => one.check.localeCompare(other.check) || (one.timeSec ?? -1) - (other.timeSec ?? -1),
        )
        .map(({ contentSha256: _, position: _place, check, createdAt, ...rest }) => ({
          file,
          check: check as DecisionBody['check'],
          ...rest,
          createdAt: timeText(createdAt),
        })),
    )
    return { decisions }
  }
}

/** Each with the content that it is about. Fails with "invalid_request" that names every field that is wrong. */
function decided(
  { fileNames, resultJson }: StoredAudit,
  contents: ReadonlyMap<number, string>,
  sent: NewDecisionBody[],
): NewDecision[] {
  const there = new Decidables(JSON.parse(resultJson) as AuditBody)
  const positions = new Map(fileNames.map((name, position) => [name, position]))
  const wrong: ErrorDetail[] = []
  const made: NewDecision[] = []
  for (const [at, each] of sent.entries()) {
    const refuse = (field: keyof NewDecisionBody, message: string) =>
      wrong.push({ field: `decisions.${at}.${field}`, file: shortened(each.file), message })
    const position = positions.get(each.file)
    const contentSha256 = position === undefined ? undefined : contents.get(position)
    const issue = there.find(each)
    if (position === undefined) {
      refuse('file', `There is no file "${shortened(each.file)}" in this audit.`)
    } else if (contentSha256 === undefined) {
      refuse('file', `The audio of "${shortened(each.file)}" is gone, and with it what it was.`)
    } else if (!issue) {
      const [field, message] = missing(there, each)
      refuse(field, message)
    } else if (each.endSec !== undefined && !isSameTime(each.endSec, issue.endSec)) {
      refuse('endSec', `This ${shortened(each.kind)} ends at ${issue.endSec}, not at ${each.endSec}.`)
    } else {
      const { check, kind, timeSec, endSec, confidence } = issue
      const { decision, note = '' } = each
      made.push({ contentSha256, position, check, kind, timeSec, endSec, confidence, decision, note })
    }
  }
  if (wrong.length > 0) throw invalidRequest(wrong)
  return made
}

function missing(there: Decidables, each: NewDecisionBody): [field: 'kind' | 'timeSec', message: string] {
  const { check, kind, timeSec } = each
  const kinds = there.kindsOf(each)
  if (kinds.includes(kind)) {
    const where = timeSec === null ? 'about the file as a whole' : `at ${timeSec} s`
    return ['timeSec', `The check "${check}" told no "${shortened(kind)}" ${where} in this file.`]
  }
  const told = kinds.length === 0 ? 'it told nothing' : `it told: ${kinds.join(', ')}`
  return [
    'kind',
    `The check "${check}" told no "${shortened(kind)}" of this file; ${told}.${didYouMean(kind, kinds)}`,
  ]
}
