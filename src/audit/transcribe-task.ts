import { bytesInFile } from '../audio/bytes.js'
import type { OpenModels } from '../speech/open-models.js'
import type { Transcription } from '../speech/speech-data.js'
import { transcribe } from '../speech/track.js'
import type { Task } from './calls.js'
import { openedFile } from './opened-file.js'
import { longFiles } from './read-pieces-task.js'

export interface TranscribePayload {
  file: string
  maxDurationSec?: number | undefined
}

export function transcribeTask(
  models: OpenModels,
  longFileSec?: number,
): Task<TranscribePayload, Transcription> {
  return async ({ file, maxDurationSec }, context) => {
    const handle = await openedFile(file)
    try {
      const { size } = await handle.stat()
      return await transcribe(bytesInFile(handle, size), models, {
        signal: context.signal,
        onStage: context.report,
        ...longFiles(context, longFileSec),
        ...(maxDurationSec === undefined ? {} : { maxDurationSec }),
      })
    } finally {
      await handle.close()
    }
  }
}
