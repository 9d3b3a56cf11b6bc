// GET /v1/audits/{auditId}/audio/{position}/peaks: the waveform of a stored file, for whoever may hear it.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound } from '../../api-error.js'
import type { ServerContext } from '../../context.js'
import { FOR_WHO_ASKS_AGAIN, linkedFile } from '../../linked-file.js'
import { failures, success } from '../../routes/responses.js'
import { auditFilePath } from '../../schemas/audit-list.js'
import { field, named } from '../../schemas/field.js'
import { KeptPeaks } from './kept-peaks.js'

const signed = z.object({
  expires: field(z.string().regex(/^\d{1,12}$/), 'As in the link out of audioUrls.', '1773483600'),
  signature: field(z.string().max(100), 'As in the link out of audioUrls.', 'Zm9v'),
})

const waveform = named('Waveform', 'What a player needs to draw a file.', {
  durationSec: field(z.number(), 'Length of the file.', 6.93),
  stepSec: field(z.number(), 'Length of one stretch.', 0.01),
  peaks: field(
    z.array(z.int()),
    'Lowest and highest sample of each stretch in turn; full scale is 127.',
    [-4, 6, -80, 72],
  ),
})

export function peaksRoute(context: ServerContext): FastifyPluginAsyncZod {
  const { store, uploadsFolder } = context
  return async (app) => {
    const kept = new KeptPeaks(store, uploadsFolder)
    app.addHook('onClose', () => kept.close())
    app.route({
      method: 'GET',
      url: '/v1/audits/:auditId/audio/:position/peaks',
      schema: {
        operationId: 'getAuditWaveform',
        summary: 'The waveform of a stored file',
        description: 'Computed at the first look. Takes the query of a link out of audioUrls.',
        tags: ['audits'],
        security: [],
        params: auditFilePath,
        querystring: signed,
        response: {
          200: success('The waveform.', waveform),
          304: z.undefined().meta({ description: 'The waveform is as it was.' }),
          ...failures('invalid_request', 'not_found'),
        },
      },
      handler: async (request, reply) => {
        const { auditId, position } = request.params
        const { expires, signature } = request.query
        const file = await linkedFile(context, auditId, Number(position), {
          expires: Number(expires),
          signature,
        })
        const etag = `"waveform-${file.sha256}"`
        reply.headers({ etag, 'cache-control': FOR_WHO_ASKS_AGAIN })
        if (request.headers['if-none-match'] === etag) return reply.code(304).send()
        const json = await kept.json(file)
        if (!json) throw notFound('file any more')
        return reply.type('application/json').send(json)
      },
    })
  }
}
