// What a job says. It crosses between versions of this program while one takes over from another, so it says its own
// version. Whoever runs Redis can read it: it holds no key, no file name and no caller, but the script of a file if there is one.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { checkNames, type Json } from '../audit/checks.js'
import { canonicalJson } from '../audit/findings-cache.js'
import { requestKey } from '../audit/listen-requests.js'
import type { ListenRequest } from '../audit/listen-task.js'
import type { TranscriberModel } from '../audit/pool.js'
import { placeOf } from '../store/blobs.js'

/**
 * Raise it when a worker of the version before would misunderstand the job, or whoever waits its answer; fields that may be
 * missing do not count. Since 2 findings come back packed.
 */
export const JOB_VERSION = 2

export const QUEUE_NAME = 'listen'
export const DEFAULT_PREFIX = 'audio-audit'

const listenJob = z.object({
  version: z.literal(JOB_VERSION),
  /** Of the audio in the bucket: the hash of the caller and that of the content. */
  place: z.string(),
  model: z.string(),
  requests: z.array(z.object({ check: z.enum(checkNames), options: z.json() })),
  /** What the findings will be kept as; a worker that would make others of the file does not touch it. */
  findingsKeys: z.array(z.string()),
  maxDurationSec: z.number().optional(),
  /** The process that waits for it. When that is gone, nobody wants it any more. */
  asker: z.string(),
})
export type ListenJob = z.infer<typeof listenJob>

/** What a job comes back with. */
export interface JobAnswer {
  version: number
  /** Where what the listener found lies; called so by workers of earlier versions too. */
  heard?: string
  /** In its place: the file cannot be listened to. */
  error?: { kind: 'decode' | 'file'; fault: string; message: string }
  /** In its place: it was not listened to, since nobody seemed to want it. Whoever does puts it again. */
  dropped?: true
}

export interface JobOrigin {
  caller: string
  sha256: string
  model: TranscriberModel
  requests: ListenRequest[]
  maxDurationSec?: number | undefined
  asker: string
}

export function listenJobOf({
  caller,
  sha256,
  model,
  requests,
  maxDurationSec,
  asker,
}: JobOrigin): ListenJob {
  return {
    version: JOB_VERSION,
    place: placeOf({ caller, sha256 }),
    model,
    requests: requests as ListenJob['requests'],
    findingsKeys: keysOf(sha256, model, requests),
    ...(maxDurationSec !== undefined && { maxDurationSec }),
    asker,
  }
}

/** Equal for the same work for the same caller, whoever asks: then it is done once. */
export function jobIdOf({ place, findingsKeys, maxDurationSec }: ListenJob): string {
  const work: Json = [JOB_VERSION, place, findingsKeys, maxDurationSec ?? null]
  return createHash('sha256').update(canonicalJson(work)).digest('hex')
}

/** The caller as a hash: enough to let callers take turns. */
export function callerOf({ place }: ListenJob): string {
  return place.slice(0, place.indexOf('/'))
}

/** The job, when this program finds exactly what whoever put it expects; else undefined. */
export function understood(data: unknown, model: TranscriberModel): ListenJob | undefined {
  const read = listenJob.safeParse(data)
  if (!read.success || read.data.model !== model) return undefined
  const { place, requests, findingsKeys } = read.data
  const sha256 = place.slice(place.lastIndexOf('/') + 1)
  const own = keysOf(sha256, model, requests as ListenRequest[])
  return own.join() === findingsKeys.join() ? read.data : undefined
}

/** They depend on the version of every check and of the models, and on nothing else that a worker does. */
function keysOf(sha256: string, model: TranscriberModel, requests: ListenRequest[]): string[] {
  return requests.map((request) => requestKey(sha256, request, model))
}
