import { type FileHandle, open, stat } from 'node:fs/promises'
import { bytesInFile } from '../audio/bytes.js'
import type { Ear } from '../speech/ear.js'
import type { Heard } from '../speech/heard.js'
import { hear } from '../speech/track.js'
import type { Task } from './calls.js'
import { FileError, type FileFault } from './errors.js'

export interface HearPayload {
  file: string
  maxDurationSec?: number | undefined
}

export function hearTask(ear: Ear): Task<HearPayload, Heard> {
  return async ({ file, maxDurationSec }, { signal, report }) => {
    const handle = await opened(file)
    try {
      const { size } = await handle.stat()
      return await hear(bytesInFile(handle, size), ear, {
        signal,
        onStage: report,
        ...(maxDurationSec === undefined ? {} : { maxDurationSec }),
      })
    } finally {
      await handle.close()
    }
  }
}

async function opened(file: string): Promise<FileHandle> {
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
