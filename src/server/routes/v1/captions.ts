// GET /v1/audits/{auditId}/captions/{position}: what a file says, for players and editors.
import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { shortened } from '../../../audit/shortened.js'
import { type CaptionFormat, captionFileName, captionsInTurns } from '../../../report/captions/captions.js'
import { counted } from '../../../report/counted.js'
import type { StoredAudit } from '../../../store/audits.js'
import { ApiError, notFound } from '../../api-error.js'
import { contentDisposition } from '../../content-disposition.js'
import type { ServerContext } from '../../context.js'
import type { AuditBody } from '../../schemas/audit.js'
import { auditFilePath } from '../../schemas/audit-list.js'
import { captionsQuery } from '../../schemas/captions.js'
import { mustReach } from '../../scopes.js'
import { failures, withKey } from '../responses.js'

/** SubRip has no registered type; this is the one that players and browsers know. */
const mediaTypes: Record<CaptionFormat, string> = { vtt: 'text/vtt', srt: 'application/x-subrip' }

export function captionsRoute({ store }: ServerContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/audits/:auditId/captions/:position',
      schema: {
        operationId: 'getCaptions',
        summary: 'Captions of one file: WebVTT or SubRip, by the phrase or by the word',
        description:
          'Of audits with scriptAccuracy, which tells when each word is said. With a script the words are the script\'s, in its spelling, as far as they are said, and what the voice added or said otherwise as it was recognised; else those of the transcript. With the scope "read", or "audit" for audits that were made with the same key.',
        tags: ['audits'],
        security: withKey,
        params: auditFilePath,
        querystring: captionsQuery,
        response: {
          200: {
            description: 'The captions, in UTF-8; without a cue where nothing is said.',
            content: Object.fromEntries(
              Object.values(mediaTypes).map((mediaType) => [mediaType, { schema: z.string() }]),
            ),
          },
          ...failures('invalid_request', 'unauthorized', 'forbidden', 'not_found', 'conflict'),
        },
      },
      handler: async (request, reply) => {
        const { auditId, position } = request.params
        const { format, level } = request.query
        const { caller } = await mustReach({ store }, request, auditId, 'read')
        const stored = await store.audits.get(caller, auditId)
        if (!stored) throw notFound('audit')
        const { file, track } = trackAt(stored, Number(position))
        const captions = await captionsInTurns(track, { format, level }, setImmediate)
        if (captions === null)
          throw withoutWords(file, 'is of a version that did not keep when words are said')
        return reply
          .header('content-disposition', contentDisposition('attachment', captionFileName(file, format)))
          .type(`${mediaTypes[format]}; charset=utf-8`)
          .send(captions)
      },
    })
  }
}

function trackAt({ fileNames, resultJson }: StoredAudit, position: number) {
  if (position >= fileNames.length) {
    throw notFound(`file in this audit: it has ${counted(fileNames.length, 'file')}, counted from 0`)
  }
  const file = fileNames[position]
  const { checks } = JSON.parse(resultJson) as AuditBody
  const track = checks.scriptAccuracy?.tracks[position]
  if (!track) throw withoutWords(file, 'was made without scriptAccuracy, so its words were not looked at')
  return { file, track }
}

/** The audit is there, and so is the file; a new audit would have what is missing. */
function withoutWords(file: string, why: string): ApiError {
  const message = `There are no captions, because the audit ${why}. Audit the file with scriptAccuracy=true.`
  return new ApiError('conflict', message, {
    details: [{ file: shortened(file), fault: 'no_word_times', message }],
  })
}
