// What stands behind the tools: this machine and its files, or the service and an account.
import type { z } from 'zod'
import type { FileTranscript } from './outputs.js'

/** An audit as the tools read it, made just now or earlier. */
export interface KeptAudit {
  result: AuditResult
  fileNames: string[]
  createdAt: Date
  /** Opens it in a browser, where there is such a page. */
  reportUrl?: string | undefined
}

/** What is read of a result; the engine's and the service's have more. */
export interface AuditResult {
  auditId: string
  score: number
  summary: string
  fileCount: number
  deviationThreshold?: number | undefined
  batchAlarms?: { message: string; advice?: string | undefined }[] | undefined
  tracksToRegenerate: { file: string; reasons: { check: string; message: string }[] }[]
  checks: object
}

export interface Step {
  signal: AbortSignal
  /** Tells how far it is; `done` of `total` files. */
  onProgress(done: number, total: number, message: string): void
}

/** An audit in a list. */
export interface BriefAudit {
  auditId: string
  createdAt: Date
  score: number
  summary: string
  fileCount: number
  regenerateCount: number
}

export interface AuditPage {
  audits: BriefAudit[]
  nextCursor?: string | undefined
}

export interface AuditBackend {
  /** What an audit is asked for with: paths, or contents. */
  readonly auditInput: z.ZodObject
  readonly transcriptInput: z.ZodObject
  /** How to name files, and what is kept, for who reads the descriptions of the tools. */
  readonly words: { files: string; kept: string }
  audit(input: Record<string, unknown>, step: Step): Promise<KeptAudit>
  transcribe(input: Record<string, unknown>, step: Step): Promise<FileTranscript>
  find(auditId: string): Promise<KeptAudit | undefined>
  /** Most recent first. */
  list(page: { limit: number; cursor?: string | undefined }): Promise<AuditPage>
  /** The report for people, where there is no page for it. */
  reportText?(kept: KeptAudit): string
}

/** Why a tool could not do what it was asked for; the message is for the model that asked. */
export class ToolFault extends Error {
  override readonly name = 'ToolFault'
}
