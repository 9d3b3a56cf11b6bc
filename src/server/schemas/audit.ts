import { z } from 'zod'
import { checkNames } from '../../audit/checks.js'
import { comparisonReport } from './comparison.js'
import { auditId, count, exampleAuditId, field, fileName, named, score } from './field.js'
import { paceReport } from './pace.js'
import { qualityReport } from './quality.js'
import { scriptReport } from './script-accuracy.js'

export const reason = named('Reason', 'Why a file is flagged.', {
  check: field(z.enum(checkNames), 'The check that flags it.', 'quality'),
  message: field(z.string(), 'What a person would hear, and where.', 'garbled speech at 0:12-0:14'),
  deviation: field(z.number().optional(), 'For comparison: how far the voice is off.', 0.42),
})

export const trackToRegenerate = named('TrackToRegenerate', 'A file that should be regenerated.', {
  file: fileName,
  reasons: field(z.array(reason), 'Why it is flagged.', [
    { check: 'quality', message: 'garbled speech at 0:12-0:14' },
  ]),
})

export const checks = named(
  'Checks',
  'One report for each check that was enabled, and none for the others.',
  {
    comparison: comparisonReport.optional(),
    quality: qualityReport.optional(),
    pace: paceReport.optional(),
    scriptAccuracy: scriptReport.optional(),
  },
)

export const timing = named('Timing', 'Where the time went, in seconds.', {
  decode: field(z.number().min(0), 'Decoding.', 0.41),
  checks: field(z.number().min(0), 'Checks.', 7.35),
  total: field(z.number().min(0), 'All of it.', 7.76),
})

/** What an audit and an item of the listing have in common. */
export const auditShape = {
  score: field(score, 'Overall score, 0 to 100: the mean of the scores of all enabled checks.', 87.3),
  summary: field(
    z.string(),
    'One sentence.',
    '1 of 10 files should be regenerated: chapter-05.mp3 (garbled speech at 0:12-0:14).',
  ),
  fileCount: field(count, 'Number of files in the batch.', 10),
  auditId: field(auditId, 'Identifies the audit: 32 hex digits.', exampleAuditId),
  tracksToRegenerate: field(z.array(trackToRegenerate), 'Files flagged by any check, in upload order.', []),
  checks,
  creditsUsed: field(z.number().min(0), 'Credits that were taken.', 40),
  timing,
}

export const reportUrl = field(
  z.url(),
  'Opens the audit in a browser, without a key. What stands behind # is the secret of this one report.',
  `https://audit.example/report/${exampleAuditId}#pYq0tq5Zr0cFh1p8yJ3ZkV6w2bQnUe7D`,
)

export const audit = named('Audit', 'The result of one audit.', { ...auditShape, reportUrl })
export type AuditBody = z.infer<typeof audit>
