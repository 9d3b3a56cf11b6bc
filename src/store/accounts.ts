import { asc, eq } from 'drizzle-orm'
import type { Database } from './database.js'
import { accounts } from './schema.js'
import { newId } from './tokens.js'

export interface Account {
  id: string
  name: string
  balanceMilli: number
  createdAt: Date
}

export function accountsOn(db: Database) {
  return {
    async create(name: string): Promise<Account> {
      const [account] = await db.insert(accounts).values({ id: newId(), name }).returning()
      return account
    },

    async get(id: string): Promise<Account | undefined> {
      const [account] = await db.select().from(accounts).where(eq(accounts.id, id))
      return account
    },

    list(): Promise<Account[]> {
      return db.select().from(accounts).orderBy(asc(accounts.createdAt), asc(accounts.id))
    },
  }
}
