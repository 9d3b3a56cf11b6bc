// The documentation itself: valid, complete, and shown without the help of any other host.
import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hollowApp } from '../../scripts/openapi-document.js'
import type { Document, Operation, Schema } from '../../src/server/docs/document.js'
import { errorCodes } from '../../src/server/schemas/error.js'

/** The table of errors that was agreed on, and those that came with audio links, waiting lines and slow uploads. */
const agreedErrors: [number, string, string][] = [
  [400, 'invalid_request', 'createAudit'],
  [400, 'invalid_request', 'listAudits'],
  [400, 'unreadable_audio', 'createAudit'],
  [401, 'unauthorized', 'createAudit'],
  [401, 'unauthorized', 'listAudits'],
  [402, 'insufficient_credits', 'createAudit'],
  [402, 'payment_required', 'createAudit'],
  [403, 'forbidden', 'listAudits'],
  [403, 'forbidden', 'createKey'],
  [404, 'not_found', 'getAudit'],
  [404, 'not_found', 'deleteAudit'],
  [408, 'upload_too_slow', 'createAudit'],
  [409, 'conflict', 'createAudit'],
  [409, 'conflict', 'getCaptions'],
  [413, 'too_large', 'createAudit'],
  [415, 'unsupported_media', 'createAudit'],
  [416, 'range_not_satisfiable', 'getAuditAudio'],
  [422, 'file_not_fetched', 'createAudit'],
  [429, 'rate_limited', 'createAudit'],
  [429, 'rate_limited', 'listAudits'],
  [500, 'internal', 'createAudit'],
  [503, 'busy', 'createAudit'],
]

let app: FastifyInstance
let document: Document
let operations: { method: string; path: string; operation: Operation }[]

beforeAll(async () => {
  app = await hollowApp()
  document = (await app.inject('/openapi.json')).json()
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
})
afterAll(() => app?.close())

const operationOf = (id: string) =>
  operations.find(({ operation }) => operation.operationId === id)!.operation

describe('the document', () => {
  test('parameters that are whole numbers are documented as such', () => {
    const schemas = operations
      .flatMap(({ operation }) => operation.parameters ?? [])
      .filter(({ name }) => name === 'limit' || name === 'position')
      .map(({ name, schema }) => ({ name, ...(schema as Schema) }))
    expect(schemas.length).toBeGreaterThan(4)
    for (const { name, type, pattern, minimum } of schemas as Record<string, unknown>[])
      expect({ name, type, pattern, minimum }).toEqual({
        name,
        type: 'integer',
        pattern: undefined,
        minimum: name === 'limit' ? 1 : 0,
      })
  })

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document) as never)
    expect(errors).toBeUndefined()
    expect([valid, validator.version, document.openapi]).toEqual([true, '3.1', '3.1.0'])
  })

  test('names every route of the service', () => {
    const documented = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect(documented.toSorted()).toEqual(
      [
        'POST /v1/audit',
        'GET /v1/audits',
        'GET /v1/audits/{auditId}',
        'DELETE /v1/audits/{auditId}',
        'GET /v1/audits/{auditId}/status',
        'GET /v1/audits/{auditId}/audio/{position}',
        'HEAD /v1/audits/{auditId}/audio/{position}',
        'GET /v1/audits/{auditId}/report',
        'DELETE /v1/audits/{auditId}/report',
        'GET /v1/audits/{auditId}/decisions',
        'PUT /v1/audits/{auditId}/decisions',
        'GET /v1/audits/{auditId}/captions/{position}',
        'GET /v1/balance',
        'GET /v1/balance/history',
        'GET /v1/audits/overview',
        'PUT /v1/audits/{auditId}/name',
        'GET /v1/audits/{auditId}/audio/{position}/peaks',
        'GET /v1/audits/{auditId}/outlines',
        'GET /v1/voices',
        'PUT /v1/voices/{name}',
        'DELETE /v1/voices/{name}',
        'GET /v1/keys',
        'POST /v1/keys',
        'DELETE /v1/keys/{keyId}',
        'GET /v1/webhooks',
        'POST /v1/webhooks',
        'PATCH /v1/webhooks/{endpointId}',
        'DELETE /v1/webhooks/{endpointId}',
        'POST /v1/webhooks/{endpointId}/secret',
        'POST /v1/webhooks/secret',
        'GET /v1/webhooks/deliveries',
        'POST /v1/webhooks/deliveries/{deliveryId}/replay',
        'GET /v1/session',
        'POST /v1/session',
        'DELETE /v1/session',
        'GET /openapi.json',
        'GET /docs',
        'GET /healthz',
        'GET /readyz',
        'GET /metrics',
      ].toSorted(),
    )
    for (const { method, path } of operations) {
      const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
      expect(app.hasRoute({ method: method.toUpperCase() as 'GET', url }), url).toBe(true)
    }
  })

  test('gives each operation a name of its own, a summary and a tag that is explained', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    const tags = document.tags!.map(({ name }) => name)
    for (const { operation } of operations) {
      expect(operation.summary).toMatch(/\w/)
      expect(tags).toEqual(expect.arrayContaining(operation.tags!))
      expect(operation.tags).toHaveLength(1)
      for (const parameter of operation.parameters ?? []) expect(parameter.description).toMatch(/\w/)
    }
  })

  test('explains every field of every schema', () => {
    const unexplained = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, field]) => field.description === undefined && field.$ref === undefined)
        .map(([field]) => `${name}.${field}`),
    )
    expect(unexplained).toEqual([])
  })

  test('refers to nothing that is missing, and has nothing that is not used', () => {
    const text = JSON.stringify(document)
    const referred = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name))
    const there = Object.keys(document.components.schemas)
    // The data of an event, which OpenAPI 3.1 has no way to refer to.
    expect(there.toSorted()).toEqual([...referred, 'AuditProgress'].toSorted())
  })

  test('has examples for every answer with a body, each as its schema says', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema(document, 'openapi')
    const isExempt = /^(audio|text\/html)/
    let examined = 0
    for (const { operation } of operations) {
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        for (const [mediaType, { schema, examples }] of Object.entries(content)) {
          const place = `${operation.operationId} ${status} ${mediaType}`
          if (isExempt.test(mediaType) || place.startsWith('getOpenApi 200')) continue
          expect(Object.keys(examples ?? {}), place).not.toEqual([])
          const validate = ajv.compile(inDocument(schema))
          for (const { value } of Object.values(examples!)) {
            examined++
            validate(value)
            expect(validate.errors, place).toBeNull()
          }
        }
      }
    }
    expect(examined).toBeGreaterThan(60)
  })

  test('leaves every answer open for fields to come', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema(document, 'openapi')
    expect(JSON.stringify(document)).not.toMatch(/"(additional|unevaluated)Properties":false/)
    let examined = 0
    for (const { operation } of operations) {
      for (const { content = {} } of Object.values(operation.responses)) {
        for (const [mediaType, { schema, examples = {} }] of Object.entries(content)) {
          if (mediaType !== 'application/json') continue
          const validate = ajv.compile(inDocument(schema))
          for (const { value } of Object.values(examples)) {
            examined++
            validate(withMoreFields(value))
            expect(validate.errors, operation.operationId).toBeNull()
          }
        }
      }
    }
    expect(examined).toBeGreaterThan(60)
  })

  test('gives every field an example that it may have', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema(document, 'openapi')
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      for (const [field, schema] of Object.entries(properties)) {
        const validate = ajv.compile(inDocument(schema))
        for (const example of schema.examples ?? []) {
          expect(validate(example), `${name}.${field}: ${JSON.stringify(example)}`).toBe(true)
        }
      }
    }
  })

  test.each(agreedErrors)('lists %d %s for %s, with an example', (status, code, operationId) => {
    const response = operationOf(operationId).responses[status]
    expect(response.description).toContain(`\`${code}\`:`)
    const example = response.content!['application/json'].examples![code].value
    expect(example).toMatchObject({ error: { code, message: expect.stringMatching(/\w/) } })
  })

  test('lists no error under another status than the one agreed on', () => {
    const statuses = new Map(agreedErrors.map(([status, code]) => [code, String(status)]))
    for (const { operation } of operations) {
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        for (const { value } of Object.values(content['application/json']?.examples ?? {})) {
          const { error } = value as { error?: { code: string } }
          // A status that tells of an audit which failed is no failure itself.
          if (error && status !== '200') expect(statuses.get(error.code)).toBe(status)
        }
      }
    }
  })
})

/** As a later version might answer. */
function withMoreFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMoreFields)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, withMoreFields(member)])
  return { ...Object.fromEntries(members), addedLater: { anything: [1, 'two'] } }
}

/** With references that lead into the document. */
function inDocument(schema: Schema): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/'))
}

test('the guide to the API names every operation and every error', () => {
  const guide = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
  for (const [code, { status }] of Object.entries(errorCodes)) {
    expect(guide).toContain(`| ${status} | \`${code}\` |`)
  }
  for (const [status, code] of agreedErrors) expect(guide).toContain(`| ${status} | \`${code}\` |`)
  for (const { path } of operations.filter((each) => each.path.startsWith('/v1/'))) {
    expect(guide).toContain(path)
  }
})

describe('the page', () => {
  let page: string
  beforeAll(async () => {
    page = (await app.inject('/docs')).body
  })

  test('shows every operation, schema and error', () => {
    for (const { path, operation } of operations) {
      expect(page).toContain(`id="${operation.operationId}"`)
      expect(page).toContain(`<code>${path}</code>`)
    }
    for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="schema-${name}"`)
    for (const code of Object.keys(errorCodes)) expect(page).toContain(`id="error-${code}"`)
  })

  test('has a target for each of its links', () => {
    const targets = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter((id) => !targets.has(id))).toEqual([])
  })

  test('loads one stylesheet of its own and nothing else, and may load nothing else', async () => {
    const answer = await app.inject('/docs')
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(page).not.toMatch(/<script|<img|<iframe|<form| style=| on\w+=|src=|@import|url\(/i)
    const loaded = [...page.matchAll(/<link[^>]*>/g)].map(([tag]) => tag)
    expect(loaded).toEqual(['<link rel="stylesheet" href="/docs/style.css">'])
    const style = await app.inject('/docs/style.css')
    expect([style.statusCode, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
    expect(style.body).not.toMatch(/@import|url\(|https?:/)
  })

  test('is well-formed: every element that is opened is closed', () => {
    const open: string[] = []
    for (const [, closing, tag] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
      if (['meta', 'link'].includes(tag)) continue
      if (closing) expect(open.pop()).toBe(tag)
      else open.push(tag)
    }
    expect(open).toEqual([])
  })
})
