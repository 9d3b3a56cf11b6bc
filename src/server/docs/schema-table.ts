// Schemas in words: the type of a field, its limits, and a table of all fields of an object.
import { nameIn, type Schema } from './document.js'
import { Html, html, phrase, table } from './html.js'

export function schemaLink(name: string): Html {
  return html`<a href="#schema-${name}">${name}</a>`
}

export function typeOf(schema: Schema): Html {
  if (schema.$ref !== undefined) return schemaLink(nameIn(schema.$ref))
  if (schema.anyOf) return listed(schema.anyOf.map(typeOf), ' or ')
  if (schema.type === 'array') return html`array of ${typeOf(schema.items ?? {})}`
  if (schema.format === 'binary') return html`file`
  if (schema.type === undefined) return html`any`
  return html`${[schema.type].flat().join(' or ')}`
}

function listed(parts: Html[], between: string): Html {
  return new Html(parts.map(({ text }) => text).join(between))
}

/** JavaScript's own limits, which say nothing about the field. */
const isTelling = (limit: number | undefined): limit is number =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, enum: choices } = schema
  return [
    ...(choices ? [`one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`] : []),
    ...(schema.const !== undefined ? [`always ${JSON.stringify(schema.const)}`] : []),
    ...(isTelling(minimum) ? [`at least ${minimum}`] : []),
    ...(isTelling(maximum) ? [`at most ${maximum}`] : []),
    ...(minLength !== undefined ? [`at least ${minLength} characters`] : []),
    ...(maxLength !== undefined ? [`at most ${maxLength} characters`] : []),
    ...(schema.default !== undefined ? [`default ${JSON.stringify(schema.default)}`] : []),
  ]
}

/** What it means, what it may be, and a value that it may have. */
export function meaningOf(schema: Schema, description = schema.description, example?: unknown): Html {
  const limits = limitsOf(schema.items?.enum ? { ...schema, enum: schema.items.enum } : schema)
  const value = example ?? schema.examples?.[0]
  const isShort = value !== undefined && JSON.stringify(value).length <= 80 && JSON.stringify(value) !== '[]'
  return html`${phrase(description)}${limits.length > 0 ? html` <span class="limits">${limits.join('; ')}.</span>` : undefined}${
    isShort
      ? html` <span class="example">Example: <code>${typeof value === 'string' ? value : JSON.stringify(value)}</code></span>`
      : undefined
  }`
}

export function fieldTable(schema: Schema): Html | undefined {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    html`<code>${name}</code>`,
    typeOf(field),
    schema.required?.includes(name) ? 'always' : 'optional',
    field.properties ? html`${meaningOf(field)}${fieldTable(field)}` : meaningOf(field),
  ])
  return table(['field', 'type', 'needed', 'meaning'], rows)
}
