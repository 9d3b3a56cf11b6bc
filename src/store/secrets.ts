import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from './database.js'
import { secrets } from './schema.js'

const SECRET_BYTES = 32

export function secretsOn(db: Database) {
  return {
    /** Made at the first call, the same ever after and for all processes on this database. */
    async get(name: string): Promise<Buffer> {
      const fresh = randomBytes(SECRET_BYTES).toString('base64')
      await db.insert(secrets).values({ name, value: fresh }).onConflictDoNothing()
      const [{ value }] = await db.select().from(secrets).where(eq(secrets.name, name))
      return Buffer.from(value, 'base64')
    },
  }
}
