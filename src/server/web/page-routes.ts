// The pages of the web app and the files that they are made of.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, notFound } from '../api-error.js'
import type { ServerContext } from '../context.js'
import { type BuiltFile, builtFile, readBuiltFiles } from './built-files.js'
import { contentSecurityPolicy } from './content-security-policy.js'
import { pageFor } from './page.js'

/** All are the same file: what it shows is decided in the browser. */
const pages = ['/', '/new', '/audits', '/account', '/compare', '/report/:auditId']
/** Their names change with their content. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const hidden = { schema: { hide: true } }

export function pageRoutes({ config }: ServerContext, files = readBuiltFiles()): FastifyPluginAsync {
  return async (app) => {
    const index = files.get('index.html')
    const page = index && builtFile('index.html', Buffer.from(pageFor(index.bytes.toString(), config)))
    for (const url of pages) {
      app.get(url, hidden, (request, reply) => {
        if (!page) throw new ApiError('not_found', 'The web app is not built; "npm run build" builds it.')
        reply.headers({ 'content-security-policy': contentSecurityPolicy, 'cache-control': 'no-cache' })
        return sent(request, reply, page)
      })
    }
    app.get<{ Params: { '*': string } }>('/assets/*', hidden, (request, reply) => {
      const file = files.get(`assets/${request.params['*']}`)
      if (!file) throw notFound('file')
      return sent(request, reply.header('cache-control', FOR_EVER), file)
    })
  }
}

function sent(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  reply.headers({ etag: file.etag, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  reply.type(file.mediaType)
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  return takesGzip ? reply.header('content-encoding', 'gzip').send(file.gzipped) : reply.send(file.bytes)
}
