// The field fileUrls: where files lie that the service shall fetch itself.
import { shortened } from '../../audit/shortened.js'
import { checkedUrl } from '../../outbound/checked-url.js'
import { OutboundError } from '../../outbound/outbound-error.js'
import type { OutboundPolicy } from '../../outbound/policy.js'
import type { ErrorDetail } from '../schemas/error.js'
import { goesTooDeep } from './flat-json.js'

export interface NamedPlace {
  /** Place in the list, from 0. */
  position: number
  name: string
  from: { kind: 'web'; url: string } | { kind: 'bucket'; bucket: string; key: string }
}

export interface FileUrlRules {
  policy: OutboundPolicy
  mostFiles: number
  /** Buckets, each perhaps with the beginning of the keys behind a slash; none where a caller may name none. */
  buckets: readonly string[]
}

const S3_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/s
/** The longest that S3 takes. */
const MOST_KEY_BYTES = 1024
export const fieldAt = (position: number) => `fileUrls.${position}`

/** The places, or everything that is wrong. No message repeats an address: those that are signed are secrets. */
export function placesIn(text: string, rules: FileUrlRules): { places: NamedPlace[]; wrong: ErrorDetail[] } {
  const listed = listIn(text)
  if (typeof listed === 'string') {
    return {
      places: [],
      wrong: [
        { field: 'fileUrls', message: `fileUrls must be a JSON array of addresses; this one ${listed}.` },
      ],
    }
  }
  const places: NamedPlace[] = []
  const wrong: ErrorDetail[] = []
  for (const [position, item] of listed.entries()) {
    const place = placeOf(item, position, rules)
    if (typeof place === 'string') {
      wrong.push({ field: fieldAt(position), fault: 'bad_url', message: `fileUrls[${position}]: ${place}` })
    } else places.push(place)
  }
  return { places, wrong }
}

function listIn(text: string): unknown[] | string {
  if (goesTooDeep(text)) return 'has lists or objects inside of each other'
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return 'is no array'
    return value.length === 0 ? 'is empty' : value
  } catch {
    return 'is not JSON'
  }
}

/** The place, or a sentence that says what is wrong. */
function placeOf(item: unknown, position: number, rules: FileUrlRules): NamedPlace | string {
  const { url, name, ...others } =
    typeof item === 'string' ? { url: item } : ((item ?? {}) as Record<string, unknown>)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return `There is no field "${shortened(unknown)}"; there are: url, name.`
  if (typeof url !== 'string') return 'It must be an address, or an object with url and name.'
  if (name !== undefined && (typeof name !== 'string' || name === '')) return 'Its name must be a text.'
  if (/^s3:/i.test(url)) return bucketPlace(url, name, position, rules)
  try {
    const { href, pathname } = checkedUrl(url, rules.policy)
    const own = name ?? unescaped(lastOf(pathname))
    if (own === '') return 'Its address ends without the name of a file: send it as {"url", "name"}.'
    return { position, name: own, from: { kind: 'web', url: href } }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return error.message
  }
}

function bucketPlace(
  url: string,
  name: string | undefined,
  position: number,
  { buckets }: FileUrlRules,
): NamedPlace | string {
  const [, bucket, key] = S3_URL.exec(url) ?? []
  if (bucket === undefined || Buffer.byteLength(key) > MOST_KEY_BYTES) {
    return 'An address in a bucket is s3://BUCKET/KEY.'
  }
  // Steps that lead elsewhere are gone through on the way to some servers, and past what is allowed.
  const hasSteps = key.split('/').some((step) => step === '.' || step === '..')
  const isAllowed =
    !hasSteps &&
    buckets.some((entry) => {
      const [allowed, ...prefix] = entry.split('/')
      return allowed === bucket && key.startsWith(prefix.join('/'))
    })
  if (!isAllowed) return 'This server reads no such place of a bucket for you.'
  const own = name ?? lastOf(key)
  if (own === '') return 'Its address ends without the name of a file: send it as {"url", "name"}.'
  return { position, name: own, from: { kind: 'bucket', bucket, key } }
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** As it is where it is no escape of a text. */
function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
