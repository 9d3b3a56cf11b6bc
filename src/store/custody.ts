// What is kept about a content (findings, decisions) goes with the last audit of its caller that is about it.
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Caller } from './caller.js'
import type { Database } from './database.js'
import { auditContents } from './schema.js'

/** Any number will do, as long as nothing else in the same database locks by it and a second one. */
const CUSTODY_LOCK = 4_711

/**
 * One at a time for each caller, until the transaction ends. Of two audits that go at the same time each would find the other
 * still there and leave what is kept to it; and something could be kept about a content whose last audit is going.
 */
export async function holdCustody(tx: Database, caller: Caller): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(CUSTODY_LOCK))}, hashtext(${caller}))`)
}

/** That no audit of the caller is about the content any more. */
export function isUnaudited(caller: PgColumn, contentSha256: PgColumn): SQL {
  return sql`NOT EXISTS (SELECT FROM ${auditContents}
    WHERE ${auditContents.caller} = ${caller} AND ${auditContents.sha256} = ${contentSha256})`
}
