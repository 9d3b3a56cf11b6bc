// Messages of the protocol, changed by chance: in their text, or in what they say.
import { seededRandom } from '../../lab/random.js'

/** Whole numbers from 0 on, below what is asked for. */
export type Below = (limit: number) => number

export function drawn(seed: number): Below {
  const random = seededRandom(seed)
  return (limit) => Math.floor(random() * limit)
}

const strange: unknown[] = [
  null,
  '',
  'x'.repeat(5000),
  -1,
  1e308,
  true,
  [],
  {},
  [[[[[]]]]],
  { __proto__: null, constructor: 1 },
  '\u0000\ud800',
  '../../../etc/passwd',
]

export function seedMessages(arguments_: Record<string, object>): object[] {
  const calls = Object.entries(arguments_).map(([name, given]) => ({
    method: 'tools/call',
    params: { name, arguments: given, _meta: { progressToken: 'p' } },
  }))
  return [
    {
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'm', version: '1' } },
    },
    { method: 'server/discover', params: {} },
    { method: 'ping' },
    { method: 'tools/list', params: {} },
    { method: 'resources/read', params: { uri: `audio-audit://audits/${'a'.repeat(32)}/result.json` } },
    { method: 'resources/templates/list', params: {} },
    { method: 'notifications/cancelled', params: { requestId: 7, reason: 'x' } },
    ...calls,
  ].map((message, id) => ({ jsonrpc: '2.0', id: `m${id}`, ...message }))
}

export function mutated(message: object, below: Below): string {
  const copy = structuredClone(message)
  const text = JSON.stringify(copy)
  switch (below(4)) {
    case 0:
      return text.slice(0, below(text.length))
    case 1: {
      const at = below(text.length)
      return text.slice(0, at) + String.fromCharCode(32 + below(95)) + text.slice(at + 1)
    }
    case 2: {
      const from = below(text.length)
      return text.slice(0, from) + text.slice(from + below(20))
    }
    default:
      replaceOne(copy, below)
      return JSON.stringify(copy)
  }
}

function replaceOne(value: object, below: Below): void {
  const keys = Object.keys(value)
  if (keys.length === 0) return
  const key = keys[below(keys.length)] as keyof typeof value
  const inner: unknown = value[key]
  if (typeof inner === 'object' && inner !== null && below(3) > 0) replaceOne(inner, below)
  else Object.assign(value, { [key]: strange[below(strange.length)] })
}
