import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from './database.js'
import { type KeyScope, keyScopes } from './key-scopes.js'
import { apiKeys } from './schema.js'
import { isSameHash, newId, newToken, sha256Of } from './tokens.js'

const KEY_SHAPE = /^aa_[A-Za-z0-9_-]{32,128}$/
/** Enough to tell one's keys apart, too little to help in guessing the rest. */
const SHOWN_CHARACTERS = 'aa_'.length + 6
/** The time of last use is no finer than this, so that not every request writes. */
const LAST_USE_STEP = sql`interval '1 minute'`

export interface ApiKey {
  id: string
  accountId: string
  name: string
  prefix: string
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
  scopes: KeyScope[]
  /** From then on it does not work; null when it works until it is revoked. */
  expiresAt: Date | null
}

export interface KeyLimits {
  /** All when left out. */
  scopes?: readonly KeyScope[] | undefined
  expiresAt?: Date | null | undefined
}

export const shownKey = {
  id: apiKeys.id,
  accountId: apiKeys.accountId,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
  revokedAt: apiKeys.revokedAt,
  scopes: apiKeys.scopes,
  expiresAt: apiKeys.expiresAt,
}

/** Neither revoked nor expired, by the clock of the database, which all processes share. */
export const keyWorks = () =>
  and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)))

export async function noteKeyUse(db: Database, keyId: string): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(
      and(
        eq(apiKeys.id, keyId),
        or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, sql`now() - ${LAST_USE_STEP}`)),
      ),
    )
}

export function apiKeysOn(db: Database) {
  return {
    /** The secret is nowhere afterwards but with the caller. */
    async create(
      accountId: string,
      name: string,
      { scopes = keyScopes, expiresAt = null }: KeyLimits = {},
    ): Promise<{ secret: string; key: ApiKey }> {
      const secret = `aa_${newToken()}`
      const [key] = await db
        .insert(apiKeys)
        .values({
          id: newId(),
          accountId,
          name,
          prefix: secret.slice(0, SHOWN_CHARACTERS),
          sha256: sha256Of(secret),
          scopes: keyScopes.filter((scope) => scopes.includes(scope)),
          expiresAt,
        })
        .returning(shownKey)
      return { secret, key }
    },

    /** The key, when it is known and neither revoked nor expired. */
    async verify(secret: string): Promise<ApiKey | undefined> {
      if (!KEY_SHAPE.test(secret)) return undefined
      const sha256 = sha256Of(secret)
      const [found] = await db
        .select({ ...shownKey, sha256: apiKeys.sha256 })
        .from(apiKeys)
        .where(and(eq(apiKeys.sha256, sha256), keyWorks()))
      if (!found || !isSameHash(found.sha256, sha256)) return undefined
      await noteKeyUse(db, found.id)
      const { sha256: _, ...key } = found
      return key
    },

    list(accountId?: string): Promise<ApiKey[]> {
      return db
        .select(shownKey)
        .from(apiKeys)
        .where(accountId === undefined ? undefined : eq(apiKeys.accountId, accountId))
        .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
    },

    /** By id, for one account or (from the command line) any. False when there is no such key that still worked. */
    async revoke(id: string, accountId?: string): Promise<boolean> {
      const revoked = await db
        .update(apiKeys)
        .set({ revokedAt: sql`now()` })
        .where(
          and(
            eq(apiKeys.id, id),
            isNull(apiKeys.revokedAt),
            accountId === undefined ? undefined : eq(apiKeys.accountId, accountId),
          ),
        )
        .returning({ id: apiKeys.id })
      return revoked.length > 0
    },
  }
}
