// The parts of an OpenAPI document that ours has, as far as they are read here.

export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
  default?: unknown
  examples?: unknown[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
}

export interface Parameter {
  name: string
  in: 'query' | 'header' | 'path'
  required?: boolean
  description?: string
  example?: unknown
  schema: Schema
}

export interface Example {
  summary?: string
  value: unknown
}

export interface Content {
  schema: Schema
  examples?: Record<string, Example>
}

export interface Response {
  description: string
  headers?: Record<string, { description: string; schema: Schema }>
  content?: Record<string, Content>
}

export interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Content>; required?: boolean }
  security?: Record<string, string[]>[]
  responses: Record<string, Response>
}

export interface Document {
  openapi: string
  info: { title: string; version: string; description?: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const schemaPath = '#/components/schemas/'

/** The name of the schema that is referred to. */
export function nameIn(ref: string): string {
  return ref.slice(schemaPath.length)
}

export function refTo(name: string): string {
  return schemaPath + name
}

/** The schema itself, also where it is only referred to. */
export function resolved(document: Document, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : document.components.schemas[nameIn(schema.$ref)]
}

/** All schemas that are referred to anywhere in it, by name. */
export function refsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [nameIn(value)] : refsIn(value),
  )
}
