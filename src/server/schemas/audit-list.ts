import { z } from 'zod'
import { accuracies, checkNames } from '../../audit/checks.js'
import { auditShape, reportUrl } from './audit.js'
import {
  auditId,
  count,
  documentedInteger,
  exampleAuditId,
  exampleTime,
  field,
  named,
  time,
} from './field.js'

const exampleCursor = 'MTc3MzQ4MDQxMzU4OS45Zjg2ZDA4MTg4NGM3ZDY1OWEyZmVhYTBjNTVhZDAxNQ'

/** Long enough for a title, short enough for a row. */
const MOST_NAME_CHARS = 120

export const auditName = z.string().max(MOST_NAME_CHARS)

export const auditListItem = named('AuditListItem', 'A stored audit: its full result, and how it was made.', {
  ...auditShape,
  name: field(auditName.optional(), 'What its owner calls it.', 'Chapter 3, second take'),
  fileNames: field(z.array(z.string()), 'In upload order.', ['chapter-01.mp3', 'chapter-02.mp3']),
  selectedAnalyses: field(z.array(z.enum(checkNames)), 'The checks that were enabled.', ['quality', 'pace']),
  accuracy: field(z.enum(accuracies), 'Accuracy of the comparison.', 'standard'),
  regenCount: field(count, 'Number of files to regenerate.', 1),
  audioUrls: field(
    z.array(z.url()),
    'Links to the stored files, in upload order; they expire. Empty once the audio was deleted.',
    [`https://audit.example/v1/audits/${exampleAuditId}/audio/0?expires=1773483600&signature=Zm9v`],
  ),
  source: field(z.enum(['api', 'web', 'cli']), 'Through which door it came.', 'api'),
  createdAt: field(time, 'When it was begun.', exampleTime),
  reportUrl: reportUrl.optional(),
})
export type AuditListItem = z.infer<typeof auditListItem>

export const auditList = named('AuditList', 'A page of audits, most recent first.', {
  audits: field(z.array(auditListItem), 'Most recent first.', []),
  nextCursor: field(
    z.string().optional(),
    'Pass as cursor to get the next page; absent when there are no more.',
    exampleCursor,
  ),
})
export type AuditList = z.infer<typeof auditList>

const MOST_PER_PAGE = 100

/** Strings, as a query has them: what is no whole number in plain digits is refused, not guessed at. */
export const listQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, `limit must be a whole number from 1 to ${MOST_PER_PAGE}`)
    .refine((text) => Number(text) >= 1 && Number(text) <= MOST_PER_PAGE, {
      message: `limit must be a whole number from 1 to ${MOST_PER_PAGE}`,
    })
    .default('20')
    .meta({
      description: `Page size, 1 to ${MOST_PER_PAGE}.`,
      ...documentedInteger(1, MOST_PER_PAGE, 20),
      default: 20,
    }),
  cursor: field(z.string().max(200).optional(), 'nextCursor of the page before.', exampleCursor),
})

export const auditPath = z.object({
  auditId: field(auditId, 'The auditId of an audit of yours.', exampleAuditId),
})

export const auditFilePath = auditPath.extend({
  position: z
    .string()
    .regex(/^\d{1,6}$/)
    .meta({ description: 'Place of the file in the batch, from 0.', ...documentedInteger(0, 999_999, 0) }),
})
