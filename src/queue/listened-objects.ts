// What a listener found is too large for Redis: it goes through the bucket, and only its name through the queue.
import { randomBytes } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { Listened } from '../audit/listen-task.js'
import { canUnpack } from '../audit/packed-findings.js'
import type { WorkObjects } from '../store/work-objects.js'

const RUN_BYTES = 8

/** Another name each time that a job is run, so that nobody reads what a run that is still under way writes. */
export async function leaveListened(
  objects: WorkObjects,
  jobId: string,
  listened: Listened,
): Promise<string> {
  const name = `${jobId}-${randomBytes(RUN_BYTES).toString('hex')}`
  await objects.putListened(name, serialize(listened))
  return name
}

export function jobOfListened(name: string): string {
  return name.slice(0, name.indexOf('-'))
}

/** Undefined when it is gone, or was written by a runtime that this one does not understand: then it is listened to again. */
export async function fetchListened(objects: WorkObjects, name: string): Promise<Listened | undefined> {
  const bytes = await objects.getListened(name)
  if (!bytes) return undefined
  try {
    const listened = deserialize(bytes) as Listened
    return listened.findings.every(canUnpack) ? listened : undefined
  } catch {
    return undefined
  }
}
