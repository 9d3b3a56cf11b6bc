import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../lab/service/sample-audit.js'
import { accountCaller } from '../../src/store/caller.js'
import type { OpenDatabase } from '../../src/store/database.js'
import { FolderBlobs } from '../../src/store/folder-blobs.js'
import { migrate } from '../../src/store/migrate.js'
import { type Store, storeOn } from '../../src/store/store.js'
import { describeOnEach } from './databases.js'

describeOnEach('kept voices', (made) => {
  let opened: OpenDatabase
  let store: Store

  beforeAll(async () => {
    opened = await made.database.open()
    await migrate(opened.db)
    store = storeOn(opened, new FolderBlobs(path.join(made.database.dataFolder, 'audio')))
  })
  afterAll(() => store?.close())

  const voice = (name: string, print = '{}') => ({ name, model: 'first', speechSec: 4.5, print })

  test('are there under any name, replaced, found by their account alone, and deleted', async () => {
    const { id: one } = await store.accounts.create('one')
    const { id: other } = await store.accounts.create('other')
    const odd = 'M\u0000ara "\ud800'
    await store.keptVoices.put(one, voice(odd, 'before'), 10)
    const put = await store.keptVoices.put(one, { ...voice(odd, 'after'), model: 'second' }, 10)
    expect(put).toMatchObject({ name: odd, model: 'second', speechSec: 4.5 })
    expect(await store.keptVoices.find(one, [odd, 'none'])).toMatchObject([{ name: odd, print: 'after' }])
    expect(await store.keptVoices.find(other, [odd])).toEqual([])
    expect(await store.keptVoices.delete(other, odd)).toBe(false)
    expect(await store.keptVoices.delete(one, odd)).toBe(true)
    expect(await store.keptVoices.list(one)).toEqual([])
  })

  test('are so many at most, also when all come at once, and any of them can be replaced', async () => {
    const { id } = await store.accounts.create('many')
    const names = ['a', 'b', 'c', 'd', 'e']
    const puts = await Promise.all(names.map((name) => store.keptVoices.put(id, voice(name), 3)))
    expect(puts.filter((put) => put !== undefined)).toHaveLength(3)
    const [{ name }] = await store.keptVoices.list(id)
    expect(await store.keptVoices.put(id, voice(name), 3)).toBeDefined()
  })

  test('go with their account', async () => {
    const { id } = await store.accounts.create('leaving')
    await store.keptVoices.put(id, voice('mine'), 3)
    await opened.db.execute(sql`DELETE FROM accounts WHERE id = ${id}`)
    expect(await store.keptVoices.list(id)).toEqual([])
  })

  test('audio that is only listened to is there for as long as that takes', async () => {
    const caller = accountCaller(randomUUID())
    const content = randomUUID()
    const file = path.join(made.database.dataFolder, content)
    await writeFile(file, content)
    const key = { caller, sha256: sha256(content) }
    const isThere = async () => {
      const found = await store.audio.get(key)
      found?.stream.destroy()
      return found !== undefined
    }
    const passing = (work: () => Promise<unknown>) =>
      store.audio.passing(caller, [{ ...key, path: file }], work)
    await passing(async () => {
      await store.audio.dropUnreferenced()
      expect(await isThere()).toBe(true)
    })
    expect(await isThere()).toBe(false)
    await expect(passing(() => Promise.reject(new Error('in between')))).rejects.toThrow('in between')
    expect(await isThere()).toBe(false)
  })
})
