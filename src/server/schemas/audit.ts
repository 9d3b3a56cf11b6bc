import { z } from 'zod'
import { batchAlarmKinds, checkNames } from '../../audit/checks.js'
import { comparisonReport } from './comparison.js'
import { auditId, count, exampleAuditId, field, fileName, named, score } from './field.js'
import { paceReport } from './pace.js'
import { qualityReport } from './quality.js'
import { scriptReport } from './script-accuracy.js'

export const reason = named('Reason', 'Why a file is flagged.', {
  check: field(z.enum(checkNames), 'The check that flags it.', 'quality'),
  message: field(z.string(), 'What a person would hear, and where.', 'garbled speech at 0:12-0:14'),
  deviation: field(z.number().optional(), 'For comparison: how far the voice, or the volume, is off.', 0.42),
})

export const trackToRegenerate = named('TrackToRegenerate', 'A file that should be regenerated.', {
  file: fileName,
  reasons: field(z.array(reason), 'Why it is flagged.', [
    { check: 'quality', message: 'garbled speech at 0:12-0:14' },
  ]),
})

export const batchAlarm = named(
  'BatchAlarm',
  'What is wrong with a batch as a whole, so that no single file can be blamed for it.',
  {
    kind: field(
      z.enum(batchAlarmKinds),
      "Nobody speaks in half of the files or more, no voice is the batch's own, most files share a fault, or one file is there under several names.",
      'severalVoices',
    ),
    message: field(
      z.string(),
      'What it is, one sentence.',
      'No voice has a majority: the files fall into 2 voices of 5 and 5 files.',
    ),
    advice: field(
      z.string().optional(),
      'What to do about it, where that can be said.',
      'Decide which voice it should be, and audit its files by themselves or regenerate the others.',
    ),
    files: field(z.array(z.string()), 'Those that it is about, in upload order.', [
      'chapter-01.mp3',
      'chapter-02.mp3',
    ]),
  },
)

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
  deviationThreshold: field(
    z.number().min(0).max(1).optional(),
    'What every judgement was held against. Absent in audits of older versions.',
    0.15,
  ),
  batchAlarms: field(
    z.array(batchAlarm).optional(),
    'What is wrong with the batch as a whole, the most important first. Absent in audits of older versions.',
    [],
  ),
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
