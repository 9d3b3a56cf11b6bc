// Voices that accounts keep. Every question names the account, and what is another's looks like what is not there.
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from './database.js'
import { accounts, keptVoices } from './schema.js'

export interface NewKeptVoice {
  name: string
  /** Which model the print is of. */
  model: string
  speechSec: number
  print: string
}

export interface StoredVoice extends NewKeptVoice {
  createdAt: Date
}

export type ListedVoice = Omit<StoredVoice, 'print'>

const listed = {
  name: keptVoices.name,
  model: keptVoices.model,
  speechSec: keptVoices.speechSec,
  createdAt: keptVoices.createdAt,
}

export function keptVoicesOn(db: Database) {
  return {
    /** Takes the place of the one of the same name. Undefined when it would be one more than the account may have. */
    async put(accountId: string, voice: NewKeptVoice, most: number): Promise<ListedVoice | undefined> {
      return db.transaction(async (tx) => {
        // One at a time, else many at once would all find the same room.
        await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update')
        if (!(await keptVoicesOn(tx).hasRoom(accountId, voice.name, most))) return undefined
        const { name: _, ...renewed } = voice
        const [put] = await tx
          .insert(keptVoices)
          .values({ ...voice, accountId })
          .onConflictDoUpdate({
            target: [keptVoices.accountId, keptVoices.name],
            set: { ...renewed, createdAt: sql`now()` },
          })
          .returning(listed)
        return put
      })
    },

    /** Whether a voice of that name could be put: one that is there may be replaced. */
    async hasRoom(accountId: string, name: string, most: number): Promise<boolean> {
      const [{ others }] = await db
        .select({ others: count() })
        .from(keptVoices)
        .where(and(eq(keptVoices.accountId, accountId), sql`${keptVoices.name} <> ${JSON.stringify(name)}`))
      return others < most
    },

    list(accountId: string): Promise<ListedVoice[]> {
      return db
        .select(listed)
        .from(keptVoices)
        .where(eq(keptVoices.accountId, accountId))
        .orderBy(asc(keptVoices.createdAt), asc(keptVoices.name))
    },

    /** Those of these names that there are. */
    async find(accountId: string, names: readonly string[]): Promise<StoredVoice[]> {
      if (names.length === 0) return []
      return db
        .select({ ...listed, print: keptVoices.print })
        .from(keptVoices)
        .where(and(eq(keptVoices.accountId, accountId), inArray(keptVoices.name, [...names])))
    },

    /** False when there is none. */
    async delete(accountId: string, name: string): Promise<boolean> {
      const deleted = await db
        .delete(keptVoices)
        .where(and(eq(keptVoices.accountId, accountId), eq(keptVoices.name, name)))
        .returning({ name: keptVoices.name })
      return deleted.length > 0
    },
  }
}
