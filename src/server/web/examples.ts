// One whole answer for each operation that the web app brings along; see ../docs/examples.ts.
import { exampleAuditId, exampleTime } from '../schemas/field.js'

const key = {
  id: 'b1946ac92492d2347c6235b4d2611184',
  name: 'build server',
  prefix: 'aa_pYq0tq',
  createdAt: exampleTime,
  lastUsedAt: null,
  scopes: ['audit', 'read'],
  expiresAt: null,
}

const one = (value: unknown) => ({ 'application/json': { example: { value } } })

export const webExamples = {
  getAuditWaveform: { 200: one({ durationSec: 0.02, stepSec: 0.01, peaks: [-4, 6, -80, 72] }) },
  getAuditOutlines: {
    200: one({ outlines: [{ position: 0, durationSec: 0.2, stepSec: 0.1, peaks: [-4, 6, -80, 72] }] }),
  },
  getSession: {
    200: {
      'application/json': {
        known: {
          value: {
            signedIn: true,
            account: 'studio',
            keyId: key.id,
            scopes: key.scopes,
            expiresAt: null,
            credits: 960.5,
          },
        },
        nobody: { value: { signedIn: false } },
      },
    },
  },
  listKeys: { 200: one({ keys: [key] }) },
  createKey: { 201: one({ ...key, secret: 'aa_pYq0tq5Zr0cFh1p8yJ3ZkV6w2bQnUe7D' }) },
  getCreditHistory: {
    200: one({
      entries: [
        {
          id: 17,
          kind: 'reservation',
          credits: -40,
          balance: 960.5,
          auditId: exampleAuditId,
          note: '',
          createdAt: exampleTime,
        },
      ],
    }),
  },
  listAuditBriefs: {
    200: one({
      audits: [
        {
          auditId: exampleAuditId,
          score: 83.6,
          summary: '1 of 2 files should be regenerated: chapter-02.mp3 (garbled speech at 0:12-0:13).',
          fileCount: 2,
          regenCount: 1,
          creditsUsed: 8,
          selectedAnalyses: ['quality', 'pace'],
          createdAt: exampleTime,
          firstFiles: ['chapter-01.mp3', 'chapter-02.mp3'],
        },
      ],
    }),
  },
}
