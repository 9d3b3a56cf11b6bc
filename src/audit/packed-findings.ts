// Findings on their way from the listener of a file to whoever judges the batch: bytes, which all in between hand on unread.
import { deserialize, serialize } from 'node:v8'

/** Typed arrays and numbers come back bit by bit as they were, which JSON would not do. */
export function packFindings(findings: unknown): Uint8Array {
  return serialize(findings)
}

export function unpackFindings(packed: Uint8Array): unknown {
  return deserialize(packed)
}

/** What is packed begins with this byte and the version of the format; a runtime reads its own version and all before it. */
const VERSION_FOLLOWS = 0xff
const NEWEST_VERSION = serialize(null)[1]

/** False when another runtime has packed them in a way that this one does not know: then the file is listened to again. */
export function canUnpack(packed: Uint8Array): boolean {
  return packed[0] === VERSION_FOLLOWS && packed[1] <= NEWEST_VERSION
}
