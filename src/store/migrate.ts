// Brings a database to the shape that this program expects. Migrations are only ever added, at the end.
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from './database.js'
import { StoreError } from './errors.js'
import { first } from './migrations/0001-first.js'
import { x402 } from './migrations/0002-x402.js'
import { keptRequests } from './migrations/0003-kept-requests.js'
import { briefAudits } from './migrations/0004-brief-audits.js'
import { keysAndSessions } from './migrations/0005-keys-and-sessions.js'
import { custody } from './migrations/0006-custody.js'
import { decisions } from './migrations/0007-decisions.js'
import { auditList } from './migrations/0008-audit-list.js'
import { webhooks } from './migrations/0009-webhooks.js'
import { voices } from './migrations/0010-voices.js'

export interface Migration {
  name: string
  /** One statement each: the embedded database takes no more at a time. */
  statements: readonly string[]
}

export const migrations: readonly Migration[] = [
  { name: '0001-first', statements: first },
  { name: '0002-x402', statements: x402 },
  { name: '0003-kept-requests', statements: keptRequests },
  { name: '0004-brief-audits', statements: briefAudits },
  { name: '0005-keys-and-sessions', statements: keysAndSessions },
  { name: '0006-custody', statements: custody },
  { name: '0007-decisions', statements: decisions },
  { name: '0008-audit-list', statements: auditList },
  { name: '0009-webhooks', statements: webhooks },
  { name: '0010-voices', statements: voices },
]

/** Any number will do, as long as nothing else in the same database locks by it. */
const MIGRATION_LOCK = 4_711_082_026

/** All in one transaction, and one program at a time: others that start meanwhile wait and find the work done. */
export async function migrate(db: Database, wanted: readonly Migration[] = migrations): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(MIGRATION_LOCK))})`)
    await tx.execute(sql`CREATE TABLE IF NOT EXISTS migrations (
      place integer PRIMARY KEY,
      name text NOT NULL,
      sha256 text NOT NULL,
      applied_at timestamptz(3) NOT NULL DEFAULT now()
    )`)
    const { rows } = await tx.execute<{ name: string; sha256: string }>(
      sql`SELECT name, sha256 FROM migrations ORDER BY place`,
    )
    if (rows.length > wanted.length) {
      throw new StoreError(
        `The database was made by a newer program (it has "${rows.at(-1)!.name}"): run that one, or restore a backup.`,
      )
    }
    for (const [place, { name, statements }] of wanted.entries()) {
      const sha256 = createHash('sha256').update(JSON.stringify(statements)).digest('hex')
      const applied = rows[place]
      if (applied === undefined) {
        for (const statement of statements) await tx.execute(sql.raw(statement))
        await tx.execute(
          sql`INSERT INTO migrations (place, name, sha256) VALUES (${place}, ${name}, ${sha256})`,
        )
      } else if (applied.name !== name || applied.sha256 !== sha256) {
        throw new StoreError(
          `The database was made with another "${applied.name}" than this program's "${name}": it is of another line of versions.`,
        )
      }
    }
  })
}
