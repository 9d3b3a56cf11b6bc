// What the tools answer, as structured content: short enough for a model to read, with times where there is something to mend.
import { z } from 'zod'

const checkName = z.string().describe('comparison, quality, pace or scriptAccuracy')

const toRegenerate = z.object({
  file: z.string().describe('Name of the file.'),
  position: z.number().int().describe('Its place in the batch, from 0.'),
  reasons: z.array(
    z.object({ check: checkName, message: z.string().describe('What a person would notice, and where.') }),
  ),
})

const outlineShape = {
  auditId: z.string().describe('For get_audit.'),
  createdAt: z.string().describe('When it was made, ISO 8601.'),
  score: z.number().describe('0 to 100 over all checks; 100 is best.'),
  summary: z.string().describe('One sentence.'),
  fileCount: z.number().int(),
  filesToRegenerate: z
    .array(toRegenerate)
    .describe('Files that should be generated anew, and why. Empty when the batch is fine.'),
  checks: z
    .record(z.string(), z.object({ score: z.number(), summary: z.string() }))
    .describe('One for each check that was run.'),
  batchAlarms: z
    .array(z.string())
    .describe(
      'What is wrong with the batch as a whole, such as a fault that most files share: mend the pipeline, not the files.',
    ),
}

export const auditOutline = z.object(outlineShape)
export type AuditOutline = z.infer<typeof auditOutline>

const issue = z.object({
  check: checkName,
  kind: z.string().describe('click, static, silence, garble, missing, changed, spokenTag and so on.'),
  timeSec: z.number().describe('Start in seconds.'),
  endSec: z.number(),
  message: z.string(),
  confidence: z
    .number()
    .nullable()
    .describe('How likely it is real, 0 to 1; null where the check does not tell.'),
})

export const auditDetails = z.object({
  ...outlineShape,
  files: z
    .array(
      z.object({
        file: z.string(),
        position: z.number().int(),
        regenerate: z.boolean(),
        reasons: z.array(z.string()),
        judgements: z.array(
          z.object({
            name: z.string().describe('voice, volume, sound, pace or script'),
            verdict: z.enum(['good', 'flagged', 'notJudged']),
            text: z.string().describe('The number that the file was judged by.'),
            limit: z.string().describe('What it was held against; empty where that is not told.'),
          }),
        ),
        issues: z.array(issue).describe('By check, then by time; also slight ones that flag nothing.'),
        issuesLeftOut: z.number().int().describe('How many more issues there are than are listed.'),
        transcript: z.string().optional().describe('What was recognised; with includeTranscripts.'),
      }),
    )
    .describe('A page of the files, in the order of the batch.'),
  nextOffset: z
    .number()
    .int()
    .optional()
    .describe('Ask again with this offset for more files; absent on the last page.'),
})
export type AuditDetails = z.infer<typeof auditDetails>

export const auditListing = z.object({
  audits: z.array(
    z.object({
      auditId: z.string(),
      createdAt: z.string(),
      score: z.number(),
      summary: z.string(),
      fileCount: z.number().int(),
      regenerateCount: z.number().int().describe('How many files should be generated anew.'),
    }),
  ),
  nextCursor: z
    .string()
    .optional()
    .describe('Ask again with this cursor for older ones; absent on the last page.'),
})
export type AuditListing = z.infer<typeof auditListing>

export const fileTranscript = z.object({
  file: z.string(),
  transcript: z.string().describe('What was recognised; empty where nobody speaks.'),
  durationSec: z.number().nullable().describe('Null where it was not measured.'),
  loudnessLufs: z.number().nullable().describe('Integrated loudness (ITU-R BS.1770); null for silence.'),
  speechSec: z.number().nullable().describe('Seconds in which somebody speaks.'),
  format: z.string().nullable().describe('Container and codec.'),
  words: z
    .array(z.object({ text: z.string(), startSec: z.number(), endSec: z.number() }))
    .describe('Each word with its time in seconds.'),
})
export type FileTranscript = z.infer<typeof fileTranscript>
