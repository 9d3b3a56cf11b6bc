// A form with files, read from the network to the disk: at no time is more than a piece of a file in memory, and reading
// stops as soon as there is too much.
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { didYouMean } from '../../audit/nearest-name.js'
import { MOST_REFERENCES } from '../../audit/request.js'
import { shortened } from '../../audit/shortened.js'
import { counted } from '../../report/counted.js'
import { spool, TooManyBytesError } from '../../store/spool.js'
import { ApiError, invalidRequest } from '../api-error.js'
import { auditQuery } from '../schemas/audit-request.js'
import type { ErrorDetail } from '../schemas/error.js'
import { formFields } from './form.js'
import { formParts } from './form-parts.js'
import { type PaceLimits, watchPace } from './upload-pace.js'
import type { UploadSpace } from './upload-room.js'

export interface UploadLimits {
  mostFiles: number
  mostBytes: number
  pace: PaceLimits
  /** On the disk, where it is limited for the sender. */
  space?: UploadSpace | undefined
}

export interface UploadedFile {
  name: string
  path: string
  sha256: string
  byteCount: number
}

export interface Upload {
  /** Where its files lie. */
  folder: string
  files: UploadedFile[]
  /** Recordings that voices are held against. */
  references: UploadedFile[]
  /** The text of each field that is not a file and not empty. */
  fields: Map<string, string>
  /** Removes the files. To be called once they are not needed, however it ended. */
  discard(): Promise<void>
}

/** Of all fields together, which are held in memory: a gibibyte of compressed speech has scripts of two mebibytes. */
const MOST_FIELD_BYTES = 8 * 1024 * 1024
const MOST_FIELDS = 100
/** Longer than file systems allow. */
export const MOST_NAME_BYTES = 1024
/** What fields, boundaries and headers of the parts may add to the files. */
const FORM_OVERHEAD_BYTES = 2 * MOST_FIELD_BYTES
const OWNER_ONLY_FOLDER = 0o700

/** Fails with an ApiError, and then leaves no file behind. */
export async function readUpload(
  request: FastifyRequest,
  uploadsFolder: string,
  limits: UploadLimits,
  signal: AbortSignal,
): Promise<Upload> {
  if (!request.isMultipart())
    throw new ApiError('unsupported_media', 'Send the files as multipart/form-data.')
  // Refused by what it says of itself: then nothing of it need be read.
  const toldBytes = Number(request.headers['content-length'] ?? 0)
  if (toldBytes > limits.mostBytes + FORM_OVERHEAD_BYTES) throw tooManyBytes(limits)
  const noSpace = toldBytes > 0 ? limits.space?.grow(toldBytes) : undefined
  if (noSpace) throw noSpace
  const upload = await newUpload(uploadsFolder)
  const refused = new AbortController()
  const refuse = (why: ApiError) => refused.abort(why)
  let endWatch = () => {}
  try {
    const reading = readParts(request, upload, limits, AbortSignal.any([signal, refused.signal]))
    countBytes(request, toldBytes, limits, refuse)
    endWatch = watchPace(request.raw, limits.pace, refuse)
    await reading
    return upload
  } catch (error) {
    await upload.discard()
    signal.throwIfAborted()
    refused.signal.throwIfAborted()
    throw error
  } finally {
    endWatch()
  }
}

/** An empty one. */
export async function newUpload(uploadsFolder: string): Promise<Upload> {
  const folder = path.join(uploadsFolder, randomBytes(16).toString('hex'))
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
  const discard = () => rm(folder, { recursive: true, force: true })
  return { folder, files: [], references: [], fields: new Map(), discard }
}

/**
 * Parts that are skipped tell nothing of themselves, and may have no end: so all that comes is counted. To be called once
 * somebody reads: it lets the data flow.
 */
function countBytes(
  { raw }: FastifyRequest,
  toldBytes: number,
  limits: UploadLimits,
  refuse: (why: ApiError) => void,
): void {
  let bytes = 0
  raw.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > limits.mostBytes + FORM_OVERHEAD_BYTES) return refuse(tooManyBytes(limits))
    const noSpace = bytes > toldBytes ? limits.space?.grow(piece.length) : undefined
    if (noSpace) refuse(noSpace)
  })
}

async function readParts(
  request: FastifyRequest,
  { folder, files, references, fields }: Upload,
  limits: UploadLimits,
  signal: AbortSignal,
): Promise<void> {
  const wrong: ErrorDetail[] = []
  const notes = new FieldNotes(fields)
  let bytes = 0
  const parts = request.parts({
    // Names are data: what looks like a path is part of the name.
    preservePath: true,
    isPartAFile: isStreamed,
    // Files are counted here, by number and by bytes of all together.
    limits: {
      files: Number.POSITIVE_INFINITY,
      fileSize: Number.POSITIVE_INFINITY,
      parts: Number.POSITIVE_INFINITY,
      fields: MOST_FIELDS,
      fieldSize: MOST_FIELD_BYTES,
    },
  })
  for await (const part of formParts(parts, request.raw, signal)) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw fieldsTooLong()
      wrong.push(...notes.note(part.fieldname, String(part.value)))
      continue
    }
    if (isTextField(part.fieldname)) {
      wrong.push(...notes.note(part.fieldname, await textOf(part.file, signal)))
      continue
    }
    const kind = part.fieldname
    if (!isFileField(kind) || !part.filename) throw invalidRequest([misplacedFile(kind)])
    const name = unescapedName(part.filename)
    if (Buffer.byteLength(name) > MOST_NAME_BYTES) {
      throw invalidRequest([{ field: kind, message: `A file name is longer than ${MOST_NAME_BYTES} bytes.` }])
    }
    const { list, most, what } =
      kind === 'files'
        ? { list: files, most: limits.mostFiles, what: 'file' }
        : { list: references, most: MOST_REFERENCES, what: 'reference' }
    if (list.length === most) {
      throw new ApiError('too_large', `Send at most ${counted(most, what)} at a time.`)
    }
    const file = path.join(folder, kind === 'files' ? String(list.length) : `reference-${list.length}`)
    const spooled = await spool(part.file, file, { mostBytes: limits.mostBytes - bytes, signal }).catch(
      (error) => {
        throw error instanceof TooManyBytesError ? tooManyBytes(limits) : error
      },
    )
    bytes += spooled.byteCount
    list.push({ name, path: file, ...spooled })
  }
  if (wrong.length > 0) throw invalidRequest(wrong)
}

/** Parts that hold a file each. */
const fileFields = ['files', 'references'] as const

const isFileField = (name: string): name is (typeof fileFields)[number] =>
  (fileFields as readonly string[]).includes(name)

const isTextField = (name: string) => (formFields as readonly string[]).includes(name)

/**
 * Beside files also what calls itself JSON: as a field it would come parsed, however deep it is. It is text to us, as is a
 * field that comes out of a file.
 */
function isStreamed(_: string | undefined, type: string | undefined, filename: string | undefined): boolean {
  return (
    filename !== undefined || type === 'application/octet-stream' || /^application\/json/i.test(type ?? '')
  )
}

async function textOf(part: Readable, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  // A part that was cut off never ends by itself, and whoever waits for it would keep his place for ever.
  for await (const piece of addAbortSignal(signal, part) as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > MOST_FIELD_BYTES) throw fieldsTooLong()
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

/** What the fields of one form say, and what is wrong with them. */
class FieldNotes {
  private readonly seen = new Set<string>()
  private count = 0
  private characters = 0

  constructor(private readonly fields: Map<string, string>) {}

  note(name: string | undefined = '', value: string): ErrorDetail[] {
    this.count++
    this.characters += value.length
    if (this.count > MOST_FIELDS || this.characters > MOST_FIELD_BYTES) throw fieldsTooLong()
    if (isFileField(name)) return [{ field: name, message: `Send ${name} as files, each with a file name.` }]
    if (!isTextField(name)) return [unknownField(name)]
    if (this.seen.has(name)) return [{ field: name, message: `${name} was sent more than once.` }]
    this.seen.add(name)
    // An empty one is one that was left out.
    if (value !== '') this.fields.set(name, value)
    return []
  }
}

const queryParameters = Object.keys(auditQuery.shape)

function unknownField(name: string): ErrorDetail {
  if (queryParameters.includes(name)) {
    return {
      field: name,
      message: `${name} is no field of the form: send it in the query string, as in /v1/audit?${name}=true.`,
    }
  }
  const known = [...fileFields, ...formFields]
  return {
    field: shortened(name),
    message: `There is no field "${shortened(name)}"; there are: ${known.join(', ')}.${didYouMean(name, known)}`,
  }
}

function fieldsTooLong(): ApiError {
  return new ApiError(
    'too_large',
    `Send at most ${MOST_FIELDS} fields and ${MOST_FIELD_BYTES / 2 ** 20} MiB of them beside the files.`,
  )
}

function misplacedFile(fieldname = ''): ErrorDetail {
  const name = shortened(fieldname)
  return isFileField(fieldname)
    ? { field: name, message: 'Every file needs a file name.' }
    : { field: name, message: `Send files in parts named "files", not "${name}".` }
}

/** The three characters that senders write otherwise inside the quotes of a file name (HTML standard, multipart/form-data). */
const escapes: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' }

function unescapedName(name: string): string {
  return name.replace(/%(?:22|0D|0A)/g, (written) => escapes[written])
}

export function tooManyBytes({ mostBytes }: UploadLimits): ApiError {
  return new ApiError('too_large', `Send at most ${Math.floor(mostBytes / 2 ** 20)} MiB at a time.`)
}
