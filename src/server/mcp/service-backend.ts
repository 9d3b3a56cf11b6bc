// The tools on the service: an audit is asked for as any caller asks, so that keys, scopes, credits and limits hold here as well.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type CheckName, checkNames } from '../../audit/checks.js'
import { MOST_REFERENCES } from '../../audit/request.js'
import {
  type AuditBackend,
  type AuditResult,
  type KeptAudit,
  type Step,
  ToolFault,
} from '../../mcp/backend.js'
import { auditOptions, MOST_FILES, MOST_NAME_CHARACTERS, voiceName } from '../../mcp/inputs.js'
import type { FileTranscript } from '../../mcp/outputs.js'
import { identityOf, sentKey } from '../auth.js'
import type { ServerContext } from '../context.js'
import { apiErrorOf } from '../error-mapper.js'
import { mustHave, mustReach } from '../scopes.js'

/** Of a message, audio included: what comes in JSON is held in memory, several times over. */
export const MOST_MESSAGE_BYTES = 8 * 1024 * 1024

const dataBase64 = z.base64().describe('The content of the file, in base64.')
const sentFile = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(MOST_NAME_CHARACTERS)
    .describe('How the file is called in the answer; each its own.'),
  dataBase64,
})
const reference = z.union([z.strictObject({ dataBase64 }), voiceName])
const auditInput = z.strictObject({
  files: z.array(sentFile).min(1).max(MOST_FILES).describe('The audio files.'),
  ...auditOptions,
  referenceVoices: z
    .record(voiceName, z.union([reference, z.array(reference).min(1).max(MOST_REFERENCES)]))
    .default({})
    .describe(
      'How voices should sound, by name of the voice: a recording, or the name of a voice that the account keeps, or several of either. Files that should have the voice are held against them; they are not audited themselves. Without voices name one, for all files.',
    ),
})
const transcriptInput = z.strictObject({ file: sentFile.describe('The audio file.') })

type AuditInput = z.infer<typeof auditInput>

/** For one request: the key that came with it is the one that is used. */
export function serviceBackend(
  app: FastifyInstance,
  context: ServerContext,
  request: FastifyRequest,
): AuditBackend {
  const { store, running, links } = context

  async function find(auditId: string): Promise<KeptAudit | undefined> {
    const { caller } = await told(mustReach({ store }, request, auditId, 'read'))
    const stored = await store.audits.get(caller, auditId)
    if (!stored) return undefined
    return {
      result: { ...(JSON.parse(stored.resultJson) as AuditResult), auditId },
      fileNames: stored.fileNames,
      createdAt: stored.createdAt,
      reportUrl: stored.reportRevokedAt ? undefined : links.report(auditId),
    }
  }

  async function audited(input: AuditInput, step: Step): Promise<KeptAudit> {
    const auditId = await begin(input)
    const { caller } = identityOf(request)
    const under = running.find(caller, auditId)
    const unfollow = under?.running.follow((progress) => {
      if (progress) step.onProgress(progress.filesDone, progress.fileCount, progress.file)
    })
    const stop = () => under?.running.stop('The call was cancelled; the credits were given back.')
    if (step.signal.aborted) stop()
    step.signal.addEventListener('abort', stop, { once: true })
    try {
      await under?.ended
    } finally {
      unfollow?.()
      step.signal.removeEventListener('abort', stop)
    }
    step.signal.throwIfAborted()
    const kept = await find(auditId)
    if (kept) return kept
    const failure = (await store.audits.status(caller, auditId))?.failure as { message?: string } | undefined
    throw new ToolFault(failure?.message ?? 'The audit failed; nothing was charged.')
  }

  async function begin({ checks, ...input }: AuditInput) {
    const sent = new Response(formOf(input))
    const query = checkNames.map((name) => `${name}=${(checks as CheckName[]).includes(name)}`).join('&')
    const answer = await app.inject({
      method: 'POST',
      url: `/v1/audit?${query}`,
      remoteAddress: request.ip,
      headers: {
        'x-api-key': sentKey(request)!,
        'content-type': sent.headers.get('content-type')!,
        prefer: 'respond-async',
      },
      payload: Buffer.from(await sent.arrayBuffer()),
    })
    const body = answer.json()
    if (answer.statusCode === 202) return String(body.auditId)
    throw new ToolFault(String(body.error.message))
  }

  return {
    auditInput,
    transcriptInput,
    words: {
      files: `Files are sent as base64; mp3, wav, flac, ogg, opus, m4a, aac and wma are read, ${MOST_MESSAGE_BYTES / 2 ** 20} MiB in a call. Larger batches go to POST /v1/audit of the same service, and get_audit tells what was found. Each check costs a credit for each file, less for what was analysed before.`,
      kept: 'Audits of this account are kept until they are deleted.',
    },
    audit: (input, step) => audited(auditInput.parse(input), step),
    async transcribe(input, step) {
      const { file } = transcriptInput.parse(input)
      const options = z.object(auditOptions).parse({ checks: ['scriptAccuracy'] })
      const { result } = await audited({ files: [file], ...options, referenceVoices: {} }, step)
      return transcriptIn(result)
    },
    find,
    async list(page) {
      await told(async () => mustHave('read', identityOf(request)))
      const { audits, nextCursor } = await told(store.audits.overview(identityOf(request).caller, page))
      return {
        audits: audits.map(({ id, createdAt, score, summary, fileCount, regenCount }) => ({
          auditId: id,
          createdAt,
          score,
          summary,
          fileCount,
          regenerateCount: regenCount,
        })),
        nextCursor,
      }
    },
  }
}

function formOf(input: Omit<AuditInput, 'checks'>): FormData {
  const form = new FormData()
  form.append('accuracy', input.accuracy)
  form.append('deviationThreshold', String(input.threshold))
  form.append('qualityChecks', JSON.stringify(input.qualityChecks))
  form.append('scripts', JSON.stringify(input.scripts))
  form.append('voices', JSON.stringify(input.voices))
  for (const { name, dataBase64 } of input.files) form.append('files', blobOf(dataBase64), name)
  const named = Object.entries(input.referenceVoices).map(([voice, references]) => {
    const names = [references].flat().map((from, at) => {
      if (typeof from === 'string') return from
      const name = `reference ${at + 1} of ${voice}`
      form.append('references', blobOf(from.dataBase64), name)
      return name
    })
    return [voice, names]
  })
  form.append('referenceVoices', JSON.stringify(Object.fromEntries(named)))
  return form
}

function blobOf(dataBase64: string): Blob {
  return new Blob([Buffer.from(dataBase64, 'base64')])
}

interface SpokenTrack {
  file: string
  transcript: string
  wordTimesSec?: [number, number][]
}

function transcriptIn({ checks }: AuditResult): FileTranscript {
  const { scriptAccuracy } = checks as { scriptAccuracy: { tracks: SpokenTrack[] } }
  const [{ file, transcript, wordTimesSec = [] }] = scriptAccuracy.tracks
  const words = transcript.split(' ').filter(Boolean)
  return {
    file,
    transcript,
    durationSec: null,
    loudnessLufs: null,
    speechSec: null,
    format: null,
    words: wordTimesSec.map(([startSec, endSec], index) => ({ text: words[index] ?? '', startSec, endSec })),
  }
}

/** What the service would answer with an error, in words for the model. */
async function told<Result>(work: Promise<Result> | (() => Promise<Result>)): Promise<Result> {
  try {
    return await (typeof work === 'function' ? work() : work)
  } catch (error) {
    const known = apiErrorOf(error)
    throw known.code === 'internal' ? error : new ToolFault(known.message)
  }
}
