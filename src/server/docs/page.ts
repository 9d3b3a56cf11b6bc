// The documentation as one page: made on the server out of the document, so that it needs no script and no other host.
import { errorCodes } from '../schemas/error.js'
import { curlLine } from './curl-line.js'
import type { Document, Operation } from './document.js'
import { errorExamples } from './error-examples.js'
import { type Html, html, phrase, prose, sample } from './html.js'
import { operationSection } from './operation-section.js'
import { fieldTable, schemaLink } from './schema-table.js'

interface Entry {
  method: string
  path: string
  operation: Operation
}

export function documentationPage(document: Document, stylesheet: string): string {
  const { info, tags = [] } = document
  const entries = entriesOf(document)
  const groups = tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags?.includes(tag.name)),
  }))
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} ${info.version}</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<nav aria-label="Contents">
<p class="title"><a href="#top">${info.title}</a> <span>${info.version}</span></p>
<ul><li><a href="#quick-start">Quick start</a></li><li><a href="#keys">Keys</a></li><li><a href="#errors">Errors</a></li></ul>
${groups.map(({ name, entries: inside }) => html`<p>${name}</p><ul>${inside.map(navigationItem)}</ul>`)}
<p>schemas</p>
<ul>${Object.keys(document.components.schemas).map((name) => html`<li>${schemaLink(name)}</li>`)}</ul>
</nav>
<main id="top">
<h1>${info.title}</h1>
<p>Base address: <code>${document.servers?.[0]?.url}</code>. For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p>
${quickStart(document, entries)}
${prose(info.description)}
${keys()}
${groups.map(
  ({ name, description, entries: inside }) => html`<h2 id="tag-${name}">${description ?? name}</h2>
${inside.map(({ method, path, operation }) => operationSection(document, method, path, operation))}`,
)}
${errors()}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas).map(
  ([name, schema]) =>
    html`<section id="schema-${name}"><h3>${name}</h3>${prose(schema.description)}${fieldTable(schema)}</section>`,
)}
</main>
</body>
</html>
`
  return page.text
}

/** What everybody comes for. */
const FIRST_OPERATION = 'createAudit'

/** It stands first, wherever its route was registered. */
function entriesOf({ paths }: Document): Entry[] {
  const entries = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  )
  const isFirst = ({ operation }: Entry) => operation.operationId === FIRST_OPERATION
  return [...entries.filter(isFirst), ...entries.filter((entry) => !isFirst(entry))]
}

function quickStart(document: Document, [first]: Entry[]): Html {
  return html`<section id="quick-start"><h2>Quick start</h2>
<p>Put your API key into the environment, and send a batch of files to
<a href="#${first.operation.operationId}"><code>${first.method.toUpperCase()} ${first.path}</code></a>:</p>
${sample(`export AUDIO_AUDIT_KEY='aa_...'\n\n${curlLine(document, first.method, first.path, first.operation)}`)}
<p>The answer names the files to regenerate in <code>tracksToRegenerate</code>, each with its reasons, and where to look at the whole
report in <code>reportUrl</code>. A long batch need not hold the line: with the header <code>Prefer: respond-async</code> the answer comes
at once, and <code>statusUrl</code> tells how far the audit is.</p></section>`
}

function navigationItem({ method, path, operation }: Entry): Html {
  return html`<li><a href="#${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span> ${path}</a></li>`
}

function keys(): Html {
  return html`<section id="keys"><h2>Keys</h2>
<p>Send your API key in the header <code>X-API-Key</code>, or as <code>Authorization: Bearer &lt;API_KEY&gt;</code>. A key is
<code>aa_</code> and at least 32 characters; it is shown once, when it is made. The calls below take it from the environment:</p>
${sample("export AUDIO_AUDIT_KEY='aa_...'")}</section>`
}

function errors(): Html {
  const all = Object.entries(errorCodes) as [keyof typeof errorCodes, { status: number; when: string }][]
  return html`<section id="errors"><h2>Errors</h2>
<p>Every error is <code>{ "error": { "code", "message", "details"? } }</code>. <code>code</code> is for programs, <code>message</code>
says what to do about it, <code>details</code> names each field or file that is wrong. An audit that fails costs nothing.</p>
${all.map(
  ([code, { status, when }]) =>
    html`<details id="error-${code}"><summary><span class="status s${String(status)[0]}">${status}</span> <code>${code}</code> ${phrase(when)}</summary>${sample(errorExamples[code])}</details>`,
)}</section>`
}
