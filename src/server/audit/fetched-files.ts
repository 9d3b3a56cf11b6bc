// Files that a request names by their address, fetched as if they had been uploaded: the same limits on number, bytes and pace hold.
import { EventEmitter } from 'node:events'
import path from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { OutboundError } from '../../outbound/outbound-error.js'
import { outboundRequest } from '../../outbound/request.js'
import { counted } from '../../report/counted.js'
import { spool } from '../../store/spool.js'
import { ApiError, invalidRequest } from '../api-error.js'
import type { Identity } from '../auth.js'
import type { ServerContext } from '../context.js'
import { fieldAt, type NamedPlace, placesIn } from './file-urls.js'
import { MOST_NAME_BYTES, tooManyBytes, type Upload, type UploadedFile, type UploadLimits } from './upload.js'
import { watchPace } from './upload-pace.js'

/** More would hardly be faster, and knock harder on who is asked. */
const AT_ONCE = 4
const ANSWER_WITHIN_MS = 30_000
const MINUTE_MS = 60_000
const FOUND = 200

/** Adds the files behind `fileUrls` to those that were sent. Fails with an ApiError that says at which place of the list. */
export async function fetchNamedFiles(
  context: ServerContext,
  identity: Identity | undefined,
  upload: Upload,
  limits: UploadLimits,
  signal: AbortSignal,
): Promise<void> {
  const text = upload.fields.get('fileUrls') ?? ''
  // Signed addresses are secrets, and of no use once the files are there: whatever is kept of the request is kept without.
  upload.fields.delete('fileUrls')
  const places = placesFor(context, identity, text, limits)
  if (upload.files.length + places.length > limits.mostFiles) {
    throw new ApiError('too_large', `Send at most ${counted(limits.mostFiles, 'file')} at a time.`)
  }
  const stop = new AbortController()
  const late = AbortSignal.timeout(context.config.uploadMinutes * MINUTE_MS)
  const fetching = AbortSignal.any([signal, stop.signal, late])
  const fetched: UploadedFile[] = []
  const room = { bytes: upload.files.reduce((sum, { byteCount }) => sum + byteCount, 0), limits }
  const queue = places.entries()
  const lanes = Array.from({ length: Math.min(AT_ONCE, places.length) }, async () => {
    for (const [at, place] of queue) {
      const file = path.join(upload.folder, String(upload.files.length + at))
      fetched[at] = {
        name: place.name,
        path: file,
        ...(await fetchOne(context, place, file, room, fetching)),
      }
    }
  })
  const ends = await Promise.allSettled(
    lanes.map((lane) =>
      lane.catch((error) => {
        // The first one tells what was wrong; the others end with it.
        stop.abort(error)
        throw error
      }),
    ),
  )
  if (ends.some(({ status }) => status === 'rejected')) {
    signal.throwIfAborted()
    if (late.aborted) throw tooLate(context.config.uploadMinutes)
    throw stop.signal.reason
  }
  upload.files.push(...fetched)
}

function placesFor(
  { config, outbound: policy }: ServerContext,
  identity: Identity | undefined,
  text: string,
  { mostFiles }: UploadLimits,
): NamedPlace[] {
  const wrongField = (message: string) => invalidRequest([{ field: 'fileUrls', message }])
  if (config.fileUrls === 'off') throw wrongField('This server fetches no files: send them as files.')
  if (config.fileUrls === 'keys' && !identity) {
    throw wrongField('This server fetches files only for who has an API key: send them as files.')
  }
  // What lies in a bucket of the server is not for everybody who can pay.
  const buckets = identity ? (config.fileUrlBuckets ?? []) : []
  const { places, wrong } = placesIn(text, { policy, mostFiles, buckets })
  for (const { position, name } of places) {
    if (Buffer.byteLength(name) <= MOST_NAME_BYTES) continue
    const message = `fileUrls[${position}]: A file name is longer than ${MOST_NAME_BYTES} bytes.`
    wrong.push({ field: fieldAt(position), message })
  }
  if (wrong.length > 0) throw invalidRequest(wrong)
  return places
}

interface Room {
  /** Of all files so far. */
  bytes: number
  limits: UploadLimits
}

async function fetchOne(
  context: ServerContext,
  place: NamedPlace,
  file: string,
  room: Room,
  signal: AbortSignal,
) {
  const { position } = place
  const slow = new AbortController()
  const either = AbortSignal.any([signal, slow.signal])
  const arrivals = new Arrivals()
  let endWatch = () => {}
  try {
    const { stream, byteCount } = await opened(context, place, either)
    // Else whoever waits for the next piece of one that has stopped would wait for ever.
    addAbortSignal(either, stream)
    try {
      // Refused by what it says of itself: then nothing of it need be read.
      const isTooMuch = byteCount !== undefined && room.bytes + byteCount > room.limits.mostBytes
      if (isTooMuch) throw tooManyBytes(room.limits)
      endWatch = watchPace(arrivals, room.limits.pace, () =>
        slow.abort(notFetched(position, 'too_slow', 'It came with too few bytes a second.')),
      )
      return await spool(withinRoom(stream, room, arrivals), file, { signal: either })
    } finally {
      stream.destroy()
    }
  } catch (error) {
    signal.throwIfAborted()
    slow.signal.throwIfAborted()
    throw explained(error, position)
  } finally {
    endWatch()
  }
}

/** Tells of pieces as they come, for the pace: to listen to the stream itself would let it flow past its reader. */
class Arrivals extends EventEmitter {
  private isResting = false

  isPaused(): boolean {
    return this.isResting
  }

  /** While a piece is being written, none is asked for. */
  *tell(piece: Buffer): Generator<Buffer> {
    this.emit('data', piece)
    this.isResting = true
    yield piece
    this.isResting = false
  }
}

async function* withinRoom(stream: Readable, room: Room, arrivals: Arrivals): AsyncGenerator<Buffer> {
  for await (const piece of stream as AsyncIterable<Buffer>) {
    room.bytes += piece.length
    if (room.bytes > room.limits.mostBytes) throw tooManyBytes(room.limits)
    const noSpace = room.limits.space?.grow(piece.length)
    if (noSpace) throw noSpace
    yield* arrivals.tell(piece)
  }
}

async function opened(
  context: ServerContext,
  { position, from }: NamedPlace,
  signal: AbortSignal,
): Promise<{ stream: Readable; byteCount?: number | undefined }> {
  if (from.kind === 'bucket') {
    const found = await (await context.buckets()).get(from.bucket, from.key, signal)
    if (!found)
      throw notFetched(position, 'not_found', 'There is no such object, or the server may not read it.')
    return found
  }
  const answer = await outboundRequest(context.outbound, {
    url: from.url,
    method: 'GET',
    answerWithinMs: ANSWER_WITHIN_MS,
    signal,
  })
  const { statusCode, headers } = answer
  const encoding = headers['content-encoding'] ?? 'identity'
  if (statusCode === FOUND && encoding === 'identity') {
    const told = Number(headers['content-length'])
    return { stream: answer, byteCount: Number.isSafeInteger(told) ? told : undefined }
  }
  answer.destroy()
  if (statusCode === FOUND)
    throw notFetched(position, 'encoded', 'It came compressed, though that was not asked for.')
  throw notFetched(position, 'status', `It was answered with status ${statusCode}.`)
}

function tooLate(minutes: number): ApiError {
  const message = `The files of fileUrls did not come within ${counted(minutes, 'minute')}.`
  return new ApiError('file_not_fetched', `${message} Nothing was charged.`, {
    details: [{ field: 'fileUrls', fault: 'timed_out', message }],
  })
}

function notFetched(position: number, fault: string, message: string): ApiError {
  const sentence = `fileUrls[${position}]: ${message}`
  return new ApiError('file_not_fetched', `${sentence} Nothing was charged.`, {
    details: [{ field: fieldAt(position), fault, message: sentence }],
  })
}

function explained(error: unknown, position: number): unknown {
  if (error instanceof OutboundError) return notFetched(position, error.fault, error.message)
  if (error instanceof ApiError || !isCutOff(error)) return error
  return notFetched(position, 'cut_off', 'The connection broke off before all of it had come.')
}

function isCutOff(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException
  return ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE', 'ETIMEDOUT'].includes(code)
}
