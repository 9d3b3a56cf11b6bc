import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A path; a path with another name for the report; or content that is in memory already. */
export type AudioSource =
  | string
  | { path: string; name?: string }
  | { name: string; content: Uint8Array | ArrayBuffer | Blob }

export interface NamedPath {
  name: string
  path: string
}

/**
 * Gives `work` the files of sources. Threads read files piece by piece, so content in memory is written to a folder of
 * its own that nobody else may read, and removed afterwards.
 */
export async function withFiles<Result>(
  sources: readonly AudioSource[],
  work: (files: NamedPath[]) => Promise<Result>,
): Promise<Result> {
  const folder = sources.some(isContent) ? await mkdtemp(path.join(tmpdir(), 'audio-audit-')) : undefined
  try {
    return await work(await Promise.all(sources.map((source, index) => fileOf(source, index, folder))))
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
}

function isContent(source: AudioSource): source is Extract<AudioSource, { content: unknown }> {
  return typeof source !== 'string' && 'content' in source
}

async function fileOf(source: AudioSource, index: number, folder: string | undefined): Promise<NamedPath> {
  if (typeof source === 'string') return { name: path.basename(source), path: source }
  if (!isContent(source)) return { name: source.name ?? path.basename(source.path), path: source.path }
  const file = path.join(folder!, String(index))
  await writeFile(file, await bytesOf(source.content), { mode: 0o600 })
  return { name: source.name, path: file }
}

async function bytesOf(content: Uint8Array | ArrayBuffer | Blob): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content
  return new Uint8Array(content instanceof Blob ? await content.arrayBuffer() : content)
}
