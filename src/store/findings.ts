// What was found in a file, by caller: the same file costs another caller the full price and tells them nothing.
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Caller } from './caller.js'
import { holdCustody, isUnaudited } from './custody.js'
import type { Database } from './database.js'
import { findings } from './schema.js'

export interface KeptFindings {
  /** Hash of all that they depend on: content, check and its version, options, recogniser. 64 hex digits. */
  key: string
  /** Of the file that they were found in: they go when the caller's last audit of it does. */
  contentSha256: string
  bytes: Uint8Array
}

/** To write and read a statement takes the time of whoever answers requests: none shall take longer than some milliseconds. */
const KEYS_AT_ONCE = 200
const FINDINGS_AT_ONCE = 20

export function findingsOn(db: Database) {
  return {
    /** What is kept under these keys; that it was asked for is noted. */
    async take(caller: Caller, keys: readonly string[]): Promise<Map<string, Uint8Array>> {
      const taken = new Map<string, Uint8Array>()
      for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
        const wanted = and(
          eq(findings.caller, caller),
          inArray(findings.key, keys.slice(from, from + KEYS_AT_ONCE)),
        )
        const found = await db
          .select({ key: findings.key, bytes: findings.bytes })
          .from(findings)
          .where(wanted)
        for (const { key, bytes } of found) taken.set(key, bytes)
        // Rows that somebody else has in hand are being used anyway: waiting for them could end in a deadlock.
        const free = db
          .select({ key: findings.key })
          .from(findings)
          .where(wanted)
          .for('update', { skipLocked: true })
        await db
          .update(findings)
          .set({ usedAt: sql`now()` })
          .where(and(eq(findings.caller, caller), inArray(findings.key, free)))
      }
      return taken
    },

    /** Which of these are kept: what a price depends on. */
    async known(caller: Caller, keys: readonly string[]): Promise<Set<string>> {
      const known = new Set<string>()
      for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
        const found = await db
          .select({ key: findings.key })
          .from(findings)
          .where(
            and(eq(findings.caller, caller), inArray(findings.key, keys.slice(from, from + KEYS_AT_ONCE))),
          )
        for (const { key } of found) known.add(key)
      }
      return known
    },

    /** What is kept already is replaced. Best in the transaction that charges for it: what was not paid is no discount. */
    async keep(caller: Caller, kept: readonly KeptFindings[]): Promise<void> {
      // A statement may not touch a row twice; and all touch them in the same order, so that no two wait for each other.
      const distinct = [...new Map(kept.map((one) => [one.key, one])).values()].sort((a, b) =>
        a.key < b.key ? -1 : 1,
      )
      for (let from = 0; from < distinct.length; from += FINDINGS_AT_ONCE) {
        await db
          .insert(findings)
          .values(distinct.slice(from, from + FINDINGS_AT_ONCE).map((one) => ({ ...one, caller })))
          .onConflictDoUpdate({
            target: [findings.caller, findings.key],
            set: {
              bytes: sql`excluded.bytes`,
              contentSha256: sql`excluded.content_sha256`,
              usedAt: sql`now()`,
            },
          })
      }
    },

    /** Hands all that one has over to another. */
    async move(from: Caller, to: Caller): Promise<void> {
      await db.execute(sql`
        INSERT INTO ${findings} (caller, key, content_sha256, bytes)
        SELECT ${to}, key, content_sha256, bytes FROM ${findings} WHERE caller = ${from} ORDER BY key
        ON CONFLICT (caller, key) DO UPDATE SET bytes = excluded.bytes, used_at = now()`)
      await db.delete(findings).where(eq(findings.caller, from))
    },

    /**
     * Drops what was found in these contents, unless an audit of the caller is about them still. To be called in the
     * transaction in which an audit that was about them goes.
     */
    async dropUnreferenced(caller: Caller, contents: readonly string[]): Promise<void> {
      await holdCustody(db, caller)
      for (let from = 0; from < contents.length; from += KEYS_AT_ONCE) {
        await db
          .delete(findings)
          .where(
            and(
              eq(findings.caller, caller),
              inArray(findings.contentSha256, contents.slice(from, from + KEYS_AT_ONCE)),
              isUnaudited(findings.caller, findings.contentSha256),
            ),
          )
      }
    },

    async deleteUnusedFor(days: number): Promise<void> {
      await db.delete(findings).where(lt(findings.usedAt, sql`now() - ${days} * interval '1 day'`))
    },
  }
}
