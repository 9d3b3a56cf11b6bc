import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { FileError } from '../audit/errors.js'

/** Which files of a folder are taken for audio. A file that is named outright is taken whatever its name. */
const audioExtensions = new Set(
  ['mp3', 'wav', 'flac', 'ogg', 'oga', 'opus', 'm4a', 'mp4', 'aac', 'wma'].map(
    (extension) => `.${extension}`,
  ),
)

export interface NamedFile {
  file: string
  /** Already known not to be hearable. */
  error?: FileError
}

/** The files meant by the arguments: a folder stands for the audio files right inside it, by name. */
export async function namedFiles(paths: string[]): Promise<NamedFile[]> {
  return (await Promise.all(paths.map(filesAt))).flat()
}

async function filesAt(named: string): Promise<NamedFile[]> {
  const isFolder = await stat(named).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) return [{ file: named }]
  let entries: string[]
  try {
    entries = await readdir(named)
  } catch (cause) {
    return [{ file: named, error: new FileError('unreadable', 'The folder cannot be read.', { cause }) }]
  }
  const audio = entries.filter(
    (entry) => !entry.startsWith('.') && audioExtensions.has(path.extname(entry).toLowerCase()),
  )
  if (audio.length === 0) {
    return [{ file: named, error: new FileError('not_found', 'There is no audio file in this folder.') }]
  }
  return audio.sort().map((entry) => ({ file: path.join(named, entry) }))
}
