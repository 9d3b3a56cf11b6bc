// The tools on this machine: files below the roots, audited in this process.
import path from 'node:path'
import { z } from 'zod'
import { AuditError } from '../../audit/audit-error.js'
import type { CheckName, QualityCheckName } from '../../audit/checks.js'
import { defaultCache } from '../../audit/disk-cache.js'
import { type Audit, audit } from '../../audit/engine.js'
import { DecodeError, FileError } from '../../audit/errors.js'
import { createJudging } from '../../audit/judging.js'
import { createPool, type PoolOptions } from '../../audit/pool.js'
import { type AuditFile, MOST_REFERENCES } from '../../audit/request.js'
import { type AuditBackend, type KeptAudit, type Step, ToolFault } from '../../mcp/backend.js'
import { auditOptions, MOST_FILES, MOST_NAME_CHARACTERS, voiceName } from '../../mcp/inputs.js'
import type { FileTranscript } from '../../mcp/outputs.js'
import { namedFiles } from '../audio-files.js'
import { auditAsText } from '../audit-text.js'
import { distinctNames } from '../distinct-names.js'
import { scriptsBeside } from '../scripts.js'
import { transcriptAsJson } from '../transcript-report.js'
import type { Roots } from './roots.js'

/** A model that goes on for days shall not fill the memory. */
const MOST_KEPT = 50

const file = z.string().min(1).max(MOST_NAME_CHARACTERS)
const auditInput = z.strictObject({
  paths: z
    .array(file)
    .min(1)
    .max(MOST_FILES)
    .describe(
      'Files and folders on this machine, absolute or relative to the root folder. A folder stands for the audio files right inside it.',
    ),
  ...auditOptions,
  referenceVoices: z
    .record(voiceName, z.union([file, z.array(file).min(1).max(MOST_REFERENCES)]))
    .default({})
    .describe(
      'How voices should sound: a recording of each, or several, files on this machine, by name of the voice. Files that should have the voice are held against them; they are not audited themselves. Without voices name one, for all files.',
    ),
})
const transcriptInput = z.strictObject({
  path: file.describe('A file on this machine, absolute or relative to the root folder.'),
})

export interface LocalBackend extends AuditBackend {
  close(): Promise<void>
}

export function localBackend(roots: Roots, poolOptions: PoolOptions): LocalBackend {
  const pool = createPool(poolOptions)
  const judging = createJudging()
  const kept = new Map<string, KeptAudit & { result: Audit }>()

  return {
    auditInput,
    transcriptInput,
    words: {
      files: `Files are named by path; mp3, wav, flac, ogg, opus, m4a, aac and wma are read, below ${roots.folders.join(' and ')} only. A text beside a file (a.txt beside a.wav) is taken for its script. Nothing leaves this machine.`,
      kept: `Audits are kept while this server runs, the last ${MOST_KEPT} of them.`,
    },
    async audit(input, step) {
      const { paths, checks, threshold, accuracy, qualityChecks, scripts, voices, referenceVoices } =
        auditInput.parse(input)
      const files = await filesAt(roots, paths)
      const beside = await scriptsBeside(files)
      const result = await told(
        audit(
          files,
          {
            checks: checks as CheckName[],
            deviationThreshold: threshold,
            accuracy,
            qualityChecks: qualityChecks as Partial<Record<QualityCheckName, boolean>>,
            scripts: { ...beside, ...scripts },
            voices,
            referenceVoices: await referencesAt(roots, referenceVoices),
          },
          {
            pool,
            judging,
            signal: step.signal,
            cache: defaultCache(),
            onProgress: ({ file: name, filesDone, fileCount }) => step.onProgress(filesDone, fileCount, name),
          },
        ),
        step,
      )
      const one = { result, fileNames: files.map(({ name }) => name), createdAt: new Date() }
      kept.set(result.auditId, one)
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break
        kept.delete(oldest)
      }
      return one
    },
    async transcribe(input, step) {
      const real = await roots.real(transcriptInput.parse(input).path)
      const transcribed = await told(pool.transcribe(real, { signal: step.signal }), step)
      const transcript = transcriptAsJson({ file: path.basename(real), transcribed }) as unknown as Told
      return {
        file: transcript.file,
        transcript: transcript.transcript,
        durationSec: transcript.durationSec,
        loudnessLufs: transcript.loudness.integratedLufs,
        speechSec: transcript.speech.speechSec,
        format:
          transcript.format === transcript.codec
            ? transcript.format
            : `${transcript.format} (${transcript.codec})`,
        words: transcript.words.map(({ text, startSec, endSec }) => ({ text, startSec, endSec })),
      }
    },
    find: async (auditId) => kept.get(auditId),
    async list({ limit, cursor }) {
      const all = [...kept.values()].reverse()
      const from = cursor === undefined ? 0 : all.findIndex(({ result }) => result.auditId === cursor) + 1
      if (cursor !== undefined && from === 0) throw new ToolFault('That cursor is none of list_audits.')
      const audits = all.slice(from, from + limit)
      const hasMore = from + audits.length < all.length
      return {
        audits: audits.map(({ result, createdAt }) => ({
          auditId: result.auditId,
          createdAt,
          score: result.score,
          summary: result.summary,
          fileCount: result.fileCount,
          regenerateCount: result.tracksToRegenerate.length,
        })),
        nextCursor: hasMore ? audits.at(-1)?.result.auditId : undefined,
      }
    },
    reportText: ({ result }) => auditAsText(result as Audit),
    close: async () => {
      await Promise.all([pool.close(), judging.close()])
    },
  }
}

interface Told {
  file: string
  transcript: string
  durationSec: number
  loudness: { integratedLufs: number | null }
  speech: { speechSec: number }
  format: string
  codec: string
  words: FileTranscript['words']
}

/** Everything really below the roots, also what lies in a folder: a link there may lead anywhere. */
async function filesAt(roots: Roots, paths: string[]): Promise<AuditFile[]> {
  const places: string[] = []
  for (const named of paths) {
    for (const { file: found, error } of await namedFiles([await roots.real(named)])) {
      if (error) throw new ToolFault(`${named}: ${error.message}`)
      places.push(await roots.real(found))
    }
    if (places.length > MOST_FILES) throw new ToolFault(`Audit at most ${MOST_FILES} files at a time.`)
  }
  const names = distinctNames(places)
  return places.map((place, index) => ({ name: names[index], path: place }))
}

async function referencesAt(
  roots: Roots,
  named: Record<string, string | string[]>,
): Promise<Record<string, AuditFile[]>> {
  const fileAt = async (file: string): Promise<AuditFile> => ({ name: file, path: await roots.real(file) })
  const found = Object.entries(named).map(
    async ([voice, files]): Promise<[string, AuditFile[]]> => [
      voice,
      await Promise.all([files].flat().map(fileAt)),
    ],
  )
  return Object.fromEntries(await Promise.all(found))
}

/** What is wrong with the files or the request, in words for the model. */
async function told<Result>(work: Promise<Result>, { signal }: Step): Promise<Result> {
  try {
    return await work
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AuditError) throw new ToolFault(error.message)
    if (error instanceof DecodeError || error instanceof FileError) throw new ToolFault(error.message)
    throw error
  }
}
