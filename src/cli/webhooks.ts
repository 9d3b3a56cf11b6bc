import { parseArgs } from 'node:util'
import { wholeNumber } from '../audit/capacity.js'
import { type DeliveryState, deliveryStates, webhookEvents } from '../server/admin/webhook-names.js'
import type { Administer } from './administer.js'
import type { Command } from './command.js'
import { exitStatus, UsageError } from './exit.js'
import { printableJson } from './printable.js'
import { someOf } from './some-of.js'
import { asTable } from './table.js'

const MOST_DELIVERIES = 1000

/** Loaded when it is needed: it brings the database along. */
const administer: Administer = async (work) => (await import('./administer.js')).administer(work)

const help = `Usage: audio-audit webhooks create URL [--event EVENT ...] [--description TEXT] [--account ACCOUNT] [--json]
       audio-audit webhooks list [--account ACCOUNT] [--json]
       audio-audit webhooks rotate [ENDPOINT] [--account ACCOUNT] [--json]
       audio-audit webhooks enable|disable|delete ENDPOINT [--account ACCOUNT] [--json]
       audio-audit webhooks log [--state STATE] [--limit N] [--account ACCOUNT] [--json]
       audio-audit webhooks replay DELIVERY [--account ACCOUNT] [--json]

Manages where an account is told of events, and shows what was sent. It works on the data folder (AUDIO_AUDIT_DATA) or database
(DATABASE_URL) of the service, whether the service is running or not; the service sends, while it runs.

Options:
  --event EVENT        what to be told of; several may be given, or joined by commas (default: all):
                         ${webhookEvents.join(', ')}
  --description TEXT   what the endpoint is for
  --account ACCOUNT    id or name of an account; may be left out when there is only one
  --state STATE        only deliveries in this state: ${deliveryStates.join(', ')}
  --limit N            deliveries to show, newest first (default 20, at most ${MOST_DELIVERIES})
  --json               print JSON, and nothing else
  -h, --help           print this

A secret is shown once, when it is made. "rotate" makes a new one; the one before signs as well for a day. Without ENDPOINT it is
the secret for the field webhookUrl of requests.
`

export const webhooksCommand: Command = {
  help,
  run: async (args, { stdout }) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        account: { type: 'string' },
        event: { type: 'string', multiple: true },
        description: { type: 'string', default: '' },
        state: { type: 'string' },
        limit: { type: 'string', default: '20' },
        json: { type: 'boolean', default: false },
      },
    })
    const { account, description } = values
    const [action, named, ...rest] = positionals
    const print = (value: object, asText: () => string) =>
      stdout.write(values.json ? `${printableJson(value)}\n` : asText())
    const isOne = named !== undefined && rest.length === 0

    if (action === 'create' && isOne) {
      const events = values.event && someOf('--event', values.event, webhookEvents)
      const made = await administer((admin) =>
        admin.createWebhook({ account, url: named, description, events }),
      )
      print(
        made,
        () =>
          `${made.secret}\n\nThe secret is shown this once. Account ${made.account}, endpoint ${made.id}, for ${made.events.join(', ')}.\n`,
      )
    } else if (action === 'list' && named === undefined) {
      const endpoints = await administer((admin) => admin.listWebhooks({ account }))
      print(endpoints, () =>
        asTable(
          ['ID', 'ADDRESS', 'EVENTS', 'DESCRIPTION', 'MADE', 'DISABLED'],
          endpoints.map(({ id, url, events, description, createdAt, disabledBecause }) => [
            id,
            url,
            events.join(','),
            description,
            createdAt,
            disabledBecause ?? '',
          ]),
        ),
      )
    } else if (action === 'rotate' && rest.length === 0) {
      const now = await administer((admin) => admin.rotateWebhookSecret({ account, endpoint: named }))
      const before =
        now.previousUntil === null ? '' : ` The one before signs as well until ${now.previousUntil}.`
      print(now, () => `${now.secret}\n\nThe secret is shown this once.${before}\n`)
    } else if ((action === 'enable' || action === 'disable') && isOne) {
      const isEnabled = action === 'enable'
      const now = await administer((admin) => admin.enableWebhook({ account, endpoint: named, isEnabled }))
      print(now, () => `The endpoint ${now.id} is ${isEnabled ? 'enabled' : 'disabled'}.\n`)
    } else if (action === 'delete' && isOne) {
      const gone = await administer((admin) => admin.deleteWebhook({ account, endpoint: named }))
      print(gone, () => `The endpoint ${gone.id} is gone, and what was to be delivered there.\n`)
    } else if (action === 'log' && named === undefined) {
      const limit = wholeNumber(Number(values.limit), '--limit', MOST_DELIVERIES)
      const state = values.state === undefined ? undefined : stateOf(values.state)
      const deliveries = await administer((admin) => admin.webhookLog({ account, limit, state }))
      print(deliveries, () =>
        asTable(
          ['ID', 'TIME', 'EVENT', 'AUDIT', 'ENDPOINT', 'STATE', 'ATTEMPTS', 'LAST'],
          deliveries.map((each) => [
            each.id,
            each.createdAt,
            each.event,
            each.auditId ?? '',
            each.endpoint ?? 'webhookUrl',
            each.state,
            String(each.attempts),
            String(each.status ?? each.fault ?? ''),
          ]),
        ),
      )
    } else if (action === 'replay' && isOne) {
      const again = await administer((admin) => admin.replayWebhook({ account, delivery: named }))
      print(again, () => `The delivery ${again.id} is sent again.\n`)
    } else {
      throw new UsageError(
        'use "webhooks create URL", "list", "rotate", "enable", "disable", "delete ENDPOINT", "log" or "replay DELIVERY"',
      )
    }
    return exitStatus.done
  },
}

function stateOf(given: string): DeliveryState {
  if (deliveryStates.includes(given as DeliveryState)) return given as DeliveryState
  throw new UsageError(`--state must be one of ${deliveryStates.join(', ')}, not "${given}"`)
}
