// Prices that were told to callers without a key, and that hold for their life.
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database } from './database.js'
import { leaseFrom } from './ledger.js'
import { quotes } from './schema.js'
import { newId } from './tokens.js'

export interface NewQuote {
  /** 32 hex digits, unguessable; made by `newQuoteId` because the requirements name it. */
  id: string
  /** Of all that makes the request what it is. */
  requestSha256: string
  /** Content of each file, in upload order. */
  filesSha256: string[]
  /** The wallet whose earlier files lowered the price; null when none was named. */
  wallet: string | null
  priceMilli: number
  files: number
  checks: number
  cached: number
  /** The one way to pay, as it was told: what comes back must be equal to it. */
  requirements: object
  lifeSec: number
}

export interface StoredQuote extends Omit<NewQuote, 'lifeSec'> {
  expiresAt: Date
}

export const newQuoteId = newId

export function quotesOn(db: Database) {
  return {
    async keep({ lifeSec, ...quote }: NewQuote): Promise<StoredQuote> {
      const [kept] = await db
        .insert(quotes)
        .values({ ...quote, expiresAt: leaseFrom(lifeSec) })
        .returning({ expiresAt: quotes.expiresAt })
      return { ...quote, expiresAt: kept!.expiresAt }
    },

    /** Undefined when its life is over. */
    async find(id: string): Promise<StoredQuote | undefined> {
      const [found] = await db
        .select()
        .from(quotes)
        .where(and(eq(quotes.id, id), gt(quotes.expiresAt, sql`now()`)))
      if (!found) return undefined
      const { createdAt: _, ...quote } = found
      return quote
    },

    async deleteExpired(): Promise<void> {
      await db.delete(quotes).where(lt(quotes.expiresAt, sql`now()`))
    },
  }
}
