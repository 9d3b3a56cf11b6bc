// One schema and one set of queries on either of two databases: PostgreSQL inside this process, or a server.
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite, types } from '@electric-sql/pglite'
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import pg from 'pg'
import { rowsAsBytes } from './embedded-rows.js'
import { StoreError } from './errors.js'
import { lockFolder } from './folder-lock.js'
import { connectPatiently } from './patient-connect.js'

/** What queries are made on: the database, or a transaction on it. */
export interface Database extends Pick<Queries, 'select' | 'insert' | 'update' | 'delete' | 'with'> {
  execute<Row extends Record<string, unknown>>(
    query: Parameters<Queries['execute']>[0],
  ): Promise<{ rows: Row[] }>
  transaction<Result>(work: (tx: Database) => Promise<Result>): Promise<Result>
  /** Fields as the bytes of their text, where that is faster than as strings. Outside transactions only. */
  rowsAsBytes?(query: { sql: string; params: unknown[] }): Promise<Buffer[][]>
}
type Queries = PgDatabase<PgQueryResultHKT, Record<string, never>>

export interface OpenDatabase {
  db: Database
  /** Whether no other process can be at work on this database. */
  isExclusive: boolean
  close(): Promise<void>
}

const OWNER_ONLY_FOLDER = 0o700

/** The database inside this process, kept in a folder that no other process may use meanwhile. */
export async function openEmbeddedDatabase(dataFolder: string): Promise<OpenDatabase> {
  await mkdir(dataFolder, { recursive: true, mode: OWNER_ONLY_FOLDER })
  const lock = await lockFolder(dataFolder)
  try {
    const folder = path.join(dataFolder, 'database')
    await makeDatabaseFolder(folder)
    const client = takingTurns(await PGlite.create({ dataDir: folder, ...lean, ...bytesAsHex }))
    return {
      db: Object.assign(drizzleEmbedded({ client }) as unknown as Database, {
        rowsAsBytes: ({ sql, params }: { sql: string; params: unknown[] }) =>
          rowsAsBytes(client, sql, params),
      }),
      isExclusive: true,
      async close() {
        try {
          await client.close()
        } finally {
          await lock.release()
        }
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * The embedded database works on the thread that answers requests, and a transaction is one long row of resolved promises:
 * without a turn of the event loop after each step, nobody would be answered until its end.
 */
function takingTurns(client: PGlite): PGlite {
  const step = client.execProtocolRaw.bind(client)
  client.execProtocolRaw = async (...asked) => {
    const answer = await step(...asked)
    await nextTurn()
    return answer
  }
  return client
}

/**
 * PostgreSQL's buffers are filled with zeros when it starts, so all of them are resident whether they are needed or not: with the 128 MB
 * of its defaults a service at rest took 135 MB more. What is not in them the operating system has in its own cache of the files.
 */
const lean = { startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'] }

/** The client's own way from bytes to text and back goes byte by byte: 290 ms to read the result of 200 files. */
const bytesAsHex = {
  serializers: { [types.BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice('\\x'.length), 'hex') },
}

/** The first start takes seconds, and one that is cut off leaves a folder that looks whole: so it is made aside. */
async function makeDatabaseFolder(folder: string): Promise<void> {
  if (await stat(folder).catch(() => undefined)) return
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  const client = await PGlite.create({ dataDir: unfinished, ...lean })
  await client.close()
  await rename(unfinished, folder)
}

/** More at once do not make a database faster; fewer make requests wait for each other. */
const MOST_CONNECTIONS = 10
const CONNECT_WITHIN_MS = 10_000

export async function openServerDatabase(databaseUrl: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    application_name: 'audio-audit',
  })
  // A connection that breaks while idle is replaced at the next query; without a handler, this event would end the process.
  pool.on('error', () => {})
  // The same between two queries of a transaction: the next query then fails, and is told so.
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await pool.query('SELECT 1')
  } catch (cause) {
    await pool.end()
    // Not the address: it may hold a password.
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new StoreError(`The database at DATABASE_URL cannot be used: ${why}`, { cause })
  }
  connectPatiently(pool)
  return {
    db: drizzleServer({ client: pool }) as unknown as Database,
    isExclusive: false,
    close: () => pool.end(),
  }
}
