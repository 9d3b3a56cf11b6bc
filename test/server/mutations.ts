// Requests as bytes, and what chance can do to them. The same seed gives the same requests.

export type Random = () => number

const below = (random: Random, limit: number) => Math.floor(random() * limit)
export const pick = <Item>(random: Random, items: readonly Item[]): Item => items[below(random, items.length)]

/** What people put where something else is expected. */
const hostile = [
  '',
  ' ',
  '\0',
  '-1',
  '1e999',
  'NaN',
  '"',
  "' OR 1=1 --",
  "'; DROP TABLE audits; --",
  '../../../../etc/passwd',
  '/dev/zero',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '$(id)',
  '%00',
  '%n%n%n',
  '\u202e\u0000\ufeff',
  '{"__proto__":{"isAdmin":true}}',
  '{"garble":false,"garble":true}',
  '['.repeat(500),
  'x'.repeat(9_000),
  'true',
  'multipart/form-data',
  'multipart/form-data; boundary=""',
  'text/plain',
  'chunked',
  'gzip',
  '100-continue',
  'websocket',
  '0',
  '99999999999',
  '1e30',
  '1'.repeat(3_000),
  '7f3e9a52-4c1b-4d86-9e07-2b58d1c6a940',
  '{"a":'.repeat(300),
  `{"a.wav":${'['.repeat(300)}${']'.repeat(300)}}`,
  `{${Array.from({ length: 600 }, (_, at) => `"${at}":"x"`).join(',')}}`,
  'audit,read,manage',
  'manage',
  'TRUE',
  'false',
]

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'get',
]

type Mutation = (message: Buffer, random: Random) => Buffer

const splice = (message: Buffer, at: number, removed: number, added: Buffer | string = '') =>
  Buffer.concat([message.subarray(0, at), Buffer.from(added as string), message.subarray(at + removed)])

const flipBits: Mutation = (message, random) => {
  const copy = Buffer.from(message)
  for (let count = 1 + below(random, 8); count > 0; count--) {
    copy[below(random, copy.length)] ^= 1 << below(random, 8)
  }
  return copy
}

const range = (message: Buffer, random: Random) => {
  const at = below(random, message.length)
  return { at, length: below(random, Math.min(120, message.length - at)) }
}

const cutOut: Mutation = (message, random) => {
  const { at, length } = range(message, random)
  return splice(message, at, length)
}

const repeat: Mutation = (message, random) => {
  const { at, length } = range(message, random)
  return splice(message, below(random, message.length), 0, message.subarray(at, at + length))
}

const insertNoise: Mutation = (message, random) => {
  const noise = Buffer.from(Array.from({ length: 1 + below(random, 40) }, () => below(random, 256)))
  return splice(message, below(random, message.length), 0, noise)
}

const breakOff: Mutation = (message, random) => message.subarray(0, below(random, message.length))

const insertHostile: Mutation = (message, random) =>
  splice(message, below(random, message.length), 0, pick(random, hostile))

/** Takes the place of a value in a header, a parameter, a file name or a field of the form. */
const replaceValue: Mutation = (message, random) => {
  const text = message.toString('latin1')
  const places = [...text.matchAll(/(?<=: |=|="|\r\n\r\n)[^\r\n"&;]+/g)]
  if (places.length === 0) return message
  const place = pick(random, places)
  return splice(message, place.index, place[0].length, pick(random, hostile))
}

/** A header, a boundary or a field goes missing, comes twice, or comes elsewhere. */
const moveLine: Mutation = (message, random) => {
  const lines = message.toString('latin1').split('\r\n')
  const [line] = lines.splice(below(random, lines.length), 1)
  for (let count = below(random, 3); count > 0; count--) lines.splice(below(random, lines.length), 0, line)
  return Buffer.from(lines.join('\r\n'), 'latin1')
}

const otherMethod: Mutation = (message, random) => {
  const end = message.indexOf(' ')
  return end < 0 ? message : splice(message, 0, end, pick(random, METHODS))
}

/** A parameter that nobody knows, or one that is known, a second time. */
const addParameter: Mutation = (message, random) => {
  const end = message.indexOf(' HTTP/')
  if (end < 0) return message
  const joint = message.subarray(0, end).includes('?') ? '&' : '?'
  const name = pick(random, ['quality', 'qualty', 'forceFresh', 'scopes', 'limit', '__proto__', 'name[]'])
  return splice(message, end, 0, `${joint}${name}=${encodeURIComponent(pick(random, hostile).slice(0, 500))}`)
}

/** Another field of the form, before the first. */
const addField: Mutation = (message, random) => {
  const boundary = /boundary=([^\r\n;]+)/.exec(message.toString('latin1', 0, 2_000))?.[1]
  const at = boundary === undefined ? -1 : message.indexOf(`--${boundary}\r\n`)
  if (at < 0) return message
  const name = pick(random, [
    'scripts',
    'scirpts',
    'accuracy',
    'deviationThreshold',
    'files',
    '__proto__',
    '',
  ])
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
  return splice(message, at, 0, `${head}${pick(random, hostile)}\r\n`)
}

const mutations = [
  flipBits,
  cutOut,
  repeat,
  insertNoise,
  breakOff,
  insertHostile,
  replaceValue,
  replaceValue,
  moveLine,
  moveLine,
  otherMethod,
  addParameter,
  addField,
]

const CONTENT_LENGTH = /^content-length: \d+$/im

/** Most of the time the length is made to fit again: else few would be read further than that. */
function withLength(message: Buffer): Buffer {
  const head = message.indexOf('\r\n\r\n')
  if (head < 0) return message
  const text = message.subarray(0, head).toString('latin1')
  const mended = text.replace(CONTENT_LENGTH, `content-length: ${message.length - head - 4}`)
  return Buffer.concat([Buffer.from(mended, 'latin1'), message.subarray(head)])
}

export function mutated(message: Buffer, random: Random): Buffer {
  let changed = message
  for (let count = 1 + below(random, 3); count > 0; count--)
    changed = pick(random, mutations)(changed, random)
  return random() < 0.8 ? withLength(changed) : changed
}

export function rawRequest(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: Buffer = Buffer.alloc(0),
): Buffer {
  const lines = Object.entries({ host: 'audit.test', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const length = method === 'POST' || body.length > 0 ? [`content-length: ${body.length}`] : []
  const head = [`${method} ${url} HTTP/1.1`, ...lines, ...length].join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body])
}
