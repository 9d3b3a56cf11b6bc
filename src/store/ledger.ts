// Credits. Every change of a balance is a row that stays, written in the transaction that changes the balance.
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Database } from './database.js'
import { InsufficientCreditsError, ReservationClosedError, UnknownAccountError } from './errors.js'
import { accounts, creditEntries, type EntryKind, reservations } from './schema.js'
import { newId } from './tokens.js'
import { announceBalance } from './webhook-events.js'

export interface CreditEntry {
  /** 1 for the first entry of the account, then one more for each. */
  number: number
  kind: EntryKind
  amountMilli: number
  balanceAfterMilli: number
  reservationId: string | null
  auditId: string | null
  note: string
  createdAt: Date
}

export interface ReservationRequest {
  amountMilli: number
  /** Unless renewed, the credits go back after that. */
  leaseSec: number
  auditId?: string | undefined
  note?: string | undefined
}

const shown = {
  number: creditEntries.number,
  kind: creditEntries.kind,
  amountMilli: creditEntries.amountMilli,
  balanceAfterMilli: creditEntries.balanceAfterMilli,
  reservationId: creditEntries.reservationId,
  auditId: creditEntries.auditId,
  note: creditEntries.note,
  createdAt: creditEntries.createdAt,
}

/** From now in the clock of the database, which all processes share. */
export const leaseFrom = (leaseSec: number) => sql`now() + ${leaseSec} * interval '1 second'`

export function ledgerOn(db: Database) {
  return {
    async grant(accountId: string, amountMilli: number, note = ''): Promise<number> {
      mustBeAmount(amountMilli, 1)
      return db.transaction((tx) => book(tx, { accountId, kind: 'grant', amountMilli, note }))
    },

    /** Fails with an InsufficientCreditsError, and then nothing has changed. */
    async reserve(accountId: string, request: ReservationRequest): Promise<string> {
      const { amountMilli, leaseSec, auditId, note = '' } = request
      mustBeAmount(amountMilli, 0)
      const id = newId()
      await db.transaction(async (tx) => {
        await tx.insert(reservations).values({ id, accountId, amountMilli, leaseUntil: leaseFrom(leaseSec) })
        await book(tx, {
          accountId,
          kind: 'reservation',
          amountMilli: -amountMilli,
          reservationId: id,
          auditId,
          note,
        })
      })
      return id
    },

    /** Keeps what was used and gives back the rest. Fails with a ReservationClosedError. */
    async settle(reservationId: string, usedMilli: number, auditId?: string): Promise<void> {
      mustBeAmount(usedMilli, 0)
      await db.transaction(async (tx) => {
        const { accountId, amountMilli } = await closed(tx, reservationId, 'settled')
        const amountLeft = amountMilli - usedMilli
        if (amountLeft < 0) throw new RangeError('more was used than was reserved')
        await book(tx, {
          accountId,
          kind: 'settlement',
          amountMilli: amountLeft,
          reservationId,
          auditId,
          note: '',
        })
      })
    },

    /** Gives all of it back. Fails with a ReservationClosedError. */
    async release(reservationId: string, note = '', auditId?: string): Promise<void> {
      await db.transaction(async (tx) => {
        const { accountId, amountMilli } = await closed(tx, reservationId, 'released')
        await book(tx, { accountId, kind: 'release', amountMilli, reservationId, auditId, note })
      })
    },

    /** False when it is no longer open. */
    async renew(reservationId: string, leaseSec: number): Promise<boolean> {
      const renewed = await db
        .update(reservations)
        .set({ leaseUntil: leaseFrom(leaseSec) })
        .where(and(eq(reservations.id, reservationId), eq(reservations.state, 'open')))
        .returning({ id: reservations.id })
      return renewed.length > 0
    },

    /** Open reservations that nobody has renewed in time; all open ones where no other process can have made them. */
    async abandoned(isExclusive: boolean): Promise<string[]> {
      const found = await db
        .select({ id: reservations.id })
        .from(reservations)
        .where(
          and(
            eq(reservations.state, 'open'),
            isExclusive ? undefined : lt(reservations.leaseUntil, sql`now()`),
          ),
        )
      return found.map(({ id }) => id)
    },

    async balance(accountId: string): Promise<number> {
      const [account] = await db
        .select({ balanceMilli: accounts.balanceMilli })
        .from(accounts)
        .where(eq(accounts.id, accountId))
      if (!account) throw new UnknownAccountError(accountId)
      return account.balanceMilli
    },

    /** Newest first; `before` is the number of the last entry that was seen. */
    history(
      accountId: string,
      { limit, before }: { limit: number; before?: number },
    ): Promise<CreditEntry[]> {
      return db
        .select(shown)
        .from(creditEntries)
        .where(
          and(
            eq(creditEntries.accountId, accountId),
            before === undefined ? undefined : lt(creditEntries.number, before),
          ),
        )
        .orderBy(desc(creditEntries.number))
        .limit(limit)
    },
  }
}

interface Booking {
  accountId: string
  kind: EntryKind
  amountMilli: number
  reservationId?: string
  auditId?: string | undefined
  note: string
}

/** The condition is part of the update, so of many at once on the last credits only as many succeed as there are. */
async function book(tx: Database, booking: Booking): Promise<number> {
  const { accountId, amountMilli } = booking
  const [account] = await tx
    .update(accounts)
    .set({ balanceMilli: sql`${accounts.balanceMilli} + ${amountMilli}` })
    .where(and(eq(accounts.id, accountId), sql`${accounts.balanceMilli} + ${amountMilli} >= 0`))
    .returning({ balanceMilli: accounts.balanceMilli })
  if (!account) {
    throw new InsufficientCreditsError(-amountMilli, await ledgerOn(tx).balance(accountId))
  }
  await tx.insert(creditEntries).values({ ...booking, balanceAfterMilli: account.balanceMilli })
  if (booking.kind !== 'reservation') {
    const isSpent = booking.kind === 'settlement'
    await announceBalance(tx, { accountId, balanceMilli: account.balanceMilli, isSpent })
  }
  return account.balanceMilli
}

async function closed(tx: Database, reservationId: string, state: 'settled' | 'released') {
  const [reservation] = await tx
    .update(reservations)
    .set({ state })
    .where(and(eq(reservations.id, reservationId), eq(reservations.state, 'open')))
    .returning({ accountId: reservations.accountId, amountMilli: reservations.amountMilli })
  if (!reservation) throw new ReservationClosedError(reservationId)
  return reservation
}

function mustBeAmount(amountMilli: number, least: number): void {
  if (!Number.isSafeInteger(amountMilli) || amountMilli < least) {
    throw new RangeError(`not an amount in thousandths of a credit: ${amountMilli}`)
  }
}
