// One whole answer for each operation. That each is as its schema says is held in the tests.
import type { Cue } from '../../report/captions/cues.js'
import { asSrt, asVtt } from '../../report/captions/formats.js'
import type { AuditBody } from '../schemas/audit.js'
import type { AuditListItem } from '../schemas/audit-list.js'
import type { AuditAccepted, AuditProgressBody, AuditStatusBody } from '../schemas/audit-status.js'
import type { DecisionBody } from '../schemas/decisions.js'
import { exampleAuditId, exampleTime } from '../schemas/field.js'
import type { Readiness } from '../schemas/service.js'
import type { KeptVoiceBody } from '../schemas/voices.js'
import { webExamples } from '../web/examples.js'
import type { Example } from './document.js'
import { exampleChecks, exampleFiles } from './example-checks.js'
import { webhookExamples } from './webhook-examples.js'

const site = 'https://audit.example'
const auditUrl = `${site}/v1/audits/${exampleAuditId}`
const audioUrl = (position: number) =>
  `${auditUrl}/audio/${position}?expires=1773568800&signature=9tYb1rXhC0qk2mZs5uJw8vNf3dLgPeA7oTiR4xQyUzE`

const exampleAudit: AuditBody = {
  score: 43.5,
  summary:
    '1 of 2 files should be regenerated: chapter-02.mp3 (a different voice from the rest of the batch).',
  fileCount: 2,
  auditId: exampleAuditId,
  deviationThreshold: 0.15,
  batchAlarms: [],
  tracksToRegenerate: [
    {
      file: 'chapter-02.mp3',
      reasons: [
        { check: 'comparison', message: 'a different voice from the rest of the batch', deviation: 0.42 },
        { check: 'quality', message: 'garbled speech at 0:12-0:13' },
        { check: 'scriptAccuracy', message: 'the tag [whispering] is spoken ("whispering") at 0:01' },
      ],
    },
  ],
  checks: exampleChecks,
  creditsUsed: 8,
  timing: { decode: 0.41, checks: 7.35, total: 7.76 },
  reportUrl: `${site}/report/${exampleAuditId}#pYq0tq5Zr0cFh1p8yJ3ZkV6w2bQnUe7D`,
}

const exampleItem: AuditListItem = {
  ...exampleAudit,
  fileNames: exampleFiles,
  selectedAnalyses: ['comparison', 'quality', 'pace', 'scriptAccuracy'],
  accuracy: 'standard',
  regenCount: 1,
  audioUrls: [audioUrl(0), audioUrl(1)],
  source: 'api',
  createdAt: exampleTime,
}

const exampleStatus: AuditStatusBody = {
  auditId: exampleAuditId,
  status: 'running',
  fileCount: 2,
  filesDone: 1,
  createdAt: exampleTime,
  auditUrl,
}

const accepted: AuditAccepted = {
  auditId: exampleAuditId,
  status: 'queued',
  statusUrl: `${auditUrl}/status`,
  auditUrl,
}

const step: AuditProgressBody = {
  file: 'chapter-02.mp3',
  index: 1,
  step: 'transcript',
  filesDone: 1,
  fileCount: 2,
}
const events = [
  { kind: 'status', data: exampleStatus },
  { kind: 'progress', data: step },
  { kind: 'done', data: { ...exampleStatus, status: 'done', filesDone: 2, finishedAt: exampleTime } },
]
  .map(({ kind, data }) => `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`)
  .join('')

const readiness = (database: 'ok' | 'failed'): Readiness => ({
  status: database === 'ok' ? 'ready' : 'not_ready',
  checks: { database, models: 'ok', disk: 'ok', accepting: 'ok' },
})

const decision: DecisionBody = {
  file: exampleFiles[1],
  check: 'quality',
  kind: 'garble',
  timeSec: 12.48,
  endSec: 13.02,
  confidence: 0.94,
  decision: 'falseAlarm',
  note: 'a name in another language',
  auditId: exampleAuditId,
  createdAt: exampleTime,
}

const exampleCues: Cue[] = [
  { startMs: 120, endMs: 1550, lines: ['The harbour lay still.'] },
  {
    startMs: 2010,
    endMs: 5340,
    lines: ['By four it was full,', 'and the gulls had settled along the wall.'],
  },
]

const keptVoice: KeptVoiceBody = {
  name: 'narrator-2026',
  speechSec: 9.8,
  outdated: false,
  createdAt: exampleTime,
}

const one = (value: unknown): Record<string, Example> => ({ example: { value } })

/** By operation, status and kind of content. */
export const responseExamples: Record<string, Record<string, Record<string, Record<string, Example>>>> = {
  createAudit: {
    200: { 'application/json': one(exampleAudit) },
    202: { 'application/json': one(accepted) },
  },
  listAudits: {
    200: {
      'application/json': {
        page: {
          summary: 'A page, and there are more',
          value: {
            audits: [exampleItem],
            nextCursor: 'MTc3MzQ4MDQxMzU4OS45Zjg2ZDA4MTg4NGM3ZDY1OWEyZmVhYTBjNTVhZDAxNQ',
          },
        },
        last: { summary: 'Nothing more', value: { audits: [] } },
      },
    },
  },
  getAudit: { 200: { 'application/json': one(exampleItem) } },
  getReport: { 200: { 'application/json': one(exampleItem) } },
  getAuditStatus: {
    200: {
      'application/json': {
        running: { summary: 'On its way', value: exampleStatus },
        failed: {
          summary: 'It failed, and cost nothing',
          value: {
            ...exampleStatus,
            status: 'failed',
            filesDone: 0,
            finishedAt: exampleTime,
            error: {
              code: 'unreadable_audio',
              message: 'chapter-02.mp3: The file is cut short.',
              details: [{ file: 'chapter-02.mp3', fault: 'truncated', message: 'The file is cut short.' }],
            },
          },
        },
      },
      'text/event-stream': one(events),
    },
  },
  decide: { 200: { 'application/json': one({ decisions: [decision] }) } },
  getDecisions: { 200: { 'application/json': one({ decisions: [decision] }) } },
  getCaptions: {
    200: {
      'text/vtt': one(asVtt(exampleCues)),
      'application/x-subrip': one(asSrt(exampleCues)),
    },
  },
  ...webExamples,
  ...webhookExamples,
  listVoices: { 200: { 'application/json': one({ voices: [keptVoice] }) } },
  putVoice: { 200: { 'application/json': one(keptVoice) } },
  getBalance: { 200: { 'application/json': one({ credits: 960.5 }) } },
  getHealth: { 200: { 'application/json': one({ status: 'ok' }) } },
  getReadiness: {
    200: { 'application/json': one(readiness('ok')) },
    503: { 'application/json': one(readiness('failed')) },
  },
  getMetrics: {
    200: {
      'text/plain': one(
        '# TYPE audio_audit_audits_total counter\naudio_audit_audits_total{outcome="done"} 42\n',
      ),
    },
  },
}
