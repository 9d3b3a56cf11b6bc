import { curlLine } from './curl-line.js'
import { type Document, type Operation, type Response, resolved } from './document.js'
import { type Html, html, phrase, prose, sample, table } from './html.js'
import { fieldTable, meaningOf, typeOf } from './schema-table.js'

export function operationSection(
  document: Document,
  method: string,
  path: string,
  operation: Operation,
): Html {
  return html`<section class="operation" id="${operation.operationId}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p class="summary">${operation.summary}. <span class="key">${keyNeeded(operation)}</span></p>
${prose(operation.description)}
${parameterTable(operation)}
${bodyOf(document, operation)}
<h4>Call</h4>
${sample(curlLine(document, method, path, operation))}
<h4>Answers</h4>
${Object.entries(operation.responses).map(([status, response]) => answer(status, response))}
</section>`
}

function keyNeeded({ security = [] }: Operation): string {
  const needsKey = security.some((each) => 'apiKey' in each)
  const isOptional = security.length === 0 || security.some((each) => Object.keys(each).length === 0)
  if (!needsKey) return security.length === 0 ? 'Needs no key.' : 'May need a token.'
  return isOptional ? 'Needs a key, or a payment.' : 'Needs a key.'
}

function parameterTable({ parameters = [] }: Operation): Html | undefined {
  const rows = parameters.map((parameter) => [
    html`<code>${parameter.name}</code>`,
    parameter.in,
    typeOf(parameter.schema),
    parameter.required ? 'required' : 'optional',
    meaningOf(parameter.schema, parameter.description, parameter.example),
  ])
  const all = table(['parameter', 'in', 'type', 'needed', 'meaning'], rows)
  return all && html`<h4>Parameters</h4>${all}`
}

function bodyOf(document: Document, { requestBody }: Operation): Html[] {
  return Object.entries(requestBody?.content ?? {}).map(
    ([mediaType, { schema }]) =>
      html`<h4>Body: <code>${mediaType}</code></h4>${fieldTable(resolved(document, schema))}`,
  )
}

function answer(status: string, { description, headers = {}, content = {} }: Response): Html {
  const told = Object.entries(headers).map(([name, header]) => [
    html`<code>${name}</code>`,
    meaningOf(header.schema, header.description),
  ])
  const kinds = Object.entries(content).map(
    ([mediaType, { schema, examples = {} }]) => html`<p><code>${mediaType}</code>: ${typeOf(schema)}</p>
${Object.entries(examples).map(
  ([name, { summary, value }]) =>
    html`${name === 'example' ? undefined : html`<p class="case">${summary ?? html`<code>${name}</code>`}</p>`}${sample(value)}`,
)}`,
  )
  return html`<details><summary><span class="status s${status[0]}">${status}</span> ${phrase(description)}</summary>
${kinds}${table(['header', 'meaning'], told)}</details>`
}
