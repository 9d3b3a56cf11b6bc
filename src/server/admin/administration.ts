// What whoever runs the service can do with accounts, keys, credits, decisions and webhooks. All of it is plain data, so that it can cross a socket.
import { creditBalance, creditHistory, grantCredits } from '../../billing/credit-account.js'
import type { OutboundPolicy } from '../../outbound/policy.js'
import type { Account } from '../../store/accounts.js'
import type { ApiKey } from '../../store/api-keys.js'
import { accountCaller } from '../../store/caller.js'
import type { NamedDecision } from '../../store/decisions.js'
import { type KeyScope, keyScopes, usualScopes } from '../../store/key-scopes.js'
import type { Store } from '../../store/store.js'
import { AdministrationError } from './administration-error.js'
import { type WebhookAdministration, webhookAdministrationOn } from './webhook-administration.js'
import type { WhichAccount } from './which-account.js'

export { AdministrationError } from './administration-error.js'
export type { WhichAccount } from './which-account.js'

export interface ShownKey {
  id: string
  account: string
  name: string
  prefix: string
  createdAt: string
  lastUsedAt: string | null
  revokedAt: string | null
  scopes: KeyScope[]
  expiresAt: string | null
}

export interface KeyRequest extends WhichAccount {
  newAccount?: string | undefined
  name: string
  /** Left out: all for the first key of an account, audit and read for others. */
  scopes?: KeyScope[] | undefined
  /** ISO 8601. */
  expiresAt?: string | undefined
}

export interface CreatedKey extends ShownKey {
  /** It is nowhere afterwards. */
  key: string
}

export interface ShownChange {
  /** Counted within the account, from 1. */
  id: number
  kind: string
  credits: number
  balanceAfter: number
  auditId: string | null
  note: string
  createdAt: string
}

export interface ShownBalance {
  account: string
  credits: number
}

/** What a person has decided about an issue, and about which content. */
export interface ShownDecision {
  sha256: string
  /** Null where no audit that is still there tells it. */
  file: string | null
  check: string
  kind: string
  timeSec: number | null
  endSec: number | null
  confidence: number | null
  decision: string
  note: string
  auditId: string | null
  createdAt: string
}

export interface ShownDecisions {
  account: string
  decisions: ShownDecision[]
}

export interface Administration extends WebhookAdministration {
  createKey(request: KeyRequest): Promise<CreatedKey>
  listKeys(request: WhichAccount): Promise<ShownKey[]>
  /** By its id or by its shown beginning. */
  revokeKey(request: { key: string }): Promise<ShownKey>
  grant(request: WhichAccount & { credits: number; note: string }): Promise<ShownBalance>
  balance(request: WhichAccount): Promise<ShownBalance>
  history(request: WhichAccount & { limit: number }): Promise<ShownChange[]>
  /** A page of them; `after` is the last one of the page before. */
  decisions(
    request: WhichAccount & { limit: number; after?: ShownDecision | undefined },
  ): Promise<ShownDecisions>
}

export function administrationOn(store: Store, policy: OutboundPolicy): Administration {
  return {
    ...webhookAdministrationOn(store, policy, async (which) => (await accountOf(store, which)).id),

    async createKey({ newAccount, name, scopes, expiresAt, ...which }) {
      const account =
        newAccount === undefined ? await accountOf(store, which) : await store.accounts.create(newAccount)
      const isFirst = (await store.apiKeys.list(account.id)).length === 0
      const { secret, key } = await store.apiKeys.create(account.id, name, {
        scopes: scopes ?? (isFirst ? keyScopes : usualScopes),
        expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
      })
      return { ...shownKey(key), key: secret }
    },

    async listKeys(which) {
      const account = which.account === undefined ? undefined : await accountOf(store, which)
      return (await store.apiKeys.list(account?.id)).map(shownKey)
    },

    async revokeKey({ key }) {
      const found = (await store.apiKeys.list()).filter(({ id, prefix }) => id === key || prefix === key)
      if (found.length === 0) throw new AdministrationError(`there is no key "${key}"`)
      if (found.length > 1)
        throw new AdministrationError(`several keys begin with "${key}": name one by its id`)
      if (!(await store.apiKeys.revoke(found[0].id)))
        throw new AdministrationError(`"${key}" was revoked before`)
      const [revoked] = (await store.apiKeys.list(found[0].accountId)).filter(({ id }) => id === found[0].id)
      return shownKey(revoked)
    },

    async grant({ credits, note, ...which }) {
      const { id } = await accountOf(store, which)
      try {
        return { account: id, credits: await grantCredits(store, id, credits, note) }
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        throw new AdministrationError(`credits must be above 0, with three decimals at most, not ${credits}`)
      }
    },

    async balance(which) {
      const { id } = await accountOf(store, which)
      return { account: id, credits: await creditBalance(store, id) }
    },

    async history({ limit, ...which }) {
      const { id } = await accountOf(store, which)
      const changes = await creditHistory(store, id, { limit })
      return changes.map(({ createdAt, ...change }) => ({
        ...change,
        createdAt: createdAt.toISOString(),
      }))
    },

    async decisions({ limit, after, ...which }) {
      const { id } = await accountOf(store, which)
      const page = await store.decisions.page(accountCaller(id), {
        limit,
        after: after && { ...after, contentSha256: after.sha256 },
      })
      return { account: id, decisions: page.map(shownDecision) }
    },
  }
}

async function accountOf(store: Store, { account }: WhichAccount): Promise<Account> {
  const all = await store.accounts.list()
  const found = account === undefined ? all : all.filter(({ id, name }) => id === account || name === account)
  if (found.length === 1) return found[0]
  if (all.length === 0)
    throw new AdministrationError('there is no account yet: make one with "keys create --new-account NAME"')
  if (found.length === 0) throw new AdministrationError(`there is no account "${account}"`)
  const names = found.map(({ id, name }) => `${id} (${name})`).join(', ')
  throw new AdministrationError(`choose one of several accounts with --account: ${names}`)
}

function shownDecision({
  contentSha256,
  position: _,
  createdAt,
  file,
  ...decision
}: NamedDecision): ShownDecision {
  return { sha256: contentSha256, file, ...decision, createdAt: createdAt.toISOString() }
}

function shownKey({ accountId, createdAt, lastUsedAt, revokedAt, expiresAt, ...key }: ApiKey): ShownKey {
  return {
    ...key,
    account: accountId,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
