import { type FileHandle, open, stat } from 'node:fs/promises'
import { FileError, type FileFault } from './errors.js'

/** Opens a file for reading; fails with a FileError that says in a sentence why it cannot be read. */
export async function openedFile(file: string): Promise<FileHandle> {
  try {
    // Looked at first: a folder opens but does not read, and a pipe that nobody writes to would never open.
    if ((await stat(file)).isFile()) return await open(file)
  } catch (cause) {
    throw fileError((cause as NodeJS.ErrnoException).code, cause)
  }
  throw new FileError('not_a_file', 'This is not a file.')
}

function fileError(code: string | undefined, cause: unknown): FileError {
  const [fault, message]: [FileFault, string] =
    code === 'ENOENT' || code === 'ENOTDIR'
      ? ['not_found', 'There is no such file.']
      : ['unreadable', `The file cannot be opened (${code}).`]
  return new FileError(fault, message, { cause })
}
