// Requests for which there is no route: the path is unknown, or only its method is wrong.
import type { FastifyInstance } from 'fastify'
import { ApiError, notFound } from './api-error.js'

interface KnownPath {
  pattern: RegExp
  methods: Set<string>
}

/** To be called before the routes are registered, and after what every request has to pass. */
export function answerUnknownPaths(app: FastifyInstance): void {
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
  app.addHook('onRequest', async ({ is404, url, method }, reply) => {
    if (!is404) return
    const allowed = allowedAt(url)
    if (allowed.length === 0) throw notFound('path')
    const headers = { allow: allowed.join(', ') }
    if (method === 'OPTIONS') return reply.code(204).headers(headers).send()
    throw new ApiError('method_not_allowed', `${method} is not for this path. Use ${inWords(allowed)}.`, {
      headers,
    })
  })
  app.setNotFoundHandler(() => {
    throw notFound('path')
  })
}

/** Of an address as routes have it, with ":name" for one step and "*" for the rest. */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/:[^/]+/g, '[^/]+').replace('*', '.*')}/?$`)
}

function inWords(methods: string[]): string {
  return `${methods.slice(0, -1).join(', ')} or ${methods.at(-1)}`
}
