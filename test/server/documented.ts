// Holds answers against the OpenAPI document: what is not described there does not pass, and neither does what is missing.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
}

/** Fields may be added to answers, and the document says so. Here they may not: whatever is answered shall be described. */
function closed(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map(closed)
  const members = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value)]))
  const isObject = members.type === 'object' && typeof members.properties === 'object'
  return isObject ? { additionalProperties: false, ...members } : members
}

export class Documentation {
  private readonly document: Document
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })

  constructor(app: FastifyInstance) {
    this.document = closed(app.swagger()) as Document
    this.ajv.addSchema(this.document, 'openapi')
  }

  /** Fails unless the operation lists this status with this kind of content, and the body is exactly as described. */
  expectDescribed(method: string, path: string, { statusCode, headers, body }: LightMyRequestResponse): void {
    const operation = this.document.paths[path]?.[method.toLowerCase()]
    expect(operation, `${method} ${path} is documented`).toBeDefined()
    const described = operation.responses[statusCode]
    expect(described, `${method} ${path} may answer ${statusCode}`).toBeDefined()
    const mediaType = String(headers['content-type']).split(';')[0]
    if (!described.content) {
      expect(body).toBe('')
      return
    }
    expect(Object.keys(described.content)).toContain(mediaType)
    const pointer = [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      String(statusCode),
      'content',
      mediaType,
      'schema',
    ]
      .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const validate = this.ajv.getSchema(`openapi#/${pointer}`)!
    validate(JSON.parse(body))
    expect(validate.errors ?? []).toEqual([])
  }
}
