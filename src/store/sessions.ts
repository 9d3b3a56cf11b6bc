// Sessions of the web app. What the browser keeps is not here, only its hash; a session ends with its row, for all servers at once.
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { type ApiKey, keyWorks, noteKeyUse, shownKey } from './api-keys.js'
import type { Database } from './database.js'
import { apiKeys, sessions } from './schema.js'
import { isSameHash, newToken, sha256Of } from './tokens.js'

/** More browsers than anybody signs in with; beyond, the oldest session of the key ends. */
const MOST_PER_KEY = 100

export function sessionsOn(db: Database) {
  return {
    /** Gives what the browser is to keep; it is nowhere afterwards but there. */
    async begin(keyId: string, expiresAt: Date): Promise<string> {
      const token = newToken()
      await db.transaction(async (tx) => {
        await tx.insert(sessions).values({ sha256: sha256Of(token), keyId, expiresAt })
        const surplus = tx
          .select({ sha256: sessions.sha256 })
          .from(sessions)
          .where(eq(sessions.keyId, keyId))
          .orderBy(desc(sessions.createdAt), desc(sessions.sha256))
          .offset(MOST_PER_KEY)
        await tx.delete(sessions).where(inArray(sessions.sha256, surplus))
      })
      return token
    },

    /** The key that the session was begun with, while both hold. */
    async keyOf(token: string): Promise<ApiKey | undefined> {
      const sha256 = sha256Of(token)
      const [found] = await db
        .select({ ...shownKey, sha256: sessions.sha256 })
        .from(sessions)
        .innerJoin(apiKeys, eq(apiKeys.id, sessions.keyId))
        .where(and(eq(sessions.sha256, sha256), gt(sessions.expiresAt, sql`now()`), keyWorks()))
      if (!found || !isSameHash(found.sha256, sha256)) return undefined
      await noteKeyUse(db, found.id)
      const { sha256: _, ...key } = found
      return key
    },

    /** No error when it was over before. */
    async end(token: string): Promise<void> {
      await db.delete(sessions).where(eq(sessions.sha256, sha256Of(token)))
    },

    /** Wherever somebody has signed in with that key. */
    async endAllOf(keyId: string): Promise<void> {
      await db.delete(sessions).where(eq(sessions.keyId, keyId))
    },

    async deleteExpired(): Promise<void> {
      await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
    },
  }
}
