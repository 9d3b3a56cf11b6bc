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
const pageHeaders = { 'content-security-policy': contentSecurityPolicy, 'cache-control': 'no-cache' }
const hidden = { schema: { hide: true } }

export function pageRoutes({ config }: ServerContext, files = readBuiltFiles()): FastifyPluginAsync {
  return async (app) => {
    const page = builtPage(config, files)
    for (const url of pages) {
      app.get(url, hidden, (request, reply) => {
        if (!page) throw new ApiError('not_found', 'The web app is not built; "npm run build" builds it.')
        return sent(request, reply.headers(pageHeaders), page)
      })
    }
    app.get<{ Params: { '*': string } }>('/assets/*', hidden, (request, reply) => {
      const file = files.get(`assets/${request.params['*']}`)
      if (!file) throw notFound('file')
      return sent(request, reply.header('cache-control', FOR_EVER), file)
    })
  }
}

/** Answers an address where there is nothing with a page that says so; undefined where the web app is not built. */
export function missingPage({ config }: ServerContext): ((reply: FastifyReply) => FastifyReply) | undefined {
  const page = builtPage(config, readBuiltFiles())
  return page && ((reply) => reply.code(404).headers(pageHeaders).type(page.mediaType).send(page.bytes))
}

function builtPage(config: ServerContext['config'], files: Map<string, BuiltFile>): BuiltFile | undefined {
  const index = files.get('index.html')
  return index && builtFile('index.html', Buffer.from(pageFor(index.bytes.toString(), config)))
}

function sent(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  reply.headers({ etag: file.etag, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  reply.type(file.mediaType)
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  return takesGzip ? reply.header('content-encoding', 'gzip').send(file.gzipped) : reply.send(file.bytes)
}
