import { parseArgs } from 'node:util'
import { keyScopes } from '../server/admin/key-scopes.js'
import type { Administer } from './administer.js'
import type { Command } from './command.js'
import { exitStatus, UsageError } from './exit.js'
import { printableJson } from './printable.js'
import { someOf } from './some-of.js'
import { asTable } from './table.js'

/** Loaded when it is needed: it brings the database along. */
const administer: Administer = async (work) => (await import('./administer.js')).administer(work)

const help = `Usage: audio-audit keys create [--account ACCOUNT | --new-account NAME] [--name NAME] [--scope SCOPE ...]
                               [--expires WHEN] [--json]
       audio-audit keys list [--account ACCOUNT] [--json]
       audio-audit keys revoke KEY [--json]

Makes, lists and revokes API keys. It works on the data folder (AUDIO_AUDIT_DATA) or database (DATABASE_URL) of the service,
whether the service is running or not.

Options:
  --account ACCOUNT    id or name of an account; may be left out when there is only one
  --new-account NAME   make an account for the key
  --name NAME          what the key is for (default "key")
  --scope SCOPE        what the key may do; several may be given, or joined by commas:
                         audit   run audits; read, stop and delete those made with the same key
                         read    list and read all audits of the account, its credits and where they went
                         manage  make, list and revoke keys, webhooks, delete any audit, revoke any report
                       (default: all for the first key of an account, audit and read for others)
  --expires WHEN       until when the key works: a date (2030-01-31, at its beginning in UTC), a time in ISO 8601, or days
                       from now (90d); without it, until it is revoked
  --json               print JSON, and nothing else
  -h, --help           print this

A key is shown once, when it is made. KEY is the id of a key or its beginning, as "keys list" shows them.
`

export const keysCommand: Command = {
  help,
  run: async (args, { stdout }) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        account: { type: 'string' },
        'new-account': { type: 'string' },
        name: { type: 'string' },
        scope: { type: 'string', multiple: true },
        expires: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    })
    const [action, ...rest] = positionals
    const print = (value: object, asText: () => string) =>
      stdout.write(values.json ? `${printableJson(value)}\n` : asText())
    const { account, 'new-account': newAccount, name = 'key' } = values
    if (account !== undefined && newAccount !== undefined)
      throw new UsageError('choose one of --account and --new-account')

    if (action === 'create' && rest.length === 0) {
      const scopes = values.scope && someOf('--scope', values.scope, keyScopes)
      const expiresAt = values.expires === undefined ? undefined : expiryOf(values.expires)
      const made = await administer((admin) =>
        admin.createKey({ account, newAccount, name, scopes, expiresAt }),
      )
      const until = made.expiresAt === null ? '' : `, until ${made.expiresAt}`
      print(
        made,
        () =>
          `${made.key}\n\nIt is shown this once. Account ${made.account}, key ${made.id}, for ${made.scopes.join(', ')}${until}.\n`,
      )
    } else if (action === 'list' && rest.length === 0) {
      const keys = await administer((admin) => admin.listKeys({ account }))
      print(keys, () =>
        asTable(
          ['ID', 'BEGINS', 'NAME', 'ACCOUNT', 'SCOPES', 'MADE', 'LAST USED', 'EXPIRES', 'REVOKED'],
          keys.map((key) => [
            key.id,
            key.prefix,
            key.name,
            key.account,
            key.scopes.join(','),
            key.createdAt,
            key.lastUsedAt ?? 'never',
            key.expiresAt ?? 'never',
            key.revokedAt ?? '',
          ]),
        ),
      )
    } else if (action === 'revoke' && rest.length === 1) {
      const revoked = await administer((admin) => admin.revokeKey({ key: rest[0] }))
      print(revoked, () => `The key ${revoked.id} (${revoked.prefix}...) works no more.\n`)
    } else {
      throw new UsageError('use "keys create", "keys list" or "keys revoke KEY"')
    }
    return exitStatus.done
  },
}

const DAY_MS = 86_400_000
/** Longer than anybody plans, and well within what a date can hold. */
const MOST_DAYS = 36_500
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

function expiryOf(text: string, nowMs = Date.now()): string {
  const days = /^(\d{1,5})d$/.exec(text)?.[1]
  const endMs = days ? nowMs + Number(days) * DAY_MS : ISO_TIME.test(text) ? Date.parse(text) : Number.NaN
  if (!(endMs > nowMs && endMs <= nowMs + MOST_DAYS * DAY_MS)) {
    throw new UsageError(
      `--expires must be a date or time to come, such as 2030-01-31, 2030-01-31T12:00:00Z or 90d, not "${text}"`,
    )
  }
  return new Date(endMs).toISOString()
}
