// What a caller asks for, checked as far as it can be without listening to a file.
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AuditError, type AuditErrorDetail, unreadableAudio } from '../../audit/audit-error.js'
import { checkNames, type Json } from '../../audit/checks.js'
import { DecodeError } from '../../audit/errors.js'
import { canonicalJson } from '../../audit/findings-cache.js'
import { listenRequests, requestKey } from '../../audit/listen-requests.js'
import type { ListenRequest } from '../../audit/listen-task.js'
import { mediaTypeOf } from '../../audit/media-type.js'
import type { TranscriberModel } from '../../audit/pool.js'
import { type AuditRequest, type CompleteRequest, completeRequest } from '../../audit/request.js'
import { invalidRequest } from '../api-error.js'
import type { AuditQuery } from '../schemas/audit-request.js'
import type { FlatObject } from './flat-json.js'
import { readForm } from './form.js'
import { type KeptVoices, namedReferences } from './reference-voices.js'
import type { Upload, UploadedFile } from './upload.js'

export interface OrderedFile extends UploadedFile {
  mediaType: string
}

export interface AuditOrder {
  files: OrderedFile[]
  /** Recordings among the references; none where voices are not compared. */
  references: OrderedFile[]
  request: AuditRequest
  complete: CompleteRequest
  forceFresh: boolean
  /** Of all that makes the request what it is: two with the same hash ask for the same. */
  sha256: string
  /** What it was made of, beside the files. */
  query: AuditQuery
  fields: Upload['fields']
  discard: Upload['discard']
}

/**
 * Fails with an ApiError or AuditError that names everything that is wrong. `kept`: voices that may be named as references; without
 * an account there are none.
 */
export async function orderOf(
  sent: AuditQuery,
  upload: Upload,
  mostFiles: number,
  kept?: KeptVoices,
): Promise<AuditOrder> {
  const query = completeQuery(sent)
  const { request, referenceVoices, wrong } = readForm(upload.fields, mostFiles)
  const named = await namedReferences(referenceVoices, upload.references, kept)
  const asked: AuditRequest = {
    ...request,
    referenceVoices: named.voices,
    checks: checkNames.filter((name) => query[name] === 'true'),
  }
  const complete = completed(upload.files, asked, [...wrong, ...named.wrong])
  const all = await withMediaTypes([...upload.files, ...upload.references])
  return {
    files: all.slice(0, upload.files.length),
    references: complete.checks.includes('comparison') ? all.slice(upload.files.length) : [],
    request: asked,
    complete,
    forceFresh: query.forceFresh === 'true',
    sha256: fingerprint(complete, query.forceFresh, upload, referenceVoices),
    query,
    fields: upload.fields,
    discard: upload.discard,
  }
}

type CompleteQuery = Omit<AuditQuery, 'forceFresh'> & { forceFresh: 'true' | 'false' }

/** What is left out is said, so that two queries that mean the same are equal. */
export function completeQuery(query: AuditQuery): CompleteQuery {
  return { ...query, forceFresh: query.forceFresh === 'true' ? 'true' : 'false' }
}

function completed(files: UploadedFile[], request: AuditRequest, wrong: AuditErrorDetail[]): CompleteRequest {
  try {
    const complete = completeRequest(files, request)
    if (wrong.length === 0) return complete
  } catch (error) {
    if (!(error instanceof AuditError)) throw error
    throw invalidRequest([...wrong, ...error.details])
  }
  throw invalidRequest(wrong)
}

/** Fails with an AuditError that names every file that is no audio. */
export async function withMediaTypes(files: UploadedFile[]): Promise<OrderedFile[]> {
  const known: OrderedFile[] = []
  const wrong: AuditErrorDetail[] = []
  for (const file of files) {
    try {
      known.push({ ...file, mediaType: await mediaTypeOf(file.path, file.byteCount) })
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      wrong.push({ file: file.name, fault: error.fault, message: error.message })
    }
  }
  if (wrong.length > 0) throw unreadableAudio(wrong)
  return known
}

/** Made of what is asked for and not of how it was written: a default that is spelled out changes nothing. */
function fingerprint(
  { checks, options, scripts, voices }: CompleteRequest,
  forceFresh: string,
  { files, references, fields }: Upload,
  referenceVoices: FlatObject,
): string {
  const webhookUrl = fields.get('webhookUrl')
  const all: Json = {
    checks,
    forceFresh,
    options: { ...options },
    scripts: byName(scripts),
    // Left out where there are none, so that requests of before these fields keep their fingerprint.
    ...(voices.size > 0 ? { voices: byName(voices) } : {}),
    ...(Object.keys(referenceVoices).length > 0
      ? {
          // By name, also of what is kept: who has put another recording since has not asked for something else.
          referenceVoices: referenceVoices as Record<string, Json>,
          references: references.map(({ name, sha256 }) => [name, sha256]),
        }
      : {}),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    files: files.map(({ name, sha256 }) => [name, sha256]),
  }
  return createHash('sha256').update(canonicalJson(all)).digest('hex')
}

function byName(texts: ReadonlyMap<string, string>): [string, string][] {
  return [...texts].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The content that each of these findings was found in. */
export async function contentsOfFindings(
  order: AuditOrder,
  model: TranscriberModel,
): Promise<Map<string, string>> {
  return new Map((await keyedContents(order, model)).map(({ key, sha256 }) => [key, sha256]))
}

/** The names under which findings for each check on each file, and for each reference, are kept, as the engine makes them. */
export async function findingsKeys(order: AuditOrder, model: TranscriberModel): Promise<string[]> {
  return (await keyedContents(order, model)).map(({ key }) => key)
}

async function keyedContents(
  { files, references, complete: { checks, options, scripts, voices } }: AuditOrder,
  model: TranscriberModel,
): Promise<{ key: string; sha256: string }[]> {
  const keyed: { key: string; sha256: string }[] = []
  const add = (sha256: string, requests: ListenRequest[]) =>
    keyed.push(...requests.map((request) => ({ key: requestKey(sha256, request, model), sha256 })))
  for (const { name, sha256 } of files) {
    add(sha256, listenRequests(checks, options, scripts.get(name), voices.get(name)))
    // Scripts are hashed: megabytes in all, and others have their turn in between.
    await nextTurn()
  }
  for (const { sha256 } of references) add(sha256, listenRequests(['comparison'], options, undefined))
  return keyed
}
