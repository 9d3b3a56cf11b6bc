import { bytesInFile } from '../audio/bytes.js'
import type { Ear } from '../speech/ear.js'
import type { Heard } from '../speech/heard.js'
import { hear } from '../speech/track.js'
import type { Task } from './calls.js'
import { openedFile } from './opened-file.js'

export interface TranscribePayload {
  file: string
  maxDurationSec?: number | undefined
}

export function transcribeTask(ear: Ear): Task<TranscribePayload, Heard> {
  return async ({ file, maxDurationSec }, { signal, report }) => {
    const handle = await openedFile(file)
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
