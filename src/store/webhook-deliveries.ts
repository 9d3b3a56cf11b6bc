// Events on their way to endpoints. Any number of processes may send them: one takes a delivery for itself for as long as an attempt may
// last, and when it is killed meanwhile, the delivery is due again after that time.
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import { cursorAt, placeAt } from './cursor.js'
import type { Database } from './database.js'
import { leaseFrom } from './ledger.js'
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from './schema.js'
import type { DeliveryState, WebhookEvent } from './webhook-names.js'

/** One that the process that asked has for itself for now. */
export interface ClaimedDelivery {
  id: string
  claim: number
  endpointId: string
  accountId: string
  event: WebhookEvent
  dataJson: string
  auditId: string | null
  url: string
  /** Whether a request has named the address, and not an endpoint. */
  isOfRequest: boolean
  /** Those that sign it, the current one first. */
  secrets: string[]
  /** Attempts since it was last sent on its way. */
  attemptsMade: number
  createdAt: Date
}

export interface DeliveryAttempt {
  beganAt: Date
  durationMs: number
  /** Null when there was no answer. */
  status: number | null
  /** Null when it was delivered. */
  fault: string | null
}

export interface NumberedAttempt extends DeliveryAttempt {
  /** From 1. */
  number: number
}

export interface StoredDelivery {
  id: string
  endpointId: string
  event: WebhookEvent
  auditId: string | null
  /** Null where the endpoint has it. */
  url: string | null
  state: DeliveryState
  attemptCount: number
  /** Of one that waits: when it is tried next. */
  nextAt: Date
  createdAt: Date
  endedAt: Date | null
  attempts: NumberedAttempt[]
}

export interface DeliveryPage {
  deliveries: StoredDelivery[]
  nextCursor?: string
}

export interface DeliveriesAsked {
  limit: number
  cursor?: string | undefined
  endpointId?: string | undefined
  state?: DeliveryState | undefined
}

/** `unknown`: there is none, or it is another's. */
export type ReplayOutcome = 'replayed' | 'unknown' | 'waiting' | 'disabled'

const shown = {
  id: webhookDeliveries.id,
  endpointId: webhookDeliveries.endpointId,
  event: webhookDeliveries.event,
  auditId: webhookDeliveries.auditId,
  url: webhookDeliveries.url,
  state: webhookDeliveries.state,
  attemptCount: webhookDeliveries.attemptCount,
  nextAt: webhookDeliveries.nextAt,
  createdAt: webhookDeliveries.createdAt,
  endedAt: webhookDeliveries.endedAt,
}

export function webhookDeliveriesOn(db: Database) {
  async function withAttempts(rows: Omit<StoredDelivery, 'attempts'>[]): Promise<StoredDelivery[]> {
    if (rows.length === 0) return []
    const attempts = await db
      .select()
      .from(webhookAttempts)
      .where(
        inArray(
          webhookAttempts.deliveryId,
          rows.map(({ id }) => id),
        ),
      )
      .orderBy(asc(webhookAttempts.number))
    return rows.map((row) => ({
      ...row,
      attempts: attempts
        .filter(({ deliveryId }) => deliveryId === row.id)
        .map(({ deliveryId: _, ...attempt }) => attempt),
    }))
  }

  return {
    /** The one that is due the longest, of an account that is not among those; undefined when there is none. */
    async claim(busyAccounts: readonly string[], leaseSec: number): Promise<ClaimedDelivery | undefined> {
      const due = db
        .select({ id: webhookDeliveries.id })
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.state, 'waiting'),
            // Kept to the millisecond, to which it may have been rounded up.
            lt(webhookDeliveries.nextAt, sql`now() + interval '1 millisecond'`),
            or(isNull(webhookDeliveries.leaseUntil), lt(webhookDeliveries.leaseUntil, sql`now()`)),
            busyAccounts.length === 0
              ? undefined
              : notInArray(webhookDeliveries.accountId, [...busyAccounts]),
          ),
        )
        .orderBy(asc(webhookDeliveries.nextAt), asc(webhookDeliveries.id))
        .limit(1)
        .for('update', { skipLocked: true })
      const [claimed] = await db
        .update(webhookDeliveries)
        .set({ claim: sql`${webhookDeliveries.claim} + 1`, leaseUntil: leaseFrom(leaseSec) })
        .from(webhookEndpoints)
        // One value, asked for once: as a set, more might be locked than are taken.
        .where(
          and(eq(webhookDeliveries.id, sql`(${due})`), eq(webhookEndpoints.id, webhookDeliveries.endpointId)),
        )
        .returning({
          id: webhookDeliveries.id,
          claim: webhookDeliveries.claim,
          endpointId: webhookDeliveries.endpointId,
          accountId: webhookDeliveries.accountId,
          event: webhookDeliveries.event,
          dataJson: webhookDeliveries.data,
          auditId: webhookDeliveries.auditId,
          ownUrl: webhookDeliveries.url,
          endpointUrl: webhookEndpoints.url,
          secret: webhookEndpoints.secret,
          previousSecret: sql<string | null>`CASE WHEN ${webhookEndpoints.previousUntil} > now()
            THEN ${webhookEndpoints.previousSecret} END`,
          attemptsMade:
            sql<number>`${webhookDeliveries.attemptCount} - ${webhookDeliveries.attemptsBefore}`.mapWith(
              Number,
            ),
          createdAt: webhookDeliveries.createdAt,
        })
      if (!claimed) return undefined
      const { ownUrl, endpointUrl, secret, previousSecret, ...rest } = claimed
      return {
        ...rest,
        url: ownUrl ?? endpointUrl ?? '',
        isOfRequest: ownUrl !== null,
        secrets: [secret, ...(previousSecret === null ? [] : [previousSecret])],
      }
    },

    /**
     * What came of an attempt, and whether there is another: `retryAfterSec`, or the end. False when somebody else has taken the
     * delivery meanwhile, or it is not there any more.
     */
    async note(
      { id, claim }: Pick<ClaimedDelivery, 'id' | 'claim'>,
      attempt: DeliveryAttempt,
      then: { retryAfterSec: number } | 'delivered' | 'failed',
    ): Promise<boolean> {
      return db.transaction(async (tx) => {
        const isOver = typeof then === 'string'
        const [noted] = await tx
          .update(webhookDeliveries)
          .set({
            attemptCount: sql`${webhookDeliveries.attemptCount} + 1`,
            leaseUntil: null,
            ...(isOver ? { state: then, endedAt: sql`now()` } : { nextAt: leaseFrom(then.retryAfterSec) }),
          })
          .where(
            and(
              eq(webhookDeliveries.id, id),
              eq(webhookDeliveries.claim, claim),
              // What was given up meanwhile may still turn out to have arrived.
              then === 'delivered' ? undefined : eq(webhookDeliveries.state, 'waiting'),
            ),
          )
          .returning({ number: webhookDeliveries.attemptCount })
        if (!noted) return false
        await tx.insert(webhookAttempts).values({ ...attempt, deliveryId: id, number: noted.number })
        return true
      })
    },

    /** Gives one back of which nothing is known: it is due at once. */
    async release({ id, claim }: Pick<ClaimedDelivery, 'id' | 'claim'>): Promise<void> {
      await db
        .update(webhookDeliveries)
        .set({ leaseUntil: null })
        .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.claim, claim)))
    },

    /** Whether anything has arrived at the endpoint since then. */
    async hasArrivedSince(endpointId: string, since: Date): Promise<boolean> {
      const found = await db
        .select({ id: webhookDeliveries.id })
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.endpointId, endpointId),
            eq(webhookDeliveries.state, 'delivered'),
            sql`${webhookDeliveries.endedAt} > ${since.toISOString()}::timestamptz`,
          ),
        )
        .limit(1)
      return found.length > 0
    },

    /** Newest first. Fails with an InvalidCursorError. */
    async page(
      accountId: string,
      { limit, cursor, endpointId, state }: DeliveriesAsked,
    ): Promise<DeliveryPage> {
      const after = cursor === undefined ? undefined : placeAt(cursor)
      const rows = await db
        .select(shown)
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.accountId, accountId),
            endpointId === undefined ? undefined : eq(webhookDeliveries.endpointId, endpointId),
            state && eq(webhookDeliveries.state, state),
            after &&
              or(
                lt(webhookDeliveries.createdAt, after.createdAt),
                and(eq(webhookDeliveries.createdAt, after.createdAt), lt(webhookDeliveries.id, after.id)),
              ),
          ),
        )
        .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
        // One more than asked for tells whether there is another page.
        .limit(limit + 1)
      const shownRows = rows.slice(0, limit)
      return {
        deliveries: await withAttempts(shownRows),
        ...(rows.length > limit && { nextCursor: cursorAt(shownRows[limit - 1]) }),
      }
    },

    /** Sends one that has ended on its way again, under the same id. */
    async replay(accountId: string, id: string): Promise<ReplayOutcome> {
      return db.transaction(async (tx) => {
        const [found] = await tx
          .select({ state: webhookDeliveries.state, disabledAt: webhookEndpoints.disabledAt })
          .from(webhookDeliveries)
          .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
          .where(and(eq(webhookDeliveries.accountId, accountId), eq(webhookDeliveries.id, id)))
        if (!found) return 'unknown'
        if (found.disabledAt) return 'disabled'
        const again = await tx
          .update(webhookDeliveries)
          .set({
            state: 'waiting',
            nextAt: sql`now()`,
            endedAt: null,
            leaseUntil: null,
            attemptsBefore: sql`${webhookDeliveries.attemptCount}`,
          })
          .where(and(eq(webhookDeliveries.id, id), ne(webhookDeliveries.state, 'waiting')))
          .returning({ id: webhookDeliveries.id })
        return again.length > 0 ? 'replayed' : 'waiting'
      })
    },

    /** Where no other process can be at work: whoever had them is gone. */
    async releaseAll(): Promise<void> {
      await db
        .update(webhookDeliveries)
        .set({ leaseUntil: null })
        .where(isNotNull(webhookDeliveries.leaseUntil))
    },

    async deleteEndedBefore(days: number): Promise<void> {
      await db
        .delete(webhookDeliveries)
        .where(
          and(
            ne(webhookDeliveries.state, 'waiting'),
            lt(webhookDeliveries.endedAt, sql`now() - ${days} * interval '1 day'`),
          ),
        )
    },
  }
}
