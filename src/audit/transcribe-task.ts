import { bytesInFile } from '../audio/bytes.js'
import type { OpenModels } from '../speech/open-models.js'
import type { Transcription } from '../speech/speech-data.js'
import { transcribe } from '../speech/track.js'
import type { Task } from './calls.js'
import { openedFile } from './opened-file.js'

export interface TranscribePayload {
  file: string
  maxDurationSec?: number | undefined
}

export function transcribeTask(models: OpenModels): Task<TranscribePayload, Transcription> {
  return async ({ file, maxDurationSec }, { signal, report }) => {
    const handle = await openedFile(file)
    try {
      const { size } = await handle.stat()
      return await transcribe(bytesInFile(handle, size), models, {
        signal,
        onStage: report,
        ...(maxDurationSec === undefined ? {} : { maxDurationSec }),
      })
    } finally {
      await handle.close()
    }
  }
}
