// What those who run the service ask.
import { z } from 'zod'
import { field, named } from './field.js'

export const health = named('Health', 'The process is up.', {
  status: field(z.literal('ok'), 'Always "ok".', 'ok'),
})

const verdict = z.enum(['ok', 'failed'])

export const readiness = named('Readiness', 'Whether requests can be served.', {
  status: field(z.enum(['ready', 'not_ready']), 'All of it together.', 'ready'),
  checks: z
    .object({
      database: field(verdict, 'The database answers.', 'ok'),
      models: field(verdict, 'The models are there.', 'ok'),
      disk: field(verdict, 'There is room for uploads.', 'ok'),
      queue: field(
        verdict.optional(),
        'The way to the workers is open; only where they are elsewhere.',
        'ok',
      ),
      accepting: field(verdict, 'The service is not about to stop.', 'ok'),
    })
    .meta({ description: 'Each part.' }),
})
export type Readiness = z.infer<typeof readiness>
