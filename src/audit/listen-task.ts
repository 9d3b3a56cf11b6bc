import { bytesInFile } from '../audio/bytes.js'
import type { CheckName, Json } from '../checks/check.js'
import { checks } from '../checks/registry.js'
import type { OpenModels } from '../speech/open-models.js'
import { type Stage, Track } from '../speech/track.js'
import type { Task } from './calls.js'
import { openedFile } from './opened-file.js'
import { packFindings } from './packed-findings.js'
import { longFiles } from './read-pieces-task.js'

/** What one check is to find out about a file. */
export interface ListenRequest {
  check: CheckName
  options: Json
}

export interface ListenPayload {
  file: string
  /** With none, the file is only decoded: that tells whether it can be listened to at all. */
  requests: ListenRequest[]
  maxDurationSec?: number | undefined
}

export interface Listened {
  /** One for each request, in their order; packed. */
  findings: Uint8Array[]
  /** Wall seconds spent in each stage of listening. */
  stageSec: Partial<Record<Stage, number>>
  totalSec: number
  /** Of the sound in the file. */
  durationSec: number
}

/** Listens to one file for several checks at once: what they share is worked out once. */
export function listenTask(models: OpenModels, longFileSec?: number): Task<ListenPayload, Listened> {
  return async ({ file, requests, maxDurationSec }, context) => {
    const { signal, report } = context
    const started = performance.now()
    const handle = await openedFile(file)
    const track = new Track(bytesInFile(handle, (await handle.stat()).size), models, {
      signal,
      onStage: report,
      ...longFiles(context, longFileSec),
      ...(maxDurationSec === undefined ? {} : { maxDurationSec }),
    })
    try {
      const { format } = await track.decoded()
      if (requests.some(({ check }) => checks[check]!.alwaysTranscribes)) await track.offerTranscript()
      const findings: Uint8Array[] = []
      for (const { check, options } of requests) {
        signal.throwIfAborted()
        findings.push(packFindings(await checks[check]!.listen(track, options)))
      }
      return {
        findings,
        stageSec: track.timing,
        totalSec: (performance.now() - started) / 1000,
        durationSec: format.durationSec,
      }
    } finally {
      track.close()
      await handle.close()
    }
  }
}
