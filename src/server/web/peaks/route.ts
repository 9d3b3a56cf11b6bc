// GET /v1/audits/{auditId}/audio/{position}/peaks and GET /v1/audits/{auditId}/outlines: waveforms of stored files, for whoever may
// play them.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound } from '../../api-error.js'
import type { ServerContext } from '../../context.js'
import { FOR_WHO_ASKS_AGAIN, linkedFile } from '../../linked-file.js'
import { failures, success } from '../../routes/responses.js'
import { auditFilePath, auditPath } from '../../schemas/audit-list.js'
import { count, field, named } from '../../schemas/field.js'
import { KeptPeaks } from './kept-peaks.js'
import { coarser, type Peaks } from './peaks.js'

/** As wide as a row of a list has room for. */
const OUTLINE_STRETCHES = 72
/** What is not kept yet is decoded for it: many long files would keep the caller waiting. */
const MOST_OUTLINES = 12

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

const positions = z
  .string()
  .regex(/^\d{1,6}(,\d{1,6})*$/, 'positions must be places of files, from 0, separated by commas')
  .refine((text) => text.split(',').length <= MOST_OUTLINES, {
    message: `positions may name at most ${MOST_OUTLINES} files`,
  })

const outlines = named('Outlines', 'Small waveforms of several files.', {
  outlines: field(
    z.array(
      named('Outline', 'What a list needs to draw a file.', {
        position: field(count, 'Place of the file in the batch, from 0.', 0),
        durationSec: field(z.number(), 'Length of the file.', 6.93),
        stepSec: field(z.number(), 'Length of one stretch.', 0.1),
        peaks: field(
          z.array(z.int()),
          `Lowest and highest sample of each of at most ${OUTLINE_STRETCHES} stretches in turn; full scale is 127.`,
          [-4, 6, -80, 72],
        ),
      }),
    ),
    'In the order of the request; without files whose audio is gone.',
    [],
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
    app.route({
      method: 'GET',
      url: '/v1/audits/:auditId/outlines',
      schema: {
        operationId: 'getAuditOutlines',
        summary: 'Small waveforms of several stored files',
        description:
          'For lists: one request draws what is in view. Takes the query of a link out of audioUrls, which holds for all files of the audit.',
        tags: ['audits'],
        security: [],
        params: auditPath,
        querystring: signed.extend({
          positions: field(positions, `Places of up to ${MOST_OUTLINES} files, from 0.`, '0,1,2'),
        }),
        response: {
          200: success('The waveforms.', outlines),
          ...failures('invalid_request', 'not_found'),
        },
      },
      handler: async (request) => {
        const { auditId } = request.params
        const { expires, signature } = request.query
        const wanted = [...new Set(request.query.positions.split(',').map(Number))]
        const files = await Promise.all(
          wanted.map((position) =>
            linkedFile(context, auditId, position, { expires: Number(expires), signature }),
          ),
        )
        const found = await Promise.all(
          files.map(async (file, at) => {
            const json = await kept.json(file)
            if (!json) return []
            return [{ position: wanted[at], ...coarser(JSON.parse(json) as Peaks, OUTLINE_STRETCHES) }]
          }),
        )
        return { outlines: found.flat() }
      },
    })
  }
}
