import { setTimeout as sleep } from 'node:timers/promises'
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { StorageDownError } from './errors.js'

export interface S3Settings {
  bucket: string
  region: string
  /** For a server other than Amazon's; its buckets are then named in the path, which all of them take. */
  endpoint?: string | undefined
  /** Left out, they are found where Amazon's tools look for them. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  /** In front of the names of audio, so that a bucket can be shared; "audio/" when left out. */
  prefix?: string | undefined
}

export function s3Client({ region, endpoint, credentials }: S3Settings): S3Client {
  return new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Checksums beyond what S3 asks for are not understood by many servers that speak its protocol.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Tried again by ourselves, for longer, and with files that are sent as well.
    maxAttempts: 1,
  })
}

/** Longer than a server takes to start anew, shorter than callers wait for an answer. */
const PATIENCE_MS = 25_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/**
 * Tries again while the server cannot be reached or has a fault of its own, and after a while fails with a
 * StorageDownError. `work` is begun anew each time.
 */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = Date.now() + PATIENCE_MS
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error)) throw error
      if (Date.now() > until) throw new StorageDownError({ cause: error })
      // Not all at the same moment.
      await sleep(pauseMs * (0.5 + Math.random() / 2))
    }
  }
}

const THROTTLED = [408, 429]

/** Whether it may go well the next time: what the network, or the server itself, is to blame for. */
function isPassing(error: unknown): boolean {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode
    return status === undefined || status >= 500 || THROTTLED.includes(status)
  }
  const { code, name } = error as NodeJS.ErrnoException
  // Of the file that is sent or received, not of the network.
  if (code === 'ENOSPC' || code === 'ENOENT' || code === 'EACCES' || code === 'EROFS') return false
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return true
  return code !== undefined ? /^E[A-Z]+$/.test(code) : name === 'TimeoutError' || name === 'NetworkingError'
}
