// GET /docs, its stylesheet, and /openapi.json.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { failures, success } from '../routes/responses.js'
import type { Document } from './document.js'
import { documentationPage } from './page.js'
import { stylesheet } from './stylesheet.js'

const STYLESHEET_URL = '/docs/style.css'
/** No script, no frame, no form, and nothing from any other host. */
const contentPolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const cacheControl = 'public, max-age=300'

export function docsRoutes(): FastifyPluginAsyncZod {
  return async (app) => {
    let page: string | undefined
    app.route({
      method: 'GET',
      url: '/docs',
      schema: {
        operationId: 'getDocumentation',
        summary: 'This documentation, for people',
        tags: ['service'],
        security: [],
        response: { 200: success('A page.', z.string(), 'text/html'), ...failures() },
      },
      handler: async (_, reply) => {
        page ??= documentationPage(app.swagger() as unknown as Document, STYLESHEET_URL)
        return reply
          .headers({ 'content-security-policy': contentPolicy, 'cache-control': cacheControl })
          .type('text/html; charset=utf-8')
          .send(page)
      },
    })

    app.route({
      method: 'GET',
      url: '/openapi.json',
      schema: {
        operationId: 'getOpenApi',
        summary: 'This documentation, for programs',
        tags: ['service'],
        security: [],
        response: {
          200: success('An OpenAPI 3.1 document.', z.record(z.string(), z.unknown())),
          ...failures(),
        },
      },
      handler: async (_, reply) => reply.header('cache-control', cacheControl).send(app.swagger() as never),
    })

    app.get(STYLESHEET_URL, { schema: { hide: true } }, (_, reply) =>
      reply.header('cache-control', cacheControl).type('text/css; charset=utf-8').send(stylesheet),
    )
  }
}
