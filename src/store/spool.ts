import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface Spooled {
  sha256: string
  byteCount: number
}

export interface SpoolLimits {
  mostBytes?: number | undefined
  signal?: AbortSignal | undefined
}

/** More has come than may: reading was stopped there. */
export class TooManyBytesError extends Error {
  override readonly name = 'TooManyBytesError'

  constructor(readonly mostBytes: number) {
    super(`More than ${mostBytes} bytes have come.`)
  }
}

/** Writes a stream to a new file and hashes it on the way, holding only a piece in memory. A failure leaves no file. */
export async function spool(
  source: Readable | AsyncIterable<Uint8Array>,
  file: string,
  { mostBytes = Number.POSITIVE_INFINITY, signal }: SpoolLimits = {},
): Promise<Spooled> {
  const hash = createHash('sha256')
  let byteCount = 0
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      byteCount += piece.length
      if (byteCount > mostBytes) return done(new TooManyBytesError(mostBytes))
      hash.update(piece)
      done(null, piece)
    },
  })
  // Opened here: a file that was there before is not ours to remove.
  const handle = await open(file, 'wx', 0o600)
  try {
    const pieces = source instanceof Readable ? source : Readable.from(source)
    // The stream closes the handle, however it ends.
    await pipeline(pieces, counted, handle.createWriteStream(), { ...(signal && { signal }) })
  } catch (error) {
    await rm(file, { force: true }).catch(() => {})
    throw error
  }
  return { sha256: hash.digest('hex'), byteCount }
}
