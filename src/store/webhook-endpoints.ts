// Where accounts want to be told of events, and the secrets that what they are told is signed with.
import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from './database.js'
import { leaseFrom } from './ledger.js'
import { accounts, webhookDeliveries, webhookEndpoints } from './schema.js'
import { newId } from './tokens.js'
import { type DisablingReason, type WebhookEvent, webhookEvents } from './webhook-names.js'

export interface WebhookEndpoint {
  id: string
  accountId: string
  url: string
  description: string
  events: WebhookEvent[]
  creditsLowMilli: number
  /** Until when the secret before signs as well; null when there is none. */
  previousUntil: Date | null
  disabledAt: Date | null
  disabledBecause: DisablingReason | null
  createdAt: Date
}

export interface NewWebhookEndpoint
  extends Pick<WebhookEndpoint, 'url' | 'description' | 'events' | 'creditsLowMilli'> {
  secret: string
}

export type ChangedWebhookEndpoint = Partial<Omit<NewWebhookEndpoint, 'secret'>> & { isEnabled?: boolean }

export interface SecretForRequests {
  createdAt: Date
  previousUntil: Date | null
}

/** All but the secrets. */
const shown = {
  id: webhookEndpoints.id,
  accountId: webhookEndpoints.accountId,
  url: sql<string>`${webhookEndpoints.url}`,
  description: webhookEndpoints.description,
  events: webhookEndpoints.events,
  creditsLowMilli: webhookEndpoints.creditsLowMilli,
  previousUntil: webhookEndpoints.previousUntil,
  disabledAt: webhookEndpoints.disabledAt,
  disabledBecause: webhookEndpoints.disabledBecause,
  createdAt: webhookEndpoints.createdAt,
}

export function webhookEndpointsOn(db: Database) {
  const ofAccount = (accountId: string, id: string) =>
    and(
      eq(webhookEndpoints.accountId, accountId),
      eq(webhookEndpoints.id, id),
      isNotNull(webhookEndpoints.url),
    )
  const forRequests = (accountId: string) =>
    and(eq(webhookEndpoints.accountId, accountId), isNull(webhookEndpoints.url))
  const replacing = (secret: string, overlapSec: number) => ({
    secret,
    previousSecret: sql`${webhookEndpoints.secret}`,
    previousUntil: leaseFrom(overlapSec),
  })

  return {
    /** Undefined when the account has as many as it may have. */
    async create(
      accountId: string,
      endpoint: NewWebhookEndpoint,
      most: number,
    ): Promise<WebhookEndpoint | undefined> {
      return db.transaction(async (tx) => {
        // One at a time, else many at once would all find the same room.
        await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update')
        const [{ there }] = await tx
          .select({ there: count() })
          .from(webhookEndpoints)
          .where(and(eq(webhookEndpoints.accountId, accountId), isNotNull(webhookEndpoints.url)))
        if (there >= most) return undefined
        const [made] = await tx
          .insert(webhookEndpoints)
          .values({ ...endpoint, id: newId(), accountId })
          .returning(shown)
        return made
      })
    },

    list(accountId: string): Promise<WebhookEndpoint[]> {
      return db
        .select(shown)
        .from(webhookEndpoints)
        .where(and(eq(webhookEndpoints.accountId, accountId), isNotNull(webhookEndpoints.url)))
        .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
    },

    /** Undefined when there is none. What waits for one that is disabled is given up. */
    async change(
      accountId: string,
      id: string,
      { isEnabled, ...changed }: ChangedWebhookEndpoint,
    ): Promise<WebhookEndpoint | undefined> {
      return db.transaction(async (tx) => {
        if (isEnabled === false) await webhookEndpointsOn(tx).disable(id, 'owner', accountId)
        const [now] = await tx
          .update(webhookEndpoints)
          .set({
            ...changed,
            ...(changed.creditsLowMilli !== undefined && { creditsLowTold: false }),
            ...(isEnabled && { disabledAt: null, disabledBecause: null }),
            // So that there is something to set where nothing is changed.
            accountId,
          })
          .where(ofAccount(accountId, id))
          .returning(shown)
        return now
      })
    },

    /** With all that was, or was to be, delivered there. False when there is none. */
    async delete(accountId: string, id: string): Promise<boolean> {
      const deleted = await db
        .delete(webhookEndpoints)
        .where(ofAccount(accountId, id))
        .returning({ id: webhookEndpoints.id })
      return deleted.length > 0
    },

    /** The secret before signs as well for so long. Undefined when there is no such endpoint. */
    async rotate(
      accountId: string,
      id: string,
      secret: string,
      overlapSec: number,
    ): Promise<WebhookEndpoint | undefined> {
      const [now] = await db
        .update(webhookEndpoints)
        .set(replacing(secret, overlapSec))
        .where(ofAccount(accountId, id))
        .returning(shown)
      return now
    },

    /** The secret for addresses of single requests: made, or replaced like that of an endpoint. */
    async rotateForRequests(
      accountId: string,
      secret: string,
      overlapSec: number,
    ): Promise<SecretForRequests> {
      const made = await db
        .insert(webhookEndpoints)
        .values({ id: newId(), accountId, description: '', events: [...webhookEvents], secret })
        .onConflictDoNothing()
        .returning(shown)
      if (made.length > 0) return made[0]
      const [now] = await db
        .update(webhookEndpoints)
        .set(replacing(secret, overlapSec))
        .where(forRequests(accountId))
        .returning(shown)
      return now
    },

    /** Undefined when none was made. */
    async secretForRequests(accountId: string): Promise<SecretForRequests | undefined> {
      const [found] = await db.select(shown).from(webhookEndpoints).where(forRequests(accountId))
      return found
    },

    /** What waits for it is given up. False when it was disabled before, or is not there. */
    async disable(id: string, because: DisablingReason, accountId?: string): Promise<boolean> {
      return db.transaction(async (tx) => {
        const disabled = await tx
          .update(webhookEndpoints)
          .set({ disabledAt: sql`now()`, disabledBecause: because })
          .where(
            and(
              eq(webhookEndpoints.id, id),
              isNotNull(webhookEndpoints.url),
              isNull(webhookEndpoints.disabledAt),
              accountId === undefined ? undefined : eq(webhookEndpoints.accountId, accountId),
            ),
          )
          .returning({ id: webhookEndpoints.id })
        if (disabled.length === 0) return false
        await tx
          .update(webhookDeliveries)
          .set({ state: 'failed', endedAt: sql`now()` })
          .where(and(eq(webhookDeliveries.endpointId, id), eq(webhookDeliveries.state, 'waiting')))
        return true
      })
    },
  }
}
