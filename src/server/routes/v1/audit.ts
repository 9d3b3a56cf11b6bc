// POST /v1/audit
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { checkNames } from '../../../audit/checks.js'
import { beginAudit, creditCharge, KnownRequestError } from '../../../billing/audit-charge.js'
import { newId } from '../../../store/tokens.js'
import { ApiError, aboutToStop } from '../../api-error.js'
import { fetchNamedFiles } from '../../audit/fetched-files.js'
import { type AuditOrder, orderOf } from '../../audit/order.js'
import { priceOf } from '../../audit/pricing.js'
import { keptVoicesOf } from '../../audit/reference-voices.js'
import { LEASE_SEC, RunningAudit } from '../../audit/running-audit.js'
import { readUpload, type Upload } from '../../audit/upload.js'
import { visitorOf } from '../../audit/visitor.js'
import { webhookUrlOf } from '../../audit/webhook-url.js'
import { auditJson } from '../../audit-views.js'
import type { ServerContext } from '../../context.js'
import { hangUp } from '../../hang-up.js'
import { validatorButForBody } from '../../known-parameters.js'
import { paymentRequired } from '../../payment-required.js'
import { audit } from '../../schemas/audit.js'
import { type AuditQuery, auditForm, auditHeaders, auditQuery } from '../../schemas/audit-request.js'
import { auditAccepted } from '../../schemas/audit-status.js'
import { isFromWeb } from '../../web/session.js'
import { quotedRequest, wholeRequest } from '../../x402/paid-request.js'
import { offerFor } from '../../x402/quote.js'
import { paidAudit, sentPayment, walletOf } from '../../x402/sale.js'
import { senderAt } from '../../x402/sender.js'
import { unlessUnpaid } from '../../x402/unpaid.js'
import { failures, success, withScope } from '../responses.js'
import { knownAudit } from './known-audit.js'
import { accepted, prefersAsync } from './respond-async.js'

const BYTES_PER_MIB = 2 ** 20

export function auditRoute(context: ServerContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      method: 'POST',
      url: '/v1/audit',
      schema: {
        operationId: 'createAudit',
        summary: 'Run one or more checks on a batch of files',
        description:
          'All four check parameters are required and at least one must be "true". Each enabled check costs 1 credit per file; less for files that were analysed before. A recording of references costs as much as one check on a file. Without a key it answers 402 with the price; the payment then comes with the same request or, when price.filesKept is true, to the same address without a body.',
        tags: ['audits'],
        security: [...withScope('audit'), {}],
        consumes: ['multipart/form-data'],
        querystring: auditQuery,
        headers: auditHeaders,
        body: auditForm,
        response: {
          200: success('The audit.', audit),
          202: success('With "Prefer: respond-async": the audit goes on.', auditAccepted),
          ...failures(
            'invalid_request',
            'unreadable_audio',
            'unauthorized',
            'forbidden',
            'insufficient_credits',
            'payment_required',
            'upload_too_slow',
            'file_not_fetched',
            'conflict',
            'too_large',
            'unsupported_media',
            'busy',
          ),
        },
      },
      validatorCompiler: validatorButForBody as never,
      handler: (request, reply) => createAudit(context, request, reply, request.query),
      // Whatever is wrong, and wherever that is seen: who brings neither a key nor a payment is told a price.
      errorHandler: (error, request) => {
        throw unlessUnpaid(context, request, error)
      },
    })
  }
}

async function createAudit(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  query: AuditQuery,
): Promise<FastifyReply> {
  const { admission, config } = context
  const { signal } = hangUp(reply)
  const payment = sentPayment(request)
  const visitor = await visitorOf(context, request, payment)
  const leave = admission.enter(visitor)
  const space = visitor.kind === 'anonymous' ? context.uploadRoom.for(visitor.caller) : undefined
  let endPledge = () => {}
  let upload: Pick<Upload, 'discard'> | undefined
  let isBegun = false
  /** From here on the audit sees to the upload, and to what is reserved for it. */
  const started = (running: RunningAudit) => {
    isBegun = true
    const outcome = context.running.start(running)
    outcome.then(leave, leave)
    return outcome
  }
  try {
    if (payment && !hasBody(request)) {
      const quoted = quotedRequest(context, query, payment.payment, signal)
      upload = quoted
      return await paidAudit(context, request, reply, quoted, payment, { started, signal })
    }
    endPledge = await pledged(context, request, query, toldBytes(request))
    const mostBytes = config.mostUploadMb * BYTES_PER_MIB
    const limits = { mostFiles: config.mostFiles, mostBytes, pace: config, space }
    const read = await readUpload(request, context.uploadsFolder, limits, signal)
    upload = read
    if (read.fields.has('fileUrls')) {
      // However short the form was, what it names may be long.
      endPledge()
      endPledge = await pledged(context, request, query, undefined)
      await fetchNamedFiles(context, request.identity, read, limits, signal)
    }
    const sent = [...read.files, ...read.references]
    context.metrics.uploadedBytes.inc(sent.reduce((sum, { byteCount }) => sum + byteCount, 0))
    const kept = keptVoicesOf(context, request.identity?.accountId)
    const order = await orderOf(query, read, config.mostFiles, kept).catch((error) => {
      throw unlessUnpaid(context, request, error, sentIn(query, read))
    })
    const webhookUrl = await webhookUrlOf(context, request.identity, read.fields)
    if (context.stopping.aborted) throw aboutToStop()
    if (payment) {
      const whole = wholeRequest(context, order, senderAt(request.ip))
      return await paidAudit(context, request, reply, whole, payment, { started, signal })
    }
    const running = await begun(context, request, order, webhookUrl)
    endPledge()
    if (!(running instanceof RunningAudit)) {
      // The audit that it waits for has its own.
      await read.discard()
      return await knownAudit(context, request, reply, running.known.auditId, signal)
    }
    const outcome = started(running)
    if (prefersAsync(request)) return accepted(context, reply, running.auditId)
    // Under a key the caller can come back for the result, and will.
    if (idempotencyKeyOf(request) === undefined) stopWith(signal, running)
    const { resultJson } = await outcome
    return reply.type('application/json').send(auditJson(resultJson, running.auditId, context.links))
  } finally {
    if (!isBegun) {
      leave()
      endPledge()
      await upload?.discard()
    }
    space?.free()
  }
}

function stopWith(signal: AbortSignal, running: RunningAudit): void {
  const stop = () => running.stop('The caller hung up.')
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  return headers['idempotency-key']?.toString()
}

function sentIn(query: AuditQuery, { files }: Upload): { files: number; checks: number } {
  return { files: files.length, checks: checkNames.filter((name) => query[name] === 'true').length }
}

/** Holds the credits of the account against the least that the request can cost. Gives what ends that. */
async function pledged(
  { pledges, store }: ServerContext,
  request: FastifyRequest,
  query: AuditQuery,
  byteCount: number | undefined,
): Promise<() => void> {
  const { identity } = request
  if (!identity) return () => {}
  const { accountId, caller } = identity
  const key = idempotencyKeyOf(request)
  // What was paid before costs nothing now.
  if (key !== undefined && (await store.idempotency.find(caller, key, ''))) return () => {}
  return pledges.pledge({ accountId, query, byteCount })
}

function toldBytes({ headers }: FastifyRequest): number | undefined {
  const told = headers['content-length']
  return told === undefined ? undefined : Number(told)
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Reserves the credits, or tells the price to who has no account to reserve them on. */
async function begun(
  context: ServerContext,
  request: FastifyRequest,
  order: AuditOrder,
  webhookUrl: string | undefined,
): Promise<RunningAudit | KnownRequestError> {
  const { identity } = request
  if (!identity) {
    const offer = await offerFor(context, order, walletOf(request), senderAt(request.ip))
    throw paymentRequired(context.config.baseUrl, offer)
  }
  const { priceMilli } = await priceOf(context, identity.caller, order)
  const { complete, files, references } = order
  const key = idempotencyKeyOf(request)
  try {
    const charged = await beginAudit(context.store, identity.accountId, {
      id: newId(),
      source: isFromWeb(request) ? 'web' : 'api',
      keyId: identity.keyId,
      selectedAnalyses: complete.checks,
      accuracy: complete.options.accuracy,
      files: files.map(({ name, sha256, byteCount, mediaType }) => ({ name, sha256, byteCount, mediaType })),
      referenceContents: references.map(({ sha256 }) => sha256),
      leaseSec: LEASE_SEC,
      webhookUrl,
      priceMilli,
      idempotency: key === undefined ? undefined : { key, requestSha256: order.sha256 },
    })
    return new RunningAudit(context, creditCharge(context.store, charged), order)
  } catch (error) {
    if (!(error instanceof KnownRequestError)) throw error
    if (error.known.isSameRequest) return error
    throw new ApiError('conflict', 'This Idempotency-Key was used for another request. Send a new one.')
  }
}
