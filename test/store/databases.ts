// Databases for tests: the embedded one, and a real PostgreSQL where the machine has one.
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe } from 'vitest'
import { type OpenDatabase, openEmbeddedDatabase, openServerDatabase } from '../../src/store/database.js'
import { missingEngines, type PostgresEngine, startPostgres } from '../queue/engines.js'

export interface TestDatabase {
  /** Where the store of a test lies. */
  dataFolder: string
  databaseUrl?: string
  /** For a look past the store. */
  open(): Promise<OpenDatabase>
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
  const isMissing = missingEngines('initdb').length > 0
  if (isMissing) console.warn(`SKIPPED: "${title}" on PostgreSQL, which is not installed here`)
  describe.skipIf(isMissing)(`${title}, PostgreSQL`, () => {
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

const templates = fileURLToPath(new URL('../../.cache/databases/', import.meta.url))

/** A data folder with an empty database in it. Making one takes ten seconds, so a copy of one is taken. */
export async function newDataFolder(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(path.join(path.dirname(entry), '../package.json'), 'utf8'))
  const template = path.join(templates, `pglite-${version}`)
  if (!existsSync(template)) {
    await mkdir(templates, { recursive: true })
    const unfinished = await mkdtemp(`${template}.`)
    await (await PGlite.create({ dataDir: unfinished })).close()
    await rename(unfinished, template).catch(() => rm(unfinished, { recursive: true }))
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'store-'))
  await cp(template, path.join(folder, 'database'), { recursive: true })
  return folder
}
