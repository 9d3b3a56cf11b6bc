// Databases for tests: the embedded one, and a real PostgreSQL where the machine has one.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, describe } from 'vitest'
import { type OpenDatabase, openEmbeddedDatabase, openServerDatabase } from '../../src/store/database.js'

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
  const binaries = postgresBinaries()
  if (!binaries) console.warn(`SKIPPED: "${title}" on PostgreSQL, which is not installed here`)
  describe.skipIf(!binaries)(`${title}, PostgreSQL`, () => {
    const made = {} as { database: TestDatabase }
    let server: PostgresServer
    beforeAll(async () => {
      server = await startPostgres(binaries!)
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

/** Where Debian keeps them, off the path and by version. */
const debianFolder = '/usr/lib/postgresql'

function postgresBinaries(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const folders = [
    ...(process.env.PATH ?? '').split(':'),
    ...versions.map((version) => path.join(debianFolder, version, 'bin')),
  ]
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')))
}

interface PostgresServer {
  url: string
  stop(): Promise<void>
}

/** On a socket in a folder of its own, so that it meets no other server. */
async function startPostgres(binaries: string): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pg-'))
  // PostgreSQL refuses to run as root; Debian's package comes with a user for it.
  const user = process.getuid?.() === 0 ? { uid: userId('-u'), gid: userId('-g') } : {}
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const initialise = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(path.join(binaries, 'initdb'), initialise, { ...user, cwd: folder, stdio: 'pipe' })
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=60',
  ]
  const server = spawn(
    path.join(binaries, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: folder, stdio: 'ignore' },
  )
  const url = `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`
  const isUp = async () => {
    const client = new pg.Client({ connectionString: url })
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  while (!(await isUp())) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    await sleep(100)
  }
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      // Ends open sessions and itself, at once but in order.
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function userId(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}
