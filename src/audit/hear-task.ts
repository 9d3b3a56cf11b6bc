import { type FileHandle, open } from 'node:fs/promises'
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
  let handle: FileHandle
  try {
    handle = await open(file)
  } catch (cause) {
    throw fileError((cause as NodeJS.ErrnoException).code, cause)
  }
  // Opening a folder works, reading it does not; a pipe or a device has no size to go by.
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw new FileError('not_a_file', 'This is not a file.')
}

function fileError(code: string | undefined, cause: unknown): FileError {
  const [fault, message]: [FileFault, string] =
    code === 'ENOENT' || code === 'ENOTDIR'
      ? ['not_found', 'There is no such file.']
      : ['unreadable', `The file cannot be opened (${code}).`]
  return new FileError(fault, message, { cause })
}
