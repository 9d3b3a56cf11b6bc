// GET and HEAD /v1/audits/{auditId}/audio/{position}: the stored files, for whoever has a link that is signed and not too old.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ByteRange } from '../../../store/blobs.js'
import { ApiError, notFound } from '../../api-error.js'
import { askedRange } from '../../byte-range.js'
import { contentDisposition } from '../../content-disposition.js'
import type { ServerContext } from '../../context.js'
import { FOR_WHO_ASKS_AGAIN, linkedFile } from '../../linked-file.js'
import { auditFilePath } from '../../schemas/audit-list.js'
import { field } from '../../schemas/field.js'
import { failures, success } from '../responses.js'

const signedQuery = z.object({
  expires: field(
    z.string().regex(/^\d{1,12}$/),
    'Until when the link works, in seconds since 1970.',
    '1773483600',
  ),
  signature: field(z.string().max(100), 'What makes the link work.', 'Zm9v'),
})

export function auditAudioRoute(context: ServerContext): FastifyPluginAsyncZod {
  const { store } = context
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/v1/audits/:auditId/audio/:position',
      schema: {
        operationId: 'getAuditAudio',
        summary: 'A stored file, by a link out of audioUrls',
        description: 'Byte ranges are served, so that a player can seek.',
        tags: ['audits'],
        security: [],
        params: auditFilePath,
        querystring: signedQuery,
        response: {
          200: success('The file.', z.string().meta({ format: 'binary' }), 'audio/*'),
          206: success('A part of the file.', z.string().meta({ format: 'binary' }), 'audio/*'),
          304: z.undefined().meta({ description: 'The file is as it was.' }),
          ...failures('invalid_request', 'not_found', 'range_not_satisfiable'),
        },
      },
      handler: async (request, reply) => {
        const { auditId, position } = request.params
        const { expires, signature } = request.query
        const file = await linkedFile(context, auditId, Number(position), {
          expires: Number(expires),
          signature,
        })
        const etag = `"${file.sha256}"`
        reply.headers({
          etag,
          'accept-ranges': 'bytes',
          'cache-control': FOR_WHO_ASKS_AGAIN,
          'content-type': file.mediaType,
          'content-disposition': contentDisposition('inline', file.name),
          'cross-origin-resource-policy': 'cross-origin',
        })
        if (request.headers['if-none-match'] === etag) return reply.code(304).send()
        const ifRange = request.headers['if-range']
        const wanted = ifRange === undefined || ifRange === etag ? request.headers.range : undefined
        const asked = askedRange(wanted, file.byteCount)
        if (asked === 'unsatisfiable') {
          throw new ApiError('range_not_satisfiable', `The file has ${file.byteCount} bytes.`, {
            headers: {
              'content-range': `bytes */${file.byteCount}`,
              'content-type': 'application/json; charset=utf-8',
            },
          })
        }
        const range: ByteRange | undefined = asked === 'whole' ? undefined : asked
        if (asked !== 'whole') {
          reply.code(206).header('content-range', `bytes ${asked.from}-${asked.to}/${file.byteCount}`)
        }
        reply.header('content-length', asked === 'whole' ? file.byteCount : asked.to - asked.from + 1)
        if (request.method === 'HEAD') return reply.send()
        const content = await store.audio.get(file, range)
        if (!content) throw notFound('file any more')
        return reply.send(content.stream)
      },
    })
  }
}
