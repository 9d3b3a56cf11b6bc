// Requests for which there is no route: the path is unknown, or only its method is wrong.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inWords } from '../report/in-words.js'
import { ApiError, notFound } from './api-error.js'

interface KnownPath {
  pattern: RegExp
  methods: Set<string>
}

/**
 * To be called before the routes are registered, and after what every request has to pass. People are shown `page` where there
 * is one, programs get JSON.
 */
export function answerUnknownPaths(app: FastifyInstance, page?: (reply: FastifyReply) => FastifyReply): void {
  const paths = new Map<string, KnownPath>()
  app.addHook('onRoute', ({ url, method }) => {
    const path = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const each of [method].flat()) path.methods.add(each)
    paths.set(url, path)
  })
  const allowedAt = (url: string): string[] => {
    const asked = url.replace(/[?#].*$/s, '')
    const found = [...paths.values()].filter(({ pattern }) => pattern.test(asked))
    return found.length === 0
      ? []
      : [...new Set([...found.flatMap(({ methods }) => [...methods]), 'OPTIONS'])]
  }
  // Before the body is looked at, which may be of a kind that no route takes.
  app.addHook('onRequest', async (request, reply) => {
    const { is404, url, method } = request
    if (!is404) return
    const allowed = allowedAt(url)
    if (allowed.length === 0 && page && isByBrowser(request)) return page(reply)
    if (allowed.length === 0) throw notFound('path')
    const headers = { allow: allowed.join(', ') }
    if (method === 'OPTIONS') return reply.code(204).headers(headers).send()
    const message = `${method} is not for this path. Use ${inWords(allowed, 'or')}.`
    throw new ApiError('method_not_allowed', message, { headers })
  })
  app.setNotFoundHandler(() => {
    throw notFound('path')
  })
}

/** Somebody has followed a link or typed an address: browsers then ask for HTML by name. */
function isByBrowser({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !url.startsWith('/v1/') && /\btext\/html\b/.test(headers.accept ?? '')
}

/** Of an address as routes have it, with ":name" for one step and "*" for the rest. */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/:[^/]+/g, '[^/]+').replace('*', '.*')}/?$`)
}
