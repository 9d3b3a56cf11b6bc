// The form of an audit as it goes over the wire. Files are read while they are sent, piece by piece.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { AudioSource, AuditQuery, CheckName, StartOptions } from './types.js'

const checkNames: readonly CheckName[] = ['comparison', 'quality', 'pace', 'scriptAccuracy']

export function auditQuery({ checks, forceFresh }: StartOptions): string {
  const query = Object.fromEntries(checkNames.map((name) => [name, String(checks.includes(name))]))
  const all = { ...query, ...(forceFresh !== undefined && { forceFresh: String(forceFresh) }) } as AuditQuery
  return String(new URLSearchParams(all as Record<string, string>))
}

export interface AuditForm {
  headers: Record<string, string>
  /** Reads everything from the beginning, as often as it is asked to. */
  read(): AsyncIterable<Uint8Array>
}

interface Part {
  head: Uint8Array
  byteCount: number
  read(): AsyncIterable<Uint8Array>
}

/** Fails at once, and before anything is sent, when a file cannot be found. */
export async function auditForm(files: readonly AudioSource[], options: StartOptions): Promise<AuditForm> {
  const boundary = randomUUID()
  const line = (text: string) => new TextEncoder().encode(text)
  const head = (about: string) => line(`--${boundary}\r\nContent-Disposition: form-data; ${about}\r\n\r\n`)
  const parts: Part[] = [
    ...fieldsOf(options).map(([name, value]) => part(head(`name="${name}"`), new Blob([value]))),
    ...(await Promise.all(
      files.map(async (source) => {
        const { name, content } = await opened(source)
        const about = `name="files"; filename="${escaped(name)}"\r\nContent-Type: application/octet-stream`
        return part(head(about), content)
      }),
    )),
  ]
  const [end, last] = [line('\r\n'), line(`--${boundary}--\r\n`)]
  const length = parts.reduce(
    (sum, each) => sum + each.head.length + each.byteCount + end.length,
    last.length,
  )
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(length),
    },
    async *read() {
      for (const each of parts) {
        yield each.head
        yield* each.read()
        yield end
      }
      yield last
    },
  }
}

function fieldsOf({
  accuracy,
  deviationThreshold,
  qualityChecks,
  scripts,
}: StartOptions): [string, string][] {
  return [
    ...(accuracy === undefined ? [] : [['accuracy', accuracy] as [string, string]]),
    ...(deviationThreshold === undefined
      ? []
      : [['deviationThreshold', String(deviationThreshold)] as [string, string]]),
    ...(qualityChecks ? [['qualityChecks', JSON.stringify(qualityChecks)] as [string, string]] : []),
    ...(scripts ? [['scripts', JSON.stringify(scripts)] as [string, string]] : []),
  ]
}

type Content = Blob | { path: string; byteCount: number }

function part(head: Uint8Array, content: Content): Part {
  return content instanceof Blob
    ? { head, byteCount: content.size, read: () => content.stream() as AsyncIterable<Uint8Array> }
    : { head, byteCount: content.byteCount, read: () => createReadStream(content.path) }
}

async function opened(source: AudioSource): Promise<{ name: string; content: Content }> {
  if (typeof source === 'string') return opened({ path: source })
  if ('content' in source) return source
  const { size } = await stat(source.path)
  return { name: source.name ?? path.basename(source.path), content: { path: source.path, byteCount: size } }
}

/** As the HTML standard wants the name of a file between quotes. */
function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
