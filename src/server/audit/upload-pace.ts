// Who sends slowly holds a place for long: an upload must come with at least so many bytes a second.
import type { EventEmitter } from 'node:events'
import { ApiError } from '../api-error.js'
import type { Config } from '../config.js'

export type PaceLimits = Pick<Config, 'leastUploadRate' | 'uploadWindowSec'>

/** What comes in: a stream, or whoever tells of one. */
export type Incoming = EventEmitter & {
  /** Whether we do not take in more for now. */
  isPaused(): boolean
}

/** The time in which the rate is taken is looked at in so many pieces. */
const PIECES = 10
/** A process that was short of breath has not been looking: so much of a piece at most counts. */
const MOST_OF_A_PIECE = 2

/**
 * Calls `tooSlow` when fewer bytes have come within the last seconds than must. The first time is when these seconds are over,
 * so that a late start is no fault. While we do not read, because the disk is slower than the network, time does not count.
 * Gives what ends it.
 */
export function watchPace(
  body: Incoming,
  { leastUploadRate, uploadWindowSec }: PaceLimits,
  tooSlow: (error: ApiError) => void,
): () => void {
  if (leastUploadRate === 0) return () => {}
  const pieceSec = uploadWindowSec / PIECES
  const pieces: { bytes: number; sec: number }[] = []
  let bytes = 0
  let lookedAt = performance.now()
  const count = (piece: Buffer) => {
    bytes += piece.length
  }
  const look = () => {
    const sec = Math.min((performance.now() - lookedAt) / 1000, MOST_OF_A_PIECE * pieceSec)
    lookedAt = performance.now()
    // What came before we paused counts, the time does not.
    pieces.push({ bytes, sec: body.isPaused() ? 0 : sec })
    bytes = 0
    let seconds = pieces.reduce((sum, piece) => sum + piece.sec, 0)
    if (seconds < uploadWindowSec * (1 - 0.5 / PIECES)) return
    const come = pieces.reduce((sum, piece) => sum + piece.bytes, 0)
    if (come < leastUploadRate * seconds) {
      end()
      tooSlow(uploadTooSlow(leastUploadRate, uploadWindowSec))
    }
    while (pieces.length > 0 && seconds - pieces[0].sec >= uploadWindowSec * (1 - 1.5 / PIECES)) {
      seconds -= pieces.shift()!.sec
    }
  }
  const timer = setInterval(look, pieceSec * 1000)
  const end = () => {
    clearInterval(timer)
    body.off('data', count)
    body.off('end', end)
    body.off('close', end)
  }
  body.on('data', count)
  body.once('end', end)
  body.once('close', end)
  return end
}

function uploadTooSlow(bytesPerSec: number, windowSec: number): ApiError {
  return new ApiError(
    'upload_too_slow',
    `The upload came with fewer than ${bytesPerSec} bytes a second over ${windowSec} s. Send it again over a faster connection, or fewer files at a time.`,
    // What is left of it would be taken for the next request.
    { headers: { connection: 'close' } },
  )
}
