// Where audio lies: in a folder or in a bucket. Each caller has its own shelf, and on it a blob is called by its content.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

export interface BlobKey {
  /** Anything: it never becomes part of a path as it is. */
  caller: string
  /** Of the content, 64 lower-case hex digits. */
  sha256: string
}

export interface ByteRange {
  from: number
  /** The last byte that is wanted, itself included; to the end when left out. */
  to?: number | undefined
}

export interface BlobContent {
  stream: Readable
  /** Of the whole blob, whatever part of it is read. */
  totalBytes: number
}

export interface Blobs {
  has(key: BlobKey): Promise<boolean>
  /** Copies the file in; a reader sees the whole of it or nothing. */
  put(key: BlobKey, file: string): Promise<void>
  /** Undefined when there is none, a RangeError when it has no such part. */
  get(key: BlobKey, range?: ByteRange): Promise<BlobContent | undefined>
  /** No error when there is none. */
  delete(place: string): Promise<void>
  /** The places of all blobs. Left out where the blobs of another database may lie beside. */
  list?(): AsyncIterable<string>
  /** Removes what an interrupted `put` has left behind, when it is older than that. */
  sweepUnfinished(olderThanMs: number): Promise<void>
  close(): void
}

const SHA256 = /^[0-9a-f]{64}$/

/** A relative path of hex digits and slashes, whatever the caller is called. */
export function placeOf({ caller, sha256 }: BlobKey): string {
  if (!SHA256.test(sha256)) throw new TypeError('not a sha256 in hex')
  return `${shelfOf(caller)}/${sha256.slice(0, 2)}/${sha256}`
}

const SHELF_DIGITS = 32

/** All that a caller has lies there. */
export function shelfOf(caller: string): string {
  return createHash('sha256').update(caller).digest('hex').slice(0, SHELF_DIGITS)
}

const PLACE = new RegExp(`^[0-9a-f]{${SHELF_DIGITS}}/[0-9a-f]{2}/[0-9a-f]{64}$`)

/** Only what this program has put there: the folder or bucket may hold other things by a slip of the keyboard. */
export function isPlace(name: string): boolean {
  return PLACE.test(name)
}

/** The last byte of the range and how many there are. Fails with a RangeError. */
export function boundedRange({ from, to }: ByteRange, totalBytes: number): { from: number; to: number } {
  const last = Math.min(to ?? totalBytes - 1, totalBytes - 1)
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(last) || from < 0 || from > last) {
    throw new RangeError(`There are ${totalBytes} bytes, none from ${from} to ${to ?? 'the end'}.`)
  }
  return { from, to: last }
}
