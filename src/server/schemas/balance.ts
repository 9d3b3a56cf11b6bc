import { z } from 'zod'
import { field, named } from './field.js'

export const balance = named('Balance', 'What the account can spend.', {
  credits: field(
    z.number().min(0),
    'Credits that are free: those reserved for running audits are not in it.',
    960.5,
  ),
})
export type Balance = z.infer<typeof balance>
