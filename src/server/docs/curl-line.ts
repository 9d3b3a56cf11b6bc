import { type Document, type Operation, type Parameter, resolved } from './document.js'

/** Headers that belong to a way of paying that the plain call does not take, or that change the answer. */
const optionalHeaders = ['x-api-key']

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A call that can be pasted into a shell, once the key is in AUDIO_AUDIT_KEY. */
export function curlLine(document: Document, method: string, path: string, operation: Operation): string {
  const { servers } = document
  const { parameters = [], requestBody, security = [] } = operation
  const of = (place: Parameter['in']) => parameters.filter((each) => each.in === place && each.required)
  const filled = of('path').reduce(
    (url, { name, example }) => url.replace(`{${name}}`, String(example ?? name)),
    path,
  )
  const query = of('query').map(({ name, example }) => `${name}=${encodeURIComponent(String(example ?? ''))}`)
  const url = `${servers?.[0]?.url ?? ''}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const needsKey = security.some((each) => 'apiKey' in each)
  const headers = of('header').filter(({ name }) => !optionalHeaders.includes(name))
  const form = requestBody?.content['multipart/form-data']
  const method_ = method.toUpperCase()
  const pieces = [
    'curl',
    ...(method === 'head'
      ? ['--head']
      : method === 'get' || (form && method === 'post')
        ? []
        : [`-X ${method_}`]),
    ...(needsKey ? ['-H "X-API-Key: $AUDIO_AUDIT_KEY"'] : []),
    ...headers.map(({ name, example }) => `-H ${quoted(`${name}: ${example}`)}`),
    ...(form ? formPieces(resolved(document, form.schema).properties ?? {}) : []),
    ...jsonPieces(document, operation),
    quoted(url),
  ]
  return pieces.join(' \\\n  ')
}

function jsonPieces(document: Document, { requestBody }: Operation): string[] {
  const json = requestBody?.content['application/json']
  if (!json) return []
  const fields = Object.entries(resolved(document, json.schema).properties ?? {})
  const example = Object.fromEntries(fields.map(([name, { examples }]) => [name, examples?.[0]]))
  return [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(example))}`]
}

function formPieces(properties: Record<string, { examples?: unknown[] }>): string[] {
  const threshold = properties.deviationThreshold?.examples?.[0]
  const names = threshold === undefined ? ['mara.wav'] : ['chapter-01.mp3', 'chapter-02.mp3']
  const files = names.map((file) => `-F 'files=@${file}'`)
  return [...files, ...(threshold === undefined ? [] : [`-F 'deviationThreshold=${threshold}'`])]
}
