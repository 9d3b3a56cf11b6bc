// Findings of a file are cached by what they depend on and nothing else, so a batch that comes again is not listened to again.
import { createHash } from 'node:crypto'
import type { Json, SomeCheck } from '../checks/check.js'
import type { TranscriberModel } from '../speech/speech-data.js'
import { modelHashes, trackIdentity } from '../speech/track-identity.js'
import { FileError } from './errors.js'
import { openedFile } from './opened-file.js'

export interface FindingsCache {
  /** Packed findings: what is cached under the key; undefined when there is nothing, or nothing sound. */
  get(key: string): Promise<Uint8Array | undefined>
  /** Caches findings. Never fails for want of room or rights: what cannot be cached is listened to again. */
  set(key: string, packed: Uint8Array): Promise<void>
}

type IdentifiedCheck = Pick<SomeCheck, 'name' | 'version' | 'asks' | 'models' | 'parameters'>

export interface FindingsOrigin {
  contentSha256: string
  check: IdentifiedCheck
  listenOptions: Json
  model: TranscriberModel
}

/** The name under which findings are kept: 64 hex digits. */
export function findingsKey({ contentSha256, check, listenOptions, model }: FindingsOrigin): string {
  const origin: Json = { content: contentSha256, check: checkIdentity(check, model), options: listenOptions }
  return createHash('sha256').update(canonicalJson(origin)).digest('hex')
}

/** All that findings of a check depend on beside the file and the options. */
export function checkIdentity(
  { name, version, asks, models = [], parameters = null }: IdentifiedCheck,
  model: TranscriberModel,
): Json {
  const track = trackIdentity(asks, model)
  return {
    name,
    version,
    track: track.versions,
    parameters,
    models: { ...track.models, ...modelHashes(models) },
  } as Json
}

/** JSON in which the order of keys does not matter. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
  return `{${members.join(',')}}`
}

/** SHA-256 of a file's content, read in pieces. Fails with a FileError. */
export async function contentSha256(file: string, signal?: AbortSignal): Promise<string> {
  const handle = await openedFile(file)
  const hash = createHash('sha256')
  try {
    // The stream closes the handle, however it ends.
    for await (const piece of handle.createReadStream()) {
      signal?.throwIfAborted()
      hash.update(piece)
    }
  } catch (cause) {
    signal?.throwIfAborted()
    throw new FileError('unreadable', 'The file cannot be read.', { cause })
  }
  return hash.digest('hex')
}
