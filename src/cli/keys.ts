import { parseArgs } from 'node:util'
import type { Administer } from './administer.js'
import type { Command } from './command.js'
import { exitStatus, UsageError } from './exit.js'
import { printableJson } from './printable.js'
import { asTable } from './table.js'

/** Loaded when it is needed: it brings the database along. */
const administer: Administer = async (work) => (await import('./administer.js')).administer(work)

const help = `Usage: audio-audit keys create [--account ACCOUNT | --new-account NAME] [--name NAME] [--json]
       audio-audit keys list [--account ACCOUNT] [--json]
       audio-audit keys revoke KEY [--json]

Makes, lists and revokes API keys. It works on the data folder (AUDIO_AUDIT_DATA) or database (DATABASE_URL) of the service,
whether the service is running or not.

Options:
  --account ACCOUNT    id or name of an account; may be left out when there is only one
  --new-account NAME   make an account for the key
  --name NAME          what the key is for (default "key")
  --json               print JSON, and nothing else
  -h, --help           print this

A key is shown once, when it is made. KEY is the id of a key or its beginning, as "keys list" shows them.
`

export const keysCommand: Command = {
  summary: 'make, list and revoke API keys',
  help,
  run: async (args, { stdout }) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        account: { type: 'string' },
        'new-account': { type: 'string' },
        name: { type: 'string' },
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
      const made = await administer((admin) => admin.createKey({ account, newAccount, name }))
      print(made, () => `${made.key}\n\nIt is shown this once. Account ${made.account}, key ${made.id}.\n`)
    } else if (action === 'list' && rest.length === 0) {
      const keys = await administer((admin) => admin.listKeys({ account }))
      print(keys, () =>
        asTable(
          ['ID', 'BEGINS', 'NAME', 'ACCOUNT', 'MADE', 'LAST USED', 'REVOKED'],
          keys.map((key) => [
            key.id,
            key.prefix,
            key.name,
            key.account,
            key.createdAt,
            key.lastUsedAt ?? 'never',
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
