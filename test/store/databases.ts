// Databases for tests: the embedded one, and a real PostgreSQL where the machine has one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe } from 'vitest'
import { newDataFolder } from '../../lab/service/data-folder.js'
import { type PostgresEngine, startPostgres } from '../../lab/service/engines.js'
import { type OpenDatabase, openEmbeddedDatabase, openServerDatabase } from '../../src/store/database.js'
import { describeWith } from '../machine/needing.js'

export interface TestDatabase {
  /** Where the store of a test lies. */
  dataFolder: string
  databaseUrl?: string
  /** For a look past the store. */
  open(): Promise<OpenDatabase>
}

/** Back to nothing: a new embedded database has the tables of today from the start, as a copy. */
export async function dropTables({ db }: OpenDatabase): Promise<void> {
  await db.execute(sql`DROP SCHEMA public CASCADE`)
  await db.execute(sql`CREATE SCHEMA public`)
}

/** The same tests on each database; where PostgreSQL is missing they show as skipped, by name. */
export function describeOnEach(title: string, tests: (made: { database: TestDatabase }) => void): void {
  describe(`${title}, embedded`, () => {
    const made = {} as { database: TestDatabase }
    beforeAll(async () => {
      const dataFolder = await newDataFolder()
      made.database = { dataFolder, open: () => openEmbeddedDatabase(dataFolder) }
    })
    afterAll(() => rm(made.database.dataFolder, { recursive: true, force: true }))
    tests(made)
  })
  describeOnPostgres(title, tests)
}

/** What the embedded database cannot do, such as serving two processes. */
export function describeOnPostgres(title: string, tests: (made: { database: TestDatabase }) => void): void {
  describeWith(['PostgreSQL'], `${title}, PostgreSQL`, () => {
    const made = {} as { database: TestDatabase }
    let server: PostgresEngine
    beforeAll(async () => {
      server = await startPostgres()
      const dataFolder = await mkdtemp(path.join(tmpdir(), 'store-'))
      const databaseUrl = server.url
      made.database = { dataFolder, databaseUrl, open: () => openServerDatabase(databaseUrl) }
    })
    afterAll(async () => {
      await server?.stop()
      await rm(made.database.dataFolder, { recursive: true, force: true })
    })
    tests(made)
  })
}
