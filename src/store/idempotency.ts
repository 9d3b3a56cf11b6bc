import { and, eq, lt, sql } from 'drizzle-orm'
import type { Caller } from './caller.js'
import type { Database } from './database.js'
import { idempotencyKeys } from './schema.js'
import { sha256Of } from './tokens.js'

export interface KnownRequest {
  auditId: string
  /** False when the key was used for something else. */
  isSameRequest: boolean
}

/** An entry goes with its audit, and with a failure of it: then the request may be sent again. */
export function idempotencyOn(db: Database) {
  return {
    /** What the key stands for already. */
    async find(caller: Caller, key: string, requestSha256: string): Promise<KnownRequest | undefined> {
      const [known] = await db
        .select()
        .from(idempotencyKeys)
        .where(and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.keySha256, sha256Of(key))))
      return known && { auditId: known.auditId, isSameRequest: known.requestSha256 === requestSha256 }
    },

    /** Takes the key for an audit that was started in the same transaction; else says what it stands for. */
    async claim(
      caller: Caller,
      key: string,
      requestSha256: string,
      auditId: string,
    ): Promise<KnownRequest | undefined> {
      for (;;) {
        const claimed = await db
          .insert(idempotencyKeys)
          .values({ caller, keySha256: sha256Of(key), requestSha256, auditId })
          .onConflictDoNothing()
          .returning({ auditId: idempotencyKeys.auditId })
        if (claimed.length > 0) return undefined
        const known = await this.find(caller, key, requestSha256)
        // Else it was given free between the two questions.
        if (known) return known
      }
    },

    async deleteOlderThan(days: number): Promise<void> {
      await db
        .delete(idempotencyKeys)
        .where(lt(idempotencyKeys.createdAt, sql`now() - ${days} * interval '1 day'`))
    },
  }
}
