import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '../../src/store/database.js'
import { FolderInUseError, StoreError } from '../../src/store/errors.js'
import { openStore } from '../../src/store/store.js'

let dataFolder: string
beforeAll(async () => {
  dataFolder = path.join(await mkdtemp(path.join(tmpdir(), 'opening-')), 'not', 'there yet')
})
afterAll(() => rm(path.dirname(path.dirname(dataFolder)), { recursive: true, force: true }))

test('a store opens where nothing is, after a first start that was cut off, keeps others out, and opens again', async () => {
  await mkdir(path.join(dataFolder, 'database.unfinished'), { recursive: true })
  await writeFile(path.join(dataFolder, 'database.unfinished', 'PG_VERSION'), '18')
  const store = await openStore({ dataFolder })
  const { id } = await store.accounts.create('first')
  await expect(openStore({ dataFolder })).rejects.toThrow(FolderInUseError)
  await expect(openStore({ dataFolder })).rejects.toThrow(`process ${process.pid}`)
  await store.ping()
  await store.close()
  expect((await readdir(dataFolder)).filter((name) => name !== 'audio')).toEqual(['database'])

  const again = await openStore({ dataFolder })
  expect((await again.accounts.list()).map((account) => account.id)).toEqual([id])
  await again.close()
})

test('the embedded database takes no more buffers than it needs, as all of them are resident', async () => {
  const { db, close } = await openEmbeddedDatabase(dataFolder)
  const { rows } = await db.execute(sql`SHOW shared_buffers`)
  expect(rows).toEqual([{ shared_buffers: '16MB' }])
  await close()
})

test('a server that is not there is told without its password', async () => {
  const databaseUrl = 'postgresql://me:s3cret@127.0.0.1:1/none'
  const error = await openStore({ dataFolder, databaseUrl }).catch((refused) => refused)
  expect(error).toBeInstanceOf(StoreError)
  expect(error.message).toMatch(/DATABASE_URL/)
  expect(error.message).not.toContain('s3cret')
})
