import { randomUUID } from 'node:crypto'
import { getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileOf, newAudit, outcome, sha256, written } from '../../lab/service/sample-audit.js'
import { accountCaller, walletCaller } from '../../src/store/caller.js'
import { cursorAt } from '../../src/store/cursor.js'
import type { OpenDatabase } from '../../src/store/database.js'
import { InvalidCursorError, StoreError, withoutValues } from '../../src/store/errors.js'
import { FolderBlobs } from '../../src/store/folder-blobs.js'
import { migrate, migrations } from '../../src/store/migrate.js'
import * as schema from '../../src/store/schema.js'
import { type Store, storeOn } from '../../src/store/store.js'
import { describeOnEach, dropTables } from './databases.js'

describeOnEach('the store', (made) => {
  let opened: OpenDatabase
  let store: Store

  beforeAll(async () => {
    opened = await made.database.open()
    // As when several servers start at once on an empty database.
    await dropTables(opened)
    await Promise.all([migrate(opened.db), migrate(opened.db), migrate(opened.db)])
    store = storeOn(opened, new FolderBlobs(made.database.dataFolder))
  })
  afterAll(() => store?.close())

  const someone = () => accountCaller(randomUUID())
  const finished = async (caller = someone(), over: Parameters<typeof newAudit>[0] = {}, token?: string) => {
    const id = await store.audits.start(caller, newAudit(over))
    await store.audits.complete(id, { ...outcome, reportToken: token })
    return { caller, id }
  }

  describe('its shape', () => {
    test('is what the queries believe it is', async () => {
      const { rows } = await opened.db.execute<Record<'table' | 'column' | 'type' | 'nullable', string>>(sql`
        SELECT table_name AS "table", column_name AS "column", is_nullable AS nullable,
          CASE data_type WHEN 'timestamp with time zone'
            THEN 'timestamp (' || datetime_precision || ') with time zone' ELSE data_type END AS type
        FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'`)
      const made = rows.map(({ table, column, type, nullable }) => `${table}.${column} ${type} ${nullable}`)
      const believed = (Object.values(schema) as unknown[])
        .filter((one): one is PgTable => is(one, PgTable))
        .flatMap((table) =>
          getTableConfig(table).columns.map(
            (column) =>
              `${getTableName(table)}.${column.name} ${column.getSQLType()} ${column.notNull ? 'NO' : 'YES'}`,
          ),
        )
      expect(made.sort()).toEqual(believed.sort())
    })

    test('is made once, however many start', async () => {
      const { rows } = await opened.db.execute(sql`SELECT name FROM migrations`)
      expect(rows).toEqual(migrations.map(({ name }) => ({ name })))
    })

    test('grows by a migration, all of it or nothing', async () => {
      const good = { name: 'more', statements: ['CREATE TABLE more (id text)'] }
      const bad = { name: 'bad', statements: ['CREATE TABLE half (id text)', 'CREATE TABEL whole (id text)'] }
      await expect(migrate(opened.db, [...migrations, good, bad])).rejects.toThrow(/TABEL/)
      const tables = await opened.db.execute(
        sql`SELECT to_regclass('more') AS more, to_regclass('half') AS half`,
      )
      expect(tables.rows).toEqual([{ more: null, half: null }])
    })

    test('of another program is refused', async () => {
      const [first, ...rest] = migrations
      const edited = { ...first, statements: [...first.statements, 'SELECT 1'] }
      await expect(migrate(opened.db, [edited, ...rest])).rejects.toThrow(/another line of versions/)
      await expect(migrate(opened.db, [])).rejects.toThrow(StoreError)
      await expect(migrate(opened.db, [])).rejects.toThrow(/newer program/)
    })
  })

  describe('a key', () => {
    test('is shown once, works, and is nowhere in the database', async () => {
      const account = await store.accounts.create('studio')
      const { secret, key } = await store.apiKeys.create(account.id, 'laptop')
      expect(secret).toMatch(/^aa_[A-Za-z0-9_-]{32,}$/)
      expect(secret.startsWith(key.prefix)).toBe(true)
      expect(key.prefix.length).toBeLessThan(12)
      expect((await store.apiKeys.verify(secret))?.accountId).toBe(account.id)
      const { rows } = await opened.db.execute<{ row: string }>(
        sql`SELECT api_keys::text AS row FROM api_keys`,
      )
      const written = rows.map(({ row }) => row).join('\n')
      expect(written).toContain(sha256(secret))
      expect(written).not.toContain(secret.slice(key.prefix.length))
    })

    test('is unlike any other', async () => {
      const { id } = await store.accounts.create('many')
      const secrets = await Promise.all(Array.from({ length: 20 }, () => store.apiKeys.create(id, '')))
      expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(20)
    })

    test('that is wrong by one letter, cut short or made of anything else does not work', async () => {
      const { id } = await store.accounts.create('wrong \0 name')
      const { secret } = await store.apiKeys.create(id, '')
      const other = secret.at(-1) === 'x' ? 'y' : 'x'
      const wrong = [
        '',
        'aa_',
        secret.slice(0, -1),
        secret.slice(0, -1) + other,
        `${secret}x`,
        sha256(secret),
      ]
      for (const one of [...wrong, `${secret}\0`, "aa_' OR 1=1 --", 'aa_'.padEnd(10_000, 'x')]) {
        expect(await store.apiKeys.verify(one)).toBeUndefined()
      }
    })

    test('tells when it was last used, and no more once revoked; others go on', async () => {
      const account = await store.accounts.create('two')
      const [one, two] = await Promise.all(
        ['one', 'two'].map((name) => store.apiKeys.create(account.id, name)),
      )
      const before = await store.apiKeys.list(account.id)
      expect(before.map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null])
      await store.apiKeys.verify(one.secret)
      const used = new Map((await store.apiKeys.list(account.id)).map((key) => [key.name, key.lastUsedAt]))
      expect(used.get('one')).toBeInstanceOf(Date)
      expect(used.get('two')).toBeNull()

      expect(await store.apiKeys.revoke(one.key.id, 'of another account')).toBe(false)
      expect(await store.apiKeys.verify(one.secret)).toBeDefined()
      expect(await store.apiKeys.revoke(one.key.id, account.id)).toBe(true)
      expect(await store.apiKeys.revoke(one.key.id, account.id)).toBe(false)
      expect(await store.apiKeys.verify(one.secret)).toBeUndefined()
      expect(await store.apiKeys.verify(two.secret)).toBeDefined()
      expect((await store.apiKeys.list(account.id)).filter(({ revokedAt }) => revokedAt)).toHaveLength(1)
    })
  })

  describe('an audit', () => {
    test('comes back as it was stored, whatever its files are called', async () => {
      const names = [
        'a "b".wav',
        '../../etc/passwd',
        'é\u202etxt.exe',
        '🎙️'.repeat(60),
        'nul\0',
        'half \ud83d',
        "'; --",
      ]
      const result = {
        score: 12.5,
        summary: 'nul\0',
        nul: '\0',
        order: { b: 1, a: 2 },
        fine: 0.1 + 0.2,
        text: '\ud83d',
      }
      const caller = someone()
      const id = await store.audits.start(
        caller,
        newAudit({
          files: names.map((name) => fileOf('x', name)),
          selectedAnalyses: ['quality', 'pace'],
          accuracy: 'high',
          source: 'web',
        }),
      )
      expect(id).toMatch(/^[0-9a-f]{32}$/)
      await store.audits.complete(id, { ...written(result), regenCount: 3, creditsUsedMilli: 3500 })
      const audit = await store.audits.get(caller, id)
      expect(audit).toMatchObject({
        id,
        caller,
        source: 'web',
        selectedAnalyses: ['quality', 'pace'],
        accuracy: 'high',
        fileNames: names,
        fileCount: names.length,
        regenCount: 3,
        creditsUsedMilli: 3500,
        audioDeletedAt: null,
      })
      expect(audit?.resultJson).toBe(JSON.stringify(result))
      expect(audit?.createdAt).toBeInstanceOf(Date)
      expect((await store.audits.page(caller, { limit: 5 })).audits).toEqual([audit])
      expect(await store.audits.file(id, 4)).toMatchObject({ ...fileOf('x', 'nul\0'), caller, position: 4 })
      expect(await store.audits.file(id, names.length)).toBeUndefined()
    })

    test('is listed when it is done and not before, nor when it failed', async () => {
      const caller = someone()
      const id = await store.audits.start(caller, newAudit())
      expect(await store.audits.page(caller, { limit: 5 })).toEqual({ audits: [] })
      expect(await store.audits.get(caller, id)).toBeUndefined()
      expect(await store.audits.status(caller, id)).toMatchObject({ state: 'running', finishedAt: null })
      expect(await store.audits.delete(caller, id)).toBe(false)
      const failure = { code: 'internal', message: 'oh' }
      expect(await store.audits.fail(id, failure)).toBe(true)
      expect(await store.audits.fail(id, failure)).toBe(false)
      await expect(store.audits.complete(id, outcome)).rejects.toThrow(/no longer running/)
      expect(await store.audits.status(caller, id)).toMatchObject({ state: 'failed', failure })
      expect(await store.audits.page(caller, { limit: 5 })).toEqual({ audits: [] })
    })

    test('of another caller looks like none', async () => {
      const { caller, id } = await finished(someone(), {}, 'token')
      for (const other of [someone(), walletCaller('0xABC'), accountCaller('%'), accountCaller('')]) {
        expect(await store.audits.get(other, id)).toBeUndefined()
        expect(await store.audits.status(other, id)).toBeUndefined()
        expect(await store.audits.page(other, { limit: 100 })).toEqual({ audits: [] })
        const { createdAt } = (await store.audits.get(caller, id))!
        const cursor = cursorAt({ createdAt: new Date(createdAt.getTime() + 1), id })
        expect(await store.audits.page(other, { limit: 100, cursor })).toEqual({ audits: [] })
        expect(await store.audits.revokeReport(other, id)).toBe(false)
        expect(await store.deleteAudit(other, id)).toBe(false)
      }
      expect(await store.audits.byReportToken(id, 'token')).toBeDefined()
    })

    test('opens to the bearer of its token, until that is revoked', async () => {
      const { caller, id } = await finished(someone(), {}, 'the token')
      const without = await finished()
      expect((await store.audits.byReportToken(id, 'the token'))?.id).toBe(id)
      expect(await store.audits.byReportToken(id, 'the tokem')).toBeUndefined()
      expect(await store.audits.byReportToken(id, sha256('the token'))).toBeUndefined()
      expect(await store.audits.byReportToken(without.id, 'the token')).toBeUndefined()
      expect(await store.audits.revokeReport(caller, id)).toBe(true)
      expect(await store.audits.byReportToken(id, 'the token')).toBeUndefined()
      expect(await store.audits.get(caller, id)).toBeDefined()
    })
  })

  describe('the listing', () => {
    const everyPage = async (
      caller: ReturnType<typeof someone>,
      limit: number,
      between: (page: number) => Promise<void>,
    ) => {
      const ids: string[] = []
      let cursor: string | undefined
      for (let page = 0; ; page++) {
        const { audits, nextCursor } = await store.audits.page(caller, { limit, cursor })
        ids.push(...audits.map(({ id }) => id))
        expect(audits.length).toBeLessThanOrEqual(limit)
        if (!nextCursor) return ids
        cursor = nextCursor
        await between(page)
      }
    }

    test('reads results a few megabytes at a time, all of them and in their order', async () => {
      const caller = someone()
      const results: string[] = []
      for (const [at, megabytes] of [3, 0, 3, 9, 0].entries()) {
        const result = { score: 90, summary: 'fine', filling: String(at).repeat(megabytes * 1_000_000 + 1) }
        const id = await store.audits.start(caller, newAudit({ createdAt: new Date(1_800_000_000_000 - at) }))
        await store.audits.complete(id, { ...outcome, ...written(result) })
        results.push(JSON.stringify(result))
      }
      const { audits } = await store.audits.listing(caller, { limit: 10 })
      const read: string[] = []
      for await (const { resultJson } of audits) read.push(String(resultJson))
      expect(read.map((json) => json.length)).toEqual(results.map((json) => json.length))
      expect(read).toEqual(results)
    })

    test.each([1, 3, 7])('neither skips nor repeats while audits arrive, %i at a time', async (limit) => {
      const caller = someone()
      // Five in each of four milliseconds: the place of a page's end is often within one.
      const made: { id: string; createdAt: Date }[] = []
      for (let at = 0; at < 20; at++) {
        const createdAt = new Date(1_800_000_000_000 + Math.floor(at / 5))
        made.push({ ...(await finished(caller, { createdAt })), createdAt })
      }
      const expected = made
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
        .map(({ id }) => id)
      const late = new Set<string>()
      const seen = await everyPage(caller, limit, async (page) => {
        // A newer one, and others into milliseconds that lie before and behind.
        for (const ms of [1000 + page, 3, 0]) {
          late.add((await finished(caller, { createdAt: new Date(1_800_000_000_000 + ms) })).id)
        }
      })
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((id) => !late.has(id))).toEqual(expected)
    })

    test.each([
      ['newest', [4, 3, 2, 1, 0]],
      ['oldest', [0, 1, 2, 3, 4]],
      // Of the same score, and with as many files to regenerate, the newer first.
      ['score', [3, 1, 4, 2, 0]],
      ['regenerate', [4, 2, 0, 3, 1]],
    ] as const)('by "%s" neither skips nor repeats', async (sort, expected) => {
      const caller = someone()
      const ids: string[] = []
      for (let at = 0; at < 5; at++) {
        const id = await store.audits.start(caller, newAudit({ createdAt: new Date(1_800_000_000_000 + at) }))
        const score = at % 2 === 0 ? 90.3 : 12.5
        await store.audits.complete(id, {
          ...outcome,
          ...written({ score, summary: '' }),
          regenCount: at % 2 === 0 ? 3 : 1,
        })
        ids.push(id)
      }
      const seen: number[] = []
      let cursor: string | undefined
      do {
        const page = await store.audits.overview(caller, { limit: 2, cursor, sort })
        seen.push(...page.audits.map(({ id }) => ids.indexOf(id)))
        cursor = page.nextCursor
      } while (cursor)
      expect(seen).toEqual(expected)
    })

    test('refuses a cursor of another order', async () => {
      const place = { createdAt: new Date(0), id: 'a'.repeat(32) }
      const asked = (sort: 'newest' | 'oldest' | 'score' | 'regenerate', value?: number) =>
        store.audits.overview(someone(), { limit: 2, sort, cursor: cursorAt({ ...place, value }) })
      for (const wrong of [
        asked('newest', 1),
        asked('oldest', 1),
        asked('score'),
        asked('regenerate', 1.5),
      ]) {
        await expect(wrong).rejects.toThrow(InvalidCursorError)
      }
    })

    test('finds audits by their name and the names of their files, letter by letter', async () => {
      const caller = someone()
      const named = async (files: string[], name = '') => {
        const id = await store.audits.start(
          caller,
          newAudit({ files: files.map((each) => fileOf('x', each)) }),
        )
        await store.audits.rename(caller, id, name)
        await store.audits.complete(id, outcome)
        return id
      }
      const plain = await named(['chapter-01.mp3', 'say "hi".mp3'])
      const odd = await named(['a_b%c\\d.mp3'], 'Größe \0 ""')
      const running = await store.audits.start(caller, newAudit({ files: [fileOf('x', 'Chapter-02.mp3')] }))
      const found = async (search: string) => [
        ...(await store.audits.overview(caller, { limit: 9, search })).audits.map(({ id }) => id),
        ...(await store.audits.unfinished(caller, search)).map(({ id }) => id),
      ]
      expect(await found('CHAPTER')).toEqual([plain, running])
      expect(await found('say "hi"')).toEqual([plain])
      expect(await found('%')).toEqual([odd])
      expect(await found('_b')).toEqual([odd])
      expect(await found('c\\d')).toEqual([odd])
      expect(await found('größe \0')).toEqual([odd])
      expect(await found('nothing of it')).toEqual([])
      expect(await store.audits.rename(someone(), plain, 'mine')).toBe(false)
      expect((await store.audits.get(caller, odd))?.name).toBe('Größe \0 ""')
    })

    test('tells others how far an audit is, until it ends', async () => {
      const caller = someone()
      const id = await store.audits.start(caller, newAudit())
      expect(await store.audits.status(caller, id)).toMatchObject({ beganAt: null, filesDone: 0 })
      await store.audits.keepProgress(id, { filesDone: 2, timeLeftSec: 7 })
      const [told] = await store.audits.unfinished(caller)
      expect(told).toMatchObject({ id, state: 'running', filesDone: 2, timeLeftSec: 7 })
      expect(told.beganAt).toBeInstanceOf(Date)
      await store.audits.keepProgress(id, { filesDone: 3, timeLeftSec: undefined })
      expect(await store.audits.status(caller, id)).toMatchObject({
        filesDone: 3,
        timeLeftSec: null,
        beganAt: told.beganAt,
      })
      await store.audits.fail(id, { code: 'interrupted', message: 'x' })
      await store.audits.keepProgress(id, { filesDone: 9, timeLeftSec: 1 })
      expect(await store.audits.unfinished(caller)).toMatchObject([{ id, state: 'failed', filesDone: 3 }])
    })

    test('has no next page when the last is just full', async () => {
      const caller = someone()
      for (let at = 0; at < 4; at++) await finished(caller)
      const first = await store.audits.page(caller, { limit: 2 })
      const last = await store.audits.page(caller, { limit: 2, cursor: first.nextCursor })
      expect(last.audits).toHaveLength(2)
      expect(last).not.toHaveProperty('nextCursor')
    })

    test.each([
      '',
      'x',
      'MTIz',
      `${cursorAt({ createdAt: new Date(0), id: 'a'.repeat(32) })}=`,
      '💥',
      '%00',
      'null',
    ])('refuses the cursor "%s"', async (cursor) => {
      await expect(store.audits.page(someone(), { limit: 2, cursor })).rejects.toThrow(InvalidCursorError)
    })
  })

  describe('findings', () => {
    const key = (name: string) => sha256(name)
    const contentSha256 = sha256('heard')

    test('come back to the byte, for their caller alone', async () => {
      const [mine, other] = [someone(), someone()]
      const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
      await store.findings.keep(mine, [{ key: key('a'), contentSha256, bytes }])
      expect(Buffer.from((await store.findings.take(mine, [key('a')])).get(key('a'))!).equals(bytes)).toBe(
        true,
      )
      expect((await store.findings.take(other, [key('a')])).size).toBe(0)
      expect(await store.findings.known(mine, [key('a'), key('b')])).toEqual(new Set([key('a')]))
      expect(await store.findings.known(other, [key('a'), key('b')])).toEqual(new Set())
      expect(await store.findings.known(mine, [])).toEqual(new Set())
    })

    test('found again replace the old ones, also twice in one batch', async () => {
      const caller = someone()
      const kept = (...values: number[]) =>
        values.map((value) => ({ key: key('c'), contentSha256, bytes: Uint8Array.of(value) }))
      await store.findings.keep(caller, kept(1))
      await store.findings.keep(caller, kept(2, 3))
      expect([...(await store.findings.take(caller, [key('c')])).get(key('c'))!]).toEqual([3])
    })

    test('of a full batch are found together', async () => {
      const caller = someone()
      const keys = Array.from({ length: 2000 }, (_, at) => key(String(at)))
      const bytes = new Uint8Array(100)
      await store.findings.keep(
        caller,
        keys.slice(0, 500).map((one) => ({ key: one, contentSha256, bytes })),
      )
      expect((await store.findings.known(caller, keys)).size).toBe(500)
    })
  })

  test('an error of a query can be told without its values', async () => {
    const id = 'e'.repeat(32)
    await store.audits.start(someone(), newAudit({ id }))
    const again = newAudit({ id, files: [fileOf('x', 'private name')] })
    const error = await store.audits.start(someone(), again).catch((refused) => refused)
    expect(String(error)).toContain('private name')
    const told = withoutValues(error) as Error
    expect(told.message).toMatch(/duplicate key/)
    expect(`${told.stack} ${JSON.stringify(told)} ${told.cause}`).not.toContain('private name')
    expect(withoutValues(told)).toBe(told)
  })

  describe('a secret', () => {
    test('is the same for all who ask for it, at once or later', async () => {
      const [one, two] = await Promise.all([store.secrets.get('links'), store.secrets.get('links')])
      expect(one).toHaveLength(32)
      expect(two).toEqual(one)
      expect(await store.secrets.get('links')).toEqual(one)
      expect(await store.secrets.get('other')).not.toEqual(one)
    })
  })
})
