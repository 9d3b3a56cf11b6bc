// What the schemas of the routes cannot say is added to the document here: examples, headers of answers, names.
import { type ErrorCode, errorCodes } from '../schemas/error.js'
import {
  type Document,
  type Example,
  nameIn,
  type Operation,
  type Response,
  refsIn,
  refTo,
  type Schema,
} from './document.js'
import { errorExamples } from './error-examples.js'
import { responseExamples } from './examples.js'
import { type ResponseHeader, responseHeaders } from './response-headers.js'

export function completeDocument(bare: Document): Document {
  // Through JSON, so that no two places share an object: one handler may serve two methods.
  const document = withPlainNames(JSON.parse(JSON.stringify(bare)))
  for (const operations of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) completeOperation(method, operation)
  }
  return open(withoutUnused(document))
}

/**
 * Fields may be added to any answer, so no schema says that there are no others; who checks answers against the document must
 * not stumble over one that came later. What is sent is checked by the service itself, whatever the document says.
 */
function open<Part>(part: Part): Part {
  if (typeof part !== 'object' || part === null) return part
  const members = Object.entries(part).filter(
    ([name, value]) => name !== 'additionalProperties' || value !== false,
  )
  if (Array.isArray(part)) return part.map(open) as Part
  return Object.fromEntries(members.map(([name, value]) => [name, open(value)])) as Part
}

/** The payment for files that the server has kept comes alone. */
const PAID_WITHOUT_BODY = 'createAudit'

function completeOperation(method: string, operation: Operation): void {
  for (const [status, response] of Object.entries(operation.responses)) {
    response.headers = headersOf(operation, status)
    for (const [mediaType, content] of Object.entries(response.content ?? {})) {
      const own = responseExamples[operation.operationId]?.[status]?.[mediaType]
      const examples = own ?? errorExamplesOf(response)
      if (Object.keys(examples).length > 0) content.examples = examples
    }
    if (method === 'head') delete response.content
  }
  if (operation.operationId === PAID_WITHOUT_BODY && operation.requestBody)
    operation.requestBody.required = false
  // Every operation needs a name of its own.
  if (method === 'head') operation.operationId = operation.operationId.replace(/^get/, 'head')
}

/** The codes stand in the description of the answer; see `failures`. */
export function codesOf({ description }: Response): ErrorCode[] {
  return (Object.keys(errorCodes) as ErrorCode[]).filter((code) => description.includes(`\`${code}\`:`))
}

function codesOfAll(responses: Operation['responses']): ErrorCode[] {
  return Object.values(responses).flatMap(codesOf)
}

function errorExamplesOf(response: Response): Record<string, Example> {
  return Object.fromEntries(codesOf(response).map((code) => [code, { value: errorExamples[code] }]))
}

function headersOf({ operationId, responses }: Operation, status: string): Record<string, ResponseHeader> {
  const { all, limited, byCode, byOperation } = responseHeaders
  const isLimited = codesOfAll(responses).includes('rate_limited')
  const ofCodes = codesOf(responses[status]).map((code) => byCode[code])
  return Object.assign({}, all, isLimited && limited, ...ofCodes, byOperation[operationId]?.[status])
}

/** Schemas come once for what is sent and once for what is received, the former with this at the end of the name. */
const SENT = 'Input'

function withPlainNames(document: Document): Document {
  const { schemas } = document.components
  for (const operations of Object.values(document.paths)) {
    for (const { requestBody } of Object.values(operations)) {
      for (const { schema } of Object.values(requestBody?.content ?? {})) sentWithPlainNames(schema, schemas)
    }
  }
  return document
}

/** Also what the schema is made of. */
function sentWithPlainNames(part: unknown, schemas: Record<string, Schema>): void {
  if (typeof part !== 'object' || part === null) return
  for (const each of Object.values(part)) sentWithPlainNames(each, schemas)
  const schema = part as Schema
  if (!schema.$ref?.endsWith(SENT)) return
  const name = nameIn(schema.$ref).slice(0, -SENT.length)
  schema.$ref = refTo(name)
  const sent = schemas[name + SENT]
  if (schemas[name] === sent) return
  schemas[name] = sent
  sentWithPlainNames(sent, schemas)
}

/** Of events, which are text to the document: nothing refers to it but the words of the description. */
const alwaysKept = ['AuditProgress']

function withoutUnused(document: Document): Document {
  const { schemas } = document.components
  const used = new Set<string>()
  const visit = (names: string[]) => {
    for (const name of names) {
      if (used.has(name)) continue
      used.add(name)
      visit(refsIn(schemas[name]))
    }
  }
  visit([...alwaysKept, ...refsIn(document.paths)])
  const kept = Object.entries(schemas).filter(([name]) => used.has(name))
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(kept) } }
}
