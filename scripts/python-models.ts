// The models and the classes of errors of clients/python, from the OpenAPI document; npm run derive writes them.
import { fileURLToPath } from 'node:url'
import type { Document, Schema } from '../src/server/docs/document.js'
import { openApiDocument } from './openapi-document.js'

const folder = new URL('../clients/python/src/audio_audit_client/', import.meta.url)
const fileOf = (name: string) => fileURLToPath(new URL(name, folder))

/** What the client takes and gives; what these are made of comes along. */
const roots = [
  'AuditAccepted',
  'AuditStatus',
  'AuditProgress',
  'AuditListItem',
  'AuditList',
  'Decision',
  'NewDecision',
  'KeptVoice',
  'ErrorDetail',
]

/** As the TypeScript client names them. */
const renamed: Record<string, string> = { AuditListItem: 'AuditResult', AuditList: 'AuditPage' }

/** Lists of values that callers write down have a name, those that they only read are told in place. */
const namedValues: Record<string, [schema: string, field: string]> = {
  CheckName: ['Reason', 'check'],
  Accuracy: ['AuditListItem', 'accuracy'],
}

/** Python has these words already for something else. */
const otherClassNames: Record<string, string> = {
  cancelled: 'AuditCancelledError',
  interrupted: 'AuditInterruptedError',
}

const heading = (about: string) =>
  `# Derived from the OpenAPI document by "npm run derive"; do not edit.\n"""${about}"""\n`

export async function pythonModels(): Promise<{ file: string; text: string }[]> {
  const { schemas } = (await openApiDocument()).components
  return [
    { file: fileOf('models.py'), text: modelsText(schemas) },
    { file: fileOf('error_classes.py'), text: errorClassesText(schemas) },
  ]
}

type Schemas = Document['components']['schemas']

function modelsText(schemas: Schemas): string {
  const values = Object.entries(namedValues).map(([name, [schema, field]]) => ({
    name,
    type: literalOf(valuesOf(schemas[schema].properties![field])),
  }))
  const aliases = new Map(values.map(({ name, type }) => [type, name]))
  const names = reachable(schemas)
  const classes = names.map((name) => classText(name, schemas[name], aliases))
  const listed = [...values.map(({ name }) => name), ...names.map(classNameOf)].toSorted()
  return [
    heading('What the API takes and tells.'),
    'from __future__ import annotations\n',
    'from dataclasses import dataclass',
    'from typing import Literal\n',
    `__all__ = [\n${listed.map((name) => `    "${name}",\n`).join('')}]\n`,
    ...values.map(({ name, type }) => `${name} = ${type}`),
    '',
    ...classes.map((text) => `\n${text}`),
  ].join('\n')
}

function errorClassesText(schemas: Schemas): string {
  const codes = valuesOf(schemas.AuditFailure.properties!.code) as string[]
  const classes = codes.map((code) => ({
    code,
    name: otherClassNames[code] ?? `${pascal(code)}Error`,
  }))
  return [
    heading('One class for each code of an error.'),
    'from __future__ import annotations\n',
    'from .errors import ApiError\n',
    `__all__ = [\n${classes
      .map(({ name }) => `    "${name}",\n`)
      .toSorted()
      .join('')}]\n`,
    ...classes.map(({ code, name }) => `\nclass ${name}(ApiError):\n    """Its code is "${code}"."""\n`),
    '',
    'error_classes: dict[str, type[ApiError]] = {',
    ...classes.map(({ code, name }) => `    "${code}": ${name},`),
    '}\n',
  ].join('\n')
}

/** In the order of the document, so that a class stands behind those that it is made of. */
function reachable(schemas: Schemas): string[] {
  const found = new Set<string>()
  const follow = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const [, used] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      follow(used)
  }
  for (const root of roots) follow(root)
  return Object.keys(schemas).filter((name) => found.has(name))
}

function classText(
  name: string,
  { description, properties = {}, required = [] }: Schema,
  aliases: Map<string, string>,
): string {
  const fields = Object.entries(properties).map(([key, schema]) => {
    const type = typeOf(schema, aliases, `${name}.${key}`)
    const isRequired = required.includes(key)
    const told = isRequired || type.endsWith(' | None') ? type : `${type} | None`
    const words = schema.description ? `\n    """${docstring(schema.description)}"""` : ''
    return `    ${snake(key)}: ${told}${isRequired ? '' : ' = None'}${words}\n`
  })
  return [
    '@dataclass(frozen=True, kw_only=True)',
    `class ${classNameOf(name)}:`,
    ...(description ? [`    """${docstring(description)}"""\n`] : []),
    fields.join(''),
  ].join('\n')
}

/** Fails with the place where the document has something that is not foreseen here. */
function typeOf(schema: Schema, aliases: Map<string, string>, place: string): string {
  const { $ref, anyOf, allOf, type, items, additionalProperties } = schema as Schema & { allOf?: Schema[] }
  if ($ref) return classNameOf($ref.split('/').at(-1)!)
  if (allOf?.length === 1) return typeOf(allOf[0], aliases, place)
  if (anyOf) {
    const kinds = anyOf.filter((each) => each.type !== 'null')
    if (kinds.length === 1 && anyOf.length === 2) return `${typeOf(kinds[0], aliases, place)} | None`
  }
  if (schema.enum || schema.const !== undefined) {
    const literal = literalOf(valuesOf(schema))
    return aliases.get(literal) ?? literal
  }
  if (Array.isArray(type) && type.length === 2 && type.includes('null')) {
    const kind = type.find((each) => each !== 'null')!
    return `${typeOf({ ...schema, type: kind }, aliases, place)} | None`
  }
  switch (type) {
    case 'string':
      return 'str'
    case 'boolean':
      return 'bool'
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'array':
      return `list[${typeOf(items!, aliases, place)}]`
    case 'object':
      if (typeof additionalProperties === 'object')
        return `dict[str, ${typeOf(additionalProperties, aliases, place)}]`
  }
  throw new Error(`${place} is of a kind that Python's models do not know: ${JSON.stringify(schema)}`)
}

function valuesOf(schema: Schema): unknown[] {
  return schema.enum ?? [schema.const]
}

function literalOf(values: unknown[]): string {
  return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`
}

function classNameOf(schema: string): string {
  return renamed[schema] ?? schema
}

/** Of the language: no field can be called so, and one that is gets an underscore behind it, as Python's own style has it (PEP 8). */
const keywords = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

/** The client makes camelCase of it again (json_models.py), so it must lead back. */
function snake(key: string): string {
  const name = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const back = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  if (back !== key || !/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`${key} is no name for Python`)
  return keywords.has(name) ? `${name}_` : name
}

function pascal(code: string): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function docstring(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')
  return escaped.endsWith('"') ? `${escaped} ` : escaped
}
