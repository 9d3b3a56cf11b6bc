// What POST /v1/audit takes: query, headers and form. The form comes in pieces of any order, so its fields are checked
// one by one as text (see ../audit/form.ts); the schema here is what the documentation shows.
import { z } from 'zod'
import { accuracies, checkNames, defaultOptions, qualityCheckNames } from '../../audit/checks.js'
import { field } from './field.js'

const trueOrFalse = (name: string) =>
  z.enum(['true', 'false'], {
    // Who sends it as a field of the form finds it missing here.
    error: ({ input }) =>
      `${name} must be "true" or "false"${input === undefined ? ': send it in the query string' : ''}`,
  })

const checkFlag = (name: string, description: string) => field(trueOrFalse(name), description, 'true')

export const auditQuery = z
  .object({
    comparison: checkFlag('comparison', 'Enable speaker consistency analysis.'),
    quality: checkFlag('quality', 'Enable audio quality analysis.'),
    pace: checkFlag('pace', 'Enable speaking speed consistency analysis.'),
    scriptAccuracy: checkFlag('scriptAccuracy', 'Enable script accuracy and spoken tag detection.'),
    forceFresh: field(
      z.string({ error: 'forceFresh must be given once' }).optional(),
      'When "true", every file is analysed again and charged in full, whether it is cached or not. Any other text is as if it were not there.',
      'true',
    ),
  })
  .refine((query) => checkNames.some((name) => query[name] === 'true'), {
    path: ['checks'],
    message: `At least one of ${checkNames.join(', ')} must be "true"`,
  })
export type AuditQuery = z.infer<typeof auditQuery>

export const auditHeaders = z.object({
  'x-api-key': field(
    z.string().optional(),
    'API key; alternatively "Authorization: Bearer <API_KEY>". Required unless paying via x402.',
    'aa_pYq0tq5Zr0cFh1p8yJ3ZkV6w2bQnUe7D',
  ),
  'payment-signature': field(
    z.string().optional(),
    'Base64-encoded x402 payment receipt, sent on the retry after a 402 response. It names its quote: where the files were kept the retry needs no body.',
    'eyJ4NDAyVmVyc2lvbiI6Mn0=',
  ),
  'x-wallet': field(
    z.string().optional(),
    'Wallet address, sent on the initial request so that the 402 price includes cached-file discounts.',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ),
  'idempotency-key': field(
    z.string().min(1).max(255).optional(),
    'The same request sent again under the same key gives the same audit and is charged once; the audit goes on when the connection breaks. Of one account, or of one wallet that pays.',
    'order-4711',
  ),
  prefer: field(
    z.string().optional(),
    '"respond-async" answers 202 at once; the audit goes on without the caller.',
    'respond-async',
  ),
})

export const auditForm = z
  .object({
    files: z
      .array(z.string().meta({ format: 'binary' }))
      .optional()
      .meta({
        description:
          'Audio files, one part each, all named "files": mp3, wav, flac, ogg, m4a, aac, wma, opus. At least 2 with comparison or pace, else 1, together with those of fileUrls.',
      }),
    fileUrls: field(
      z.string().optional(),
      'JSON array of addresses that the service fetches files from, beside or in place of files, which come first: https, or {"url", "name"} where the address does not end with the name; s3://BUCKET/KEY where the server allows it. Redirects are not followed.',
      '["https://cdn.example/takes/chapter-01.mp3?signature=abc",{"url":"https://cdn.example/7","name":"chapter-02.mp3"}]',
    ),
    accuracy: field(
      z.enum(accuracies).default(defaultOptions.accuracy),
      'Accuracy of the comparison.',
      defaultOptions.accuracy,
    ),
    deviationThreshold: field(
      z.number().min(0).max(1).default(defaultOptions.deviationThreshold),
      'Flagging sensitivity across all checks: smaller flags more.',
      defaultOptions.deviationThreshold,
    ),
    qualityChecks: field(
      z.string().optional(),
      `JSON object of key to boolean: toggles individual quality sub-checks. All default to true. Keys: ${qualityCheckNames.join(', ')}.`,
      '{"garble":false}',
    ),
    scripts: field(
      z.string().optional(),
      'JSON object of file name to script text. Improves spoken tag detection when scriptAccuracy is enabled.',
      '{"chapter-01.mp3":"[warmly] The harbour lay still."}',
    ),
    voices: field(
      z.string().optional(),
      'A cast: JSON object of file name to the name of the voice that it should have. Each voice is then judged among its own files, and a file that sounds like another of them is told by name. Without it all files should have one voice.',
      '{"line-01.mp3":"Narrator","line-02.mp3":"Mara"}',
    ),
    references: z
      .array(z.string().meta({ format: 'binary' }))
      .optional()
      .meta({
        description:
          'Recordings of voices as they should be, one part each, all named "references", under the same limits as files. Files are held against them; they are not judged themselves. Each costs as much as one check on a file.',
      }),
    referenceVoices: field(
      z.string().optional(),
      'JSON object of the name of a voice to the name of a file of references, or of a voice that you keep (see /v1/voices), or to a list of such names: several recordings of one voice count as one long one. Without voices there is one voice, which all files should have; with voices each file is held against the reference of its voice, where there is one.',
      '{"Mara":"mara.wav","Narrator":"narrator-2026"}',
    ),
    webhookUrl: field(
      z.string().optional(),
      'Where the end of this audit is told as well, as "audit.completed" or "audit.failed" (see webhooks). Signed with the secret that POST /v1/webhooks/secret gives, which must be made first; needs an API key.',
      'https://hooks.studio.example/audits',
    ),
  })
  .meta({ id: 'AuditForm' })
