import { parseArgs } from 'node:util'
import { wholeNumber } from '../audit/capacity.js'
import { counted } from '../report/counted.js'
import type { Administer } from './administer.js'
import type { Command } from './command.js'
import { exitStatus, UsageError } from './exit.js'
import { printableJson } from './printable.js'
import { asTable } from './table.js'

const MOST_CHANGES = 1000

/** Loaded when it is needed: it brings the database along. */
const administer: Administer = async (work) => (await import('./administer.js')).administer(work)

const help = `Usage: audio-audit credits grant CREDITS [--account ACCOUNT] [--note TEXT] [--json]
       audio-audit credits balance [--account ACCOUNT] [--json]
       audio-audit credits history [--account ACCOUNT] [--limit N] [--json]

Adds credits to an account, and shows what it has and what became of them. It works on the data folder (AUDIO_AUDIT_DATA) or
database (DATABASE_URL) of the service, whether the service is running or not.

Options:
  --account ACCOUNT    id or name of an account; may be left out when there is only one
  --note TEXT          what the credits are for
  --limit N            changes to show, newest first (default 20, at most ${MOST_CHANGES})
  --json               print JSON, and nothing else
  -h, --help           print this
`

export const creditsCommand: Command = {
  help,
  run: async (args, { stdout }) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        account: { type: 'string' },
        note: { type: 'string', default: '' },
        limit: { type: 'string', default: '20' },
        json: { type: 'boolean', default: false },
      },
    })
    const { account, note } = values
    const [action, ...rest] = positionals
    const print = (value: object, asText: () => string) =>
      stdout.write(values.json ? `${printableJson(value)}\n` : asText())

    if (action === 'grant' && rest.length === 1) {
      const credits = amountOf(rest[0])
      const now = await administer((admin) => admin.grant({ account, credits, note }))
      print(now, () => `Account ${now.account} has ${counted(now.credits, 'credit')} now.\n`)
    } else if (action === 'balance' && rest.length === 0) {
      const now = await administer((admin) => admin.balance({ account }))
      print(now, () => `Account ${now.account} has ${counted(now.credits, 'credit')}.\n`)
    } else if (action === 'history' && rest.length === 0) {
      const limit = wholeNumber(Number(values.limit), '--limit', MOST_CHANGES)
      const changes = await administer((admin) => admin.history({ account, limit }))
      print(changes, () =>
        asTable(
          ['NO.', 'TIME', 'KIND', 'CREDITS', 'BALANCE', 'AUDIT', 'NOTE'],
          changes.map((change) => [
            String(change.id),
            change.createdAt,
            change.kind,
            String(change.credits),
            String(change.balanceAfter),
            change.auditId ?? '',
            change.note,
          ]),
        ),
      )
    } else {
      throw new UsageError('use "credits grant CREDITS", "credits balance" or "credits history"')
    }
    return exitStatus.done
  },
}

function amountOf(text: string): number {
  if (/^\d+(\.\d{1,3})?$/.test(text)) return Number(text)
  throw new UsageError(`credits must be a number above 0 with three decimals at most, not "${text}"`)
}
