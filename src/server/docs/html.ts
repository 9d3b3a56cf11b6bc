/** Text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | Part[] | undefined

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function written(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(written).join('')
  return String(part).replace(/[&<>"']/g, (sign) => escapes[sign])
}

/** Whatever is put in is escaped, unless it was made by this function. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, at) => text + written(parts[at])).join(''))
}

/** Paragraphs, and `code` in backticks: the descriptions use no more of Markdown. */
export function prose(text = ''): Html[] {
  return text
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((paragraph) => html`<p>${phrase(paragraph)}</p>`)
}

export function phrase(text = ''): Html[] {
  return text.split('`').map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))
}

export function table(heads: string[], rows: Part[][]): Html | undefined {
  if (rows.length === 0) return undefined
  const head = heads.map((text) => html`<th scope="col">${text}</th>`)
  const body = rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)
  return html`<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** A value as a reader would write it. */
export function sample(value: unknown): Html {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return html`<pre tabindex="0"><code>${text}</code></pre>`
}
