// /v1/voices: voices that an account keeps, to hold the files of later audits against them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { unreadableAudio } from '../../../audit/audit-error.js'
import { DecodeError, FileError } from '../../../audit/errors.js'
import { type KeptVoice, keptVoiceOf, keptVoiceRequest, printModelOf } from '../../../audit/kept-voices.js'
import { LONGEST_VOICE_NAME } from '../../../audit/request.js'
import { toCredits } from '../../../billing/credits.js'
import { paidWork } from '../../../billing/paid-work.js'
import type { ListedVoice } from '../../../store/kept-voices.js'
import { ApiError, aboutToStop, invalidRequest, notFound } from '../../api-error.js'
import { withMediaTypes } from '../../audit/order.js'
import { readUpload, type Upload, type UploadedFile } from '../../audit/upload.js'
import { visitorOf } from '../../audit/visitor.js'
import { timeText } from '../../audit-views.js'
import { type Identity, identityOf } from '../../auth.js'
import type { ServerContext } from '../../context.js'
import { hangUp } from '../../hang-up.js'
import { validatorButForBody } from '../../known-parameters.js'
import {
  type KeptVoiceBody,
  keptVoice,
  keptVoiceList,
  MOST_KEPT_VOICES,
  voiceForm,
  voicePath,
} from '../../schemas/voices.js'
import { failures, success, withScope } from '../responses.js'

const BYTES_PER_MIB = 2 ** 20
const tags = ['voices']
const security = withScope('audit')

export function voicesRoutes(context: ServerContext): FastifyPluginAsyncZod {
  const { store } = context
  return async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/voices',
      schema: {
        operationId: 'listVoices',
        summary: 'The voices that you keep',
        tags,
        security,
        response: { 200: success('The voices.', keptVoiceList), ...failures('unauthorized', 'forbidden') },
      },
      handler: async (request, reply) => {
        const voices = await store.keptVoices.list(identityOf(request).accountId)
        return reply.send({ voices: voices.map((voice) => shownVoice(context, voice)) })
      },
    })

    app.route({
      method: 'PUT',
      url: '/v1/voices/:name',
      schema: {
        operationId: 'putVoice',
        summary: 'Keep a voice, to hold the files of later audits against it',
        description: `Listens to one recording of the voice and keeps what it is compared by: its print, how much speech that is made of, and band and noise of the recording. The sound is not kept. One of the same name is replaced. At most ${MOST_KEPT_VOICES} voices, with names of up to ${LONGEST_VOICE_NAME} characters. Costs as much as one check on a file; audits that name the voice in referenceVoices pay nothing for it.`,
        tags,
        security,
        consumes: ['multipart/form-data'],
        params: voicePath,
        body: voiceForm,
        response: {
          200: success('The voice as it is kept.', keptVoice),
          ...failures(
            'invalid_request',
            'unreadable_audio',
            'unauthorized',
            'forbidden',
            'insufficient_credits',
            'upload_too_slow',
            'conflict',
            'too_large',
            'unsupported_media',
            'busy',
          ),
        },
      },
      validatorCompiler: validatorButForBody as never,
      handler: (request, reply) => putVoice(context, request, reply, checkedName(request.params.name)),
    })

    app.route({
      method: 'DELETE',
      url: '/v1/voices/:name',
      schema: {
        operationId: 'deleteVoice',
        summary: 'Keep a voice no longer',
        description: 'Audits that were held against it stay as they are.',
        tags,
        security,
        params: voicePath,
        response: {
          204: z.undefined().meta({ description: 'It is gone.' }),
          ...failures('unauthorized', 'forbidden', 'not_found'),
        },
      },
      handler: async (request, reply) => {
        const { accountId } = identityOf(request)
        if (!(await store.keptVoices.delete(accountId, request.params.name.trim()))) throw notFound('voice')
        return reply.code(204).send()
      },
    })
  }
}

async function putVoice(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): Promise<FastifyReply> {
  const { store, admission, config, prices, stopping } = context
  const identity = identityOf(request)
  const { accountId } = identity
  if (!(await store.keptVoices.hasRoom(accountId, name, MOST_KEPT_VOICES))) throw tooManyVoices()
  const { signal } = hangUp(reply)
  const leave = admission.enter(await visitorOf(context, request, undefined))
  let upload: Upload | undefined
  try {
    const kept = await paidWork(store, accountId, {
      priceMilli: prices.checkMilli,
      note: `voice "${name}"`,
      work: async () => {
        const mostBytes = config.mostUploadMb * BYTES_PER_MIB
        const limits = { mostFiles: 1, mostBytes, pace: config }
        upload = await readUpload(request, context.uploadsFolder, limits, signal)
        const file = onlyFile(upload)
        if (stopping.aborted) throw aboutToStop()
        return listenedVoice(context, identity, file, signal)
      },
      keep: async (tx, { print, speechSec }) => {
        const model = printModelOf(context.pool.model)
        const put = await tx.keptVoices.put(accountId, { name, model, speechSec, print }, MOST_KEPT_VOICES)
        if (!put) throw tooManyVoices()
        return put
      },
    })
    context.metrics.credits.inc({ kind: 'used' }, toCredits(prices.checkMilli))
    return await reply.send(shownVoice(context, kept))
  } finally {
    leave()
    await upload?.discard()
  }
}

/** Fails with an AuditError that says why the recording is no use. */
async function listenedVoice(
  { store, pool, config, metrics }: ServerContext,
  { caller }: Identity,
  file: UploadedFile,
  signal: AbortSignal,
): Promise<KeptVoice & { speechSec: number }> {
  metrics.uploadedBytes.inc(file.byteCount)
  await withMediaTypes([file])
  try {
    const { findings } = await store.audio.passing(caller, [file], () =>
      pool.listen(file.path, [keptVoiceRequest], {
        signal,
        caller,
        sha256: file.sha256,
        maxDurationSec: config.mostFileMinutes * 60,
      }),
    )
    return keptVoiceOf(findings[0])
  } catch (error) {
    if (!(error instanceof DecodeError || error instanceof FileError)) throw error
    const { fault, message } = error
    throw unreadableAudio([{ file: file.name, fault, message }])
  }
}

function onlyFile({ files, references, fields }: Upload): UploadedFile {
  const [field] = [...fields.keys(), ...references.map(() => 'references')]
  if (field !== undefined)
    throw invalidRequest([{ field, message: `A voice is put without ${field}: send the recording alone.` }])
  const [file] = files
  if (file) return file
  const message = 'Send one recording of the voice as multipart/form-data, in a part named "files".'
  throw invalidRequest([{ field: 'files', message }])
}

/** What cannot be seen in a list is no name. */
const UNSEEN = /\p{Cc}/u

function checkedName(given: string): string {
  const name = given.trim()
  if (name !== '' && name.length <= LONGEST_VOICE_NAME && !UNSEEN.test(name)) return name
  const message = `A voice has a name of 1 to ${LONGEST_VOICE_NAME} characters, without control characters.`
  throw invalidRequest([{ field: 'name', message }])
}

function tooManyVoices(): ApiError {
  return new ApiError(
    'conflict',
    `You keep ${MOST_KEPT_VOICES} voices, which is as many as there may be: delete one first.`,
  )
}

function shownVoice(
  { pool }: ServerContext,
  { name, speechSec, model, createdAt }: ListedVoice,
): KeptVoiceBody {
  return { name, speechSec, outdated: model !== printModelOf(pool.model), createdAt: timeText(createdAt) }
}
