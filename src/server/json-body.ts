import type { FastifyError, FastifyInstance } from 'fastify'
import { ApiError } from './api-error.js'

/** Routes of this plugin, and no others, take JSON. */
export function takeJson(app: FastifyInstance, mostBytes: number): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: mostBytes },
    parseJson as never,
  )
}

/** What is told of a body that is no JSON, or too much of it. */
export function refusedJson(error: FastifyError, what: string, tooLarge: string): Error {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new ApiError('unsupported_media', `Send ${what} as application/json.`)
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('too_large', tooLarge)
  return error
}
