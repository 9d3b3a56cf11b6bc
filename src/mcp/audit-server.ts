// The tools that a model gets, whatever stands behind them.
import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { linksOf, registerAuditResources } from './audit-resources.js'
import { type AuditBackend, type KeptAudit, type Step, ToolFault } from './backend.js'
import { detailsOf, listingOf, outlineOf } from './outline.js'
import { auditDetails, auditListing, auditOutline, fileTranscript } from './outputs.js'

const instructions = `audio-audit listens to batches of generated speech (text-to-speech output) and tells which files to generate anew, why, and at which second. It is made for English. Start with audit_files on a whole batch: files are compared with each other, so ten files together tell more than ten calls; where a batch has a cast, name the voice of each file in voices. Regenerate what filesToRegenerate names, then audit the batch again. Issues carry a confidence: of those with 0.9 nine in ten are real.`

const MOST_PER_PAGE = 100
const auditId = z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hex digits')

const detailInput = z.strictObject({
  auditId: auditId.describe('From audit_files or list_audits.'),
  offset: z.number().int().min(0).max(100_000).default(0).describe('First file of the page.'),
  limit: z.number().int().min(1).max(MOST_PER_PAGE).default(20).describe('Files on the page.'),
  onlyToRegenerate: z.boolean().default(false).describe('Leave out files with nothing to mend.'),
  includeTranscripts: z.boolean().default(false).describe('Add what each file says.'),
})

const listInput = z.strictObject({
  limit: z.number().int().min(1).max(MOST_PER_PAGE).default(20),
  cursor: z.string().max(200).optional().describe('nextCursor of the page before.'),
})

export interface ServerOptions {
  version: string
  /** Told of what went wrong on this side; the model is told only that. */
  onFault(error: unknown): void
}

export function createAuditServer(backend: AuditBackend, { version, onFault }: ServerOptions): McpServer {
  const server = new McpServer({ name: 'audio-audit', title: 'audio-audit', version }, { instructions })
  const { files, kept: keptWords } = backend.words

  /** A result, or what is wrong in words: a model can act on both. */
  async function answered(act: () => Promise<CallToolResult>, ctx: ServerContext): Promise<CallToolResult> {
    try {
      return await act()
    } catch (error) {
      ctx.mcpReq.signal.throwIfAborted()
      if (error instanceof ToolFault) return failure(error.message)
      onFault(error)
      return failure(
        'audio-audit failed on its side. Trying again may help; if it does not, its log says more.',
      )
    }
  }

  const aboutAudit = (kept: KeptAudit, structured: Record<string, unknown>): CallToolResult => ({
    content: [{ type: 'text', text: JSON.stringify(structured) }, ...linksOf(kept, backend)],
    structuredContent: structured,
  })

  server.registerTool(
    'audit_files',
    {
      title: 'Audit speech files',
      description: `Listens to a batch of speech files and tells which of them should be generated anew, why, and at which second: another voice or volume than the rest, clicks, static, dropouts, long silences, cut-off or garbled words, another pace, words that differ from the script, stage directions read aloud. ${files} It takes some seconds for each minute of audio; progress is reported file by file. Returns an outline with an auditId; get_audit tells more about each file.`,
      inputSchema: backend.auditInput,
      outputSchema: auditOutline,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    (input, ctx) =>
      answered(async () => {
        const kept = await backend.audit(input as Record<string, unknown>, stepOf(ctx))
        return aboutAudit(kept, outlineOf(kept))
      }, ctx),
  )

  server.registerTool(
    'get_audit',
    {
      title: 'Details of an audit',
      description: `What an earlier audit found in each file: the numbers it was judged by, every issue with its second and confidence, and on request the transcript. ${keptWords} Files come in pages.`,
      inputSchema: detailInput,
      outputSchema: auditDetails,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (input, ctx) =>
      answered(async () => {
        const kept = await backend.find(input.auditId)
        if (!kept)
          throw new ToolFault(`There is no audit ${input.auditId}. list_audits names those there are.`)
        return aboutAudit(kept, detailsOf(kept, input))
      }, ctx),
  )

  server.registerTool(
    'list_audits',
    {
      title: 'Earlier audits',
      description: `Names earlier audits, most recent first, with their scores. ${keptWords}`,
      inputSchema: listInput,
      outputSchema: auditListing,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (input, ctx) =>
      answered(async () => {
        const structured = listingOf(await backend.list(input))
        return {
          content: [{ type: 'text', text: JSON.stringify(structured) }],
          structuredContent: structured,
        }
      }, ctx),
  )

  server.registerTool(
    'hear_file',
    {
      title: 'Transcribe one file',
      description: `Tells what one speech file says, word by word with times, and how loud and long it is. It judges nothing: to find faults use audit_files. ${files}`,
      inputSchema: backend.transcriptInput,
      outputSchema: fileTranscript,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    (input, ctx) =>
      answered(async () => {
        const structured = await backend.transcribe(input as Record<string, unknown>, stepOf(ctx))
        return {
          content: [{ type: 'text', text: JSON.stringify(structured) }],
          structuredContent: structured,
        }
      }, ctx),
  )

  registerAuditResources(server, backend)
  return server
}

function failure(message: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: message }] }
}

/** Progress goes to who asked for it, and never backwards. */
function stepOf({ mcpReq }: ServerContext): Step {
  const progressToken = mcpReq._meta?.progressToken
  let last = -1
  return {
    signal: mcpReq.signal,
    onProgress: (done, total, message) => {
      if (progressToken === undefined || done <= last || mcpReq.signal.aborted) return
      last = done
      // Whoever is gone is not waited for.
      mcpReq
        .notify({
          method: 'notifications/progress',
          params: { progressToken, progress: done, total, message },
        })
        .catch(() => {})
    },
  }
}
