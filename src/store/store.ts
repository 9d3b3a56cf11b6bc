// The door to everything that is kept.
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { Audio } from './audio.js'
import type { Blobs } from './blobs.js'
import type { Caller } from './caller.js'
import { type OpenDatabase, openEmbeddedDatabase, openServerDatabase } from './database.js'
import { FolderBlobs } from './folder-blobs.js'
import { migrate } from './migrate.js'
import { keepToOwner } from './owner-only.js'
import { type Queries, queriesOn } from './queries.js'
import { type Recovered, recover } from './recovery.js'
import type { S3Settings } from './s3-blobs.js'

export interface StoreSettings {
  /** Of the embedded database and of audio, as far as they are not elsewhere. */
  dataFolder: string
  databaseUrl?: string | undefined
  s3?: S3Settings | undefined
}

export interface RetentionDays {
  audio: number
  /** Findings that no audit has asked for. */
  findings: number
  idempotencyKeys: number
  /** Of webhooks that were delivered or given up. */
  webhookLog: number
}

export interface Store extends Queries {
  readonly isExclusive: boolean
  readonly audio: Audio
  /**
   * All of it or nothing. Only the queries handed to `work` may be used inside: the embedded database has one
   * connection, so that any other query would wait for the end of the transaction that waits for it.
   */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /** Ends what a killed process has left open. Done at opening; to be done every few minutes where others share the database. */
  recover(): Promise<Recovered>
  /** Result, audio and all that was derived from it. False when the caller has no such audit that has ended. */
  deleteAudit(caller: Caller, auditId: string): Promise<boolean>
  /** Deletes what has been kept long enough. Gives the number of audits that lost their audio. */
  retain(days: RetentionDays): Promise<number>
  /** Fails when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Opens, brings the database to this program's shape, and clears up after a crash. Fails with a StoreError. */
export async function openStore({ dataFolder, databaseUrl, s3 }: StoreSettings): Promise<Store> {
  await keepToOwner(dataFolder)
  const blobs = await openBlobs({ dataFolder, s3 })
  const database = await databaseIn(dataFolder, databaseUrl).catch((error) => {
    blobs.close()
    throw error
  })
  try {
    await migrate(database.db)
    // The embedded database makes its first files for everybody.
    await keepToOwner(dataFolder)
    // Where versions before kept waveforms.
    await rm(path.join(dataFolder, 'waveforms'), { recursive: true, force: true })
    const store = storeOn(database, blobs)
    await store.recover()
    return store
  } catch (error) {
    blobs.close()
    await database.close()
    throw error
  }
}

function databaseIn(dataFolder: string, databaseUrl?: string): Promise<OpenDatabase> {
  return databaseUrl ? openServerDatabase(databaseUrl) : openEmbeddedDatabase(dataFolder)
}

/** The audio alone: to read it no database is needed, nor that nobody else has it open. Fails with a StoreError. */
export async function openBlobs({
  dataFolder,
  s3,
}: Pick<StoreSettings, 'dataFolder' | 's3'>): Promise<Blobs> {
  if (!s3) return new FolderBlobs(path.join(dataFolder, 'audio'))
  // Loaded when it is asked for: it is large, and few need it.
  const { S3Blobs } = await import('./s3-blobs.js')
  const blobs = new S3Blobs(s3)
  try {
    await blobs.check()
  } catch (error) {
    blobs.close()
    throw error
  }
  return blobs
}

export function storeOn({ db, isExclusive, close }: OpenDatabase, blobs: Blobs): Store {
  const queries = queriesOn(db)
  const audio = new Audio(db, blobs)
  const transaction: Store['transaction'] = (work) => db.transaction((tx) => work(queriesOn(tx)))
  // Only the first time: later, what is open may be this process's own.
  let isFirstRecovery = true
  return {
    ...queries,
    isExclusive,
    audio,
    transaction,
    recover() {
      const isAllOfThePast = isExclusive && isFirstRecovery
      isFirstRecovery = false
      return recover({ isExclusive: isAllOfThePast, transaction, queries, audio })
    },
    async deleteAudit(caller, auditId) {
      if (!(await queries.audits.delete(caller, auditId))) return false
      await audio.dropUnreferenced(caller)
      return true
    },
    async retain(days) {
      const forgotten = await queries.audits.forgetAudioOlderThan(days.audio)
      await audio.dropUnreferenced()
      await queries.findings.deleteUnusedFor(days.findings)
      await queries.idempotency.deleteOlderThan(days.idempotencyKeys)
      await queries.webhookDeliveries.deleteEndedBefore(days.webhookLog)
      await queries.sessions.deleteExpired()
      await queries.audits.deleteFailedOlderThan(days.audio)
      return forgotten
    },
    async ping() {
      await db.execute(sql`SELECT 1`)
    },
    async close() {
      blobs.close()
      await close()
    },
  }
}
