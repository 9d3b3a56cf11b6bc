// Scopes and ends of keys, sessions, and the numbers of credit entries: in a new database and in one from before them.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '../../src/store/database.js'
import { FolderBlobs } from '../../src/store/folder-blobs.js'
import { migrate, migrations } from '../../src/store/migrate.js'
import { type Store, storeOn } from '../../src/store/store.js'
import { describeOnEach, dropTables } from './databases.js'

describeOnEach('keys and sessions', (made) => {
  let opened: OpenDatabase
  let store: Store

  beforeAll(async () => {
    opened = await made.database.open()
    await dropTables(opened)
    const own = migrations.findIndex(({ name }) => name.startsWith('0005'))
    await migrate(opened.db, migrations.slice(0, own))
    // As the version before wrote them, two accounts in turns.
    await opened.db.execute(
      sql`INSERT INTO accounts (id, name) VALUES ('old', '"old"'), ('other', '"other"')`,
    )
    await opened.db.execute(sql`INSERT INTO api_keys (id, account_id, name, prefix, sha256)
      VALUES ('old key', 'old', '"k"', 'aa_old', 'x')`)
    for (const account of ['old', 'other', 'other', 'old', 'other']) {
      await opened.db.execute(
        sql`UPDATE accounts SET balance_milli = balance_milli + 1 WHERE id = ${account}`,
      )
      await opened.db.execute(sql`INSERT INTO credit_entries (account_id, kind, amount_milli, balance_after_milli, note)
        SELECT ${account}, 'grant', 1, balance_milli, '""' FROM accounts WHERE id = ${account}`)
    }
    await migrate(opened.db)
    store = storeOn(opened, new FolderBlobs(made.database.dataFolder))
  })
  afterAll(() => store?.close())

  const numbers = async (account: string) =>
    (await store.ledger.history(account, { limit: 100 })).map(({ number }) => number)
  const newKey = async (limits?: Parameters<Store['apiKeys']['create']>[2]) => {
    const { id } = await store.accounts.create('someone')
    return store.apiKeys.create(id, 'key', limits)
  }
  const later = (ms: number) => new Date(Date.now() + ms)

  test('entries of an account are counted from 1, those from before as well', async () => {
    expect(await numbers('old')).toEqual([2, 1])
    expect(await numbers('other')).toEqual([3, 2, 1])
    await store.ledger.grant('old', 1)
    expect(await numbers('old')).toEqual([3, 2, 1])
    expect(await numbers('other')).toEqual([3, 2, 1])
    const page = await store.ledger.history('old', { limit: 1, before: 3 })
    expect(page.map(({ number }) => number)).toEqual([2])
  })

  test('no number is left out or given twice, whatever fails or happens at once', async () => {
    const { id } = await store.accounts.create('busy')
    await store.ledger.grant(id, 3)
    const asked = Array.from({ length: 8 }, () => store.ledger.reserve(id, { amountMilli: 1, leaseSec: 60 }))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await numbers(id)).toEqual([4, 3, 2, 1])
  })

  test('a ledger that was numbered still refuses to be rewritten', async () => {
    const error = await opened.db
      .execute(sql`UPDATE credit_entries SET number = 7`)
      .catch((refused) => refused)
    expect(String(error.cause)).toMatch(/only grows/)
  })

  test('a key from before may do everything, for ever', async () => {
    expect(await store.apiKeys.list('old')).toMatchObject([
      { id: 'old key', scopes: ['audit', 'read', 'manage'], expiresAt: null },
    ])
  })

  test('a key keeps its scopes and works until it expires', async () => {
    const expiresAt = later(60_000)
    const { secret, key } = await newKey({ scopes: ['read', 'audit', 'read'], expiresAt })
    expect(await store.apiKeys.verify(secret)).toMatchObject({
      id: key.id,
      scopes: ['audit', 'read'],
      expiresAt,
    })
    const past = await newKey({ expiresAt: later(-1000) })
    expect(await store.apiKeys.verify(past.secret)).toBeUndefined()
  })

  test('a session is known by what the browser keeps, of which only a hash is here', async () => {
    const { key } = await newKey({ scopes: ['read'] })
    const token = await store.sessions.begin(key.id, later(60_000))
    const found = await store.sessions.keyOf(token)
    expect(found).toMatchObject({ id: key.id, accountId: key.accountId, scopes: ['read'] })
    expect((await store.apiKeys.list(key.accountId))[0].lastUsedAt).toBeInstanceOf(Date)
    const { rows } = await opened.db.execute<{ row: string }>(sql`SELECT sessions::text AS row FROM sessions`)
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
    for (const wrong of ['', 'x', token.slice(1), `${token}x`, 'x'.repeat(5000)]) {
      expect(await store.sessions.keyOf(wrong)).toBeUndefined()
    }
  })

  test('a session ends by itself, with its key, or when it is told to; others go on', async () => {
    const { key } = await newKey()
    const begin = (end = later(60_000), keyId = key.id) => store.sessions.begin(keyId, end)
    const [one, two, over] = [await begin(), await begin(), await begin(later(-1))]
    expect(await store.sessions.keyOf(over)).toBeUndefined()
    await store.sessions.end(one)
    await store.sessions.end(one)
    expect(await store.sessions.keyOf(one)).toBeUndefined()
    expect(await store.sessions.keyOf(two)).toBeDefined()
    const other = await newKey()
    const elsewhere = await begin(undefined, other.key.id)
    await store.sessions.endAllOf(key.id)
    expect(await store.sessions.keyOf(two)).toBeUndefined()
    expect(await store.sessions.keyOf(elsewhere)).toBeDefined()
    await store.apiKeys.revoke(other.key.id)
    expect(await store.sessions.keyOf(elsewhere)).toBeUndefined()
    const expired = await newKey({ expiresAt: later(30) })
    const short = await begin(undefined, expired.key.id)
    await sleep(50)
    expect(await store.sessions.keyOf(short)).toBeUndefined()
  })

  test('of very many sessions of one key the oldest end, and those that are over are forgotten', async () => {
    const { key } = await newKey()
    const first = await store.sessions.begin(key.id, later(60_000))
    await sleep(2)
    for (let at = 0; at < 99; at++) await store.sessions.begin(key.id, later(60_000))
    expect(await store.sessions.keyOf(first)).toBeDefined()
    const last = await store.sessions.begin(key.id, later(60_000))
    expect(await store.sessions.keyOf(first)).toBeUndefined()
    expect(await store.sessions.keyOf(last)).toBeDefined()
    const over = await newKey()
    await store.sessions.begin(over.key.id, later(-1000))
    await store.retain({ audio: 30, findings: 30, idempotencyKeys: 1, webhookLog: 14 })
    const { rows } = await opened.db.execute(sql`SELECT 1 FROM sessions WHERE key_id = ${over.key.id}`)
    expect(rows).toEqual([])
  })
})
