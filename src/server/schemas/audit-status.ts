import { z } from 'zod'
import { reason } from './audit.js'
import { type ErrorCode, errorCodes, errorDetail } from './error.js'
import { auditId, count, exampleAuditId, exampleTime, field, named, time } from './field.js'

const statusUrl = field(
  z.url(),
  'Where to ask how far it is; with "Accept: text/event-stream" it tells by itself.',
  `https://audit.example/v1/audits/${exampleAuditId}/status`,
)
const auditUrl = field(
  z.url(),
  'Where the audit is once it is done.',
  `https://audit.example/v1/audits/${exampleAuditId}`,
)

export const auditAccepted = named('AuditAccepted', 'An audit that goes on without the caller.', {
  auditId: field(auditId, 'Identifies the audit.', exampleAuditId),
  status: field(z.enum(['queued', 'running', 'done']), 'How far it is.', 'queued'),
  statusUrl,
  auditUrl,
  reportUrl: field(
    z.url().optional(),
    'For who pays per request and has no key: what stands behind # is the X-Report-Token that opens statusUrl and auditUrl.',
    `https://audit.example/report/${exampleAuditId}#pYq0tq5Zr0cFh1p8yJ3ZkV6w2bQnUe7D`,
  ),
})
export type AuditAccepted = z.infer<typeof auditAccepted>

export const auditFailure = named('AuditFailure', 'Why an audit has no result.', {
  code: field(
    z.enum([...(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]), 'cancelled', 'interrupted']),
    'The code of the error, "cancelled" when the audit was stopped, or "interrupted" when the service stopped while it was running.',
    'unreadable_audio',
  ),
  message: field(z.string(), 'For people.', 'chapter-03.mp3: The file is cut short.'),
  details: field(z.array(errorDetail).optional(), 'Every file that is wrong.', []),
})

export const auditStates = ['queued', 'running', 'done', 'failed'] as const

export const auditStatus = named('AuditStatus', 'How far an audit is.', {
  auditId: field(auditId, 'Identifies the audit.', exampleAuditId),
  status: field(z.enum(auditStates), 'A failed audit costs nothing.', 'running'),
  fileCount: field(count, 'Number of files in the batch.', 10),
  filesDone: field(count, 'Files that have been analysed.', 4),
  timeLeftSec: field(
    count.optional(),
    'About how many seconds it will still take; absent until a file was analysed.',
    95,
  ),
  createdAt: field(time, 'When it was begun.', exampleTime),
  finishedAt: field(time.optional(), 'When it ended.', exampleTime),
  error: field(auditFailure.optional(), 'Why it failed.', {
    code: 'unreadable_audio',
    message: 'chapter-03.mp3: The file is cut short.',
  }),
  auditUrl,
})
export type AuditStatusBody = z.infer<typeof auditStatus>

export const progressSteps = [
  'decode',
  'voiceActivity',
  'transcript',
  'voicePrint',
  'heard',
  'remembered',
] as const

/** The data of one server-sent event of kind "progress"; the last event is "done" or "failed", with an AuditStatus. */
export const auditProgress = named('AuditProgress', 'One step of one file.', {
  file: field(z.string(), 'File name.', 'chapter-03.mp3'),
  index: field(count, 'Its place in the batch, from 0.', 2),
  step: field(
    z.enum(progressSteps),
    'What begins now; "heard" (analysed) and "remembered" (cached) are the last that is told of a file.',
    'transcript',
  ),
  filesDone: field(count, 'Files that have been analysed.', 2),
  fileCount: field(count, 'Number of files in the batch.', 10),
  reasons: field(
    z.array(reason).optional(),
    'Of an analysed file, told a moment after: what quality and scriptAccuracy flag in it by itself. What the batch shares, and the other checks, are known at the end.',
    [],
  ),
})
export type AuditProgressBody = z.infer<typeof auditProgress>
