// The form of an audit as it goes over the wire. Files are read while they are sent, piece by piece.
import { newId } from './new-id.js'
import type {
  AddressedSource,
  AudioSource,
  AuditQuery,
  CheckName,
  SentSource,
  StartOptions,
} from './types.js'

const checkNames: readonly CheckName[] = ['comparison', 'quality', 'pace', 'scriptAccuracy']

export function auditQuery({ checks, forceFresh }: StartOptions): string {
  const query = Object.fromEntries(checkNames.map((name) => [name, String(checks.includes(name))]))
  const all = { ...query, ...(forceFresh !== undefined && { forceFresh: String(forceFresh) }) } as AuditQuery
  return String(new URLSearchParams(all as Record<string, string>))
}

export interface AuditForm {
  headers: Record<string, string>
  /**
   * Reads everything from the beginning, as often as it is asked to. Without a file by its path it is one Blob: browsers send no
   * stream over HTTP/1.1, and read a Blob piece by piece themselves.
   */
  read(): Blob | AsyncIterable<Uint8Array>
}

export interface OpenedPath {
  name: string
  byteCount: number
  read(): AsyncIterable<Uint8Array>
}

/** How a file is read by its path. Fails when there is none. */
export type OpenPath = (path: string) => Promise<OpenedPath>

interface Part {
  head: Blob
  content: Blob | OpenedPath
}

const LINE_END = '\r\n'

/** Fails at once, and before anything is sent, when a file cannot be found. */
export async function auditForm(
  files: readonly AudioSource[],
  options: StartOptions,
  openPath: OpenPath,
): Promise<AuditForm> {
  const fields = [...fieldsOf(options), ...addressesIn(files)]
  return formOf(fields, { files: files.filter(isSent), references: options.references ?? [] }, openPath)
}

/** One recording alone, as a voice is put. */
export function voiceForm(recording: SentSource, openPath: OpenPath): Promise<AuditForm> {
  return formOf([], { files: [recording] }, openPath)
}

async function formOf(
  fields: [name: string, value: string][],
  sources: Record<string, readonly SentSource[]>,
  openPath: OpenPath,
): Promise<AuditForm> {
  const boundary = newId()
  const head = (about: string) =>
    new Blob([`--${boundary}\r\nContent-Disposition: form-data; ${about}\r\n\r\n`])
  const filePart = async (field: string, source: SentSource): Promise<Part> => {
    const { name, content } = await opened(source, openPath)
    const about = `name="${field}"; filename="${escaped(name)}"\r\nContent-Type: application/octet-stream`
    return { head: head(about), content }
  }
  const parts: Part[] = [
    ...fields.map(([name, value]) => ({ head: head(`name="${name}"`), content: new Blob([value]) })),
    ...(await Promise.all(
      Object.entries(sources).flatMap(([field, each]) => each.map((source) => filePart(field, source))),
    )),
  ]
  const last = new Blob([`--${boundary}--\r\n`])
  const pieces = [...parts.flatMap((part) => [part.head, part.content, new Blob([LINE_END])]), last]
  const length = pieces.reduce((sum, piece) => sum + byteCountOf(piece), 0)
  const blobs = pieces.filter((piece) => piece instanceof Blob)
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(length),
    },
    read: () => (blobs.length === pieces.length ? new Blob(blobs) : inTurn(pieces)),
  }
}

async function* inTurn(pieces: (Blob | OpenedPath)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    yield* piece instanceof Blob ? (piece.stream() as AsyncIterable<Uint8Array>) : piece.read()
  }
}

function byteCountOf(piece: Blob | OpenedPath): number {
  return piece instanceof Blob ? piece.size : piece.byteCount
}

function fieldsOf({
  accuracy,
  deviationThreshold,
  qualityChecks,
  scripts,
  voices,
  referenceVoices,
  webhookUrl,
}: StartOptions): [string, string][] {
  return [
    ...(accuracy === undefined ? [] : [['accuracy', accuracy] as [string, string]]),
    ...(deviationThreshold === undefined
      ? []
      : [['deviationThreshold', String(deviationThreshold)] as [string, string]]),
    ...(qualityChecks ? [['qualityChecks', JSON.stringify(qualityChecks)] as [string, string]] : []),
    ...(scripts ? [['scripts', JSON.stringify(scripts)] as [string, string]] : []),
    ...(voices ? [['voices', JSON.stringify(voices)] as [string, string]] : []),
    ...(referenceVoices ? [['referenceVoices', JSON.stringify(referenceVoices)] as [string, string]] : []),
    ...(webhookUrl === undefined ? [] : [['webhookUrl', webhookUrl] as [string, string]]),
  ]
}

function isSent(source: AudioSource): source is SentSource {
  return typeof source === 'string' || source instanceof Blob || !('url' in source)
}

function addressesIn(sources: readonly AudioSource[]): [string, string][] {
  const addressed = sources.filter((source): source is AddressedSource => !isSent(source))
  return addressed.length > 0 ? [['fileUrls', JSON.stringify(addressed)]] : []
}

async function opened(
  source: SentSource,
  openPath: OpenPath,
): Promise<{ name: string; content: Blob | OpenedPath }> {
  if (typeof source === 'string') return opened({ path: source }, openPath)
  if (source instanceof Blob) return { name: source.name, content: source }
  if ('content' in source) return source
  const content = await openPath(source.path)
  return { name: source.name ?? content.name, content }
}

/** As the HTML standard wants the name of a file between quotes. */
function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
