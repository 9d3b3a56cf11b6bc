// Decisions about issues: whose they are, what replaces them, and with what they go.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileOf, newAudit, outcome, sha256 } from '../../lab/service/sample-audit.js'
import { accountCaller, type Caller } from '../../src/store/caller.js'
import type { OpenDatabase } from '../../src/store/database.js'
import type { NewDecision } from '../../src/store/decisions.js'
import { FolderBlobs } from '../../src/store/folder-blobs.js'
import { migrate, migrations } from '../../src/store/migrate.js'
import { type Store, storeOn } from '../../src/store/store.js'
import { describeOnEach, dropTables } from './databases.js'

describeOnEach('decisions', (made) => {
  let opened: OpenDatabase
  let store: Store

  beforeAll(async () => {
    opened = await made.database.open()
    await dropTables(opened)
    await migrate(opened.db)
    store = storeOn(opened, new FolderBlobs(made.database.dataFolder))
  })
  afterAll(() => store?.close())

  const someone = () => accountCaller(randomUUID())
  const audited = async (caller: Caller, ...contents: string[]) => {
    const files = contents.map((content, at) => fileOf(content, `${at} ${content}.wav`))
    const id = await store.audits.start(caller, newAudit({ files }))
    await store.audits.complete(id, outcome)
    return id
  }
  const about = (content: string, over: Partial<NewDecision> = {}): NewDecision => ({
    contentSha256: sha256(content),
    position: 0,
    check: 'quality',
    kind: 'click',
    timeSec: 1.25,
    endSec: 1.26,
    confidence: 0.9,
    decision: 'falseAlarm',
    note: '',
    ...over,
  })
  const kept = async (caller: Caller) => (await store.decisions.page(caller, { limit: 100 })).length

  test('come back as they were made, with whatever note, and are found in the next audit of the content', async () => {
    const caller = someone()
    const first = await audited(caller, 'a', 'b')
    const notes = ['a "note"', 'nul\0 and half \ud83d']
    const both = [
      about('a', { note: notes[0] }),
      about('b', {
        position: 1,
        check: 'pace',
        kind: 'pace',
        timeSec: null,
        endSec: null,
        confidence: null,
        decision: 'retake',
        note: notes[1],
      }),
    ]
    expect(await store.decisions.keep(caller, first, both)).toBe(true)
    const stored = await store.decisions.ofAudit(caller, first)
    expect(stored).toHaveLength(2)
    for (const one of both) {
      expect(stored).toContainEqual({ ...one, auditId: first, createdAt: expect.any(Date) })
    }
    const second = await audited(caller, 'c', 'a')
    expect(await store.decisions.ofAudit(caller, second)).toMatchObject([{ note: notes[0], auditId: first }])
    expect(await store.decisions.contentsOf(caller, second)).toEqual(
      new Map([
        [0, sha256('c')],
        [1, sha256('a')],
      ]),
    )
  })

  test('are replaced by one about the same issue, also twice in one request, and by no other', async () => {
    const caller = someone()
    const id = await audited(caller, 'a')
    await store.decisions.keep(caller, id, [about('a'), about('a', { decision: 'accept', note: 'later' })])
    await store.decisions.keep(caller, id, [
      about('a', { timeSec: 1.251 }),
      about('a', { kind: 'hum' }),
      about('a', { timeSec: null, endSec: null }),
    ])
    const stored = await store.decisions.ofAudit(caller, id)
    expect(stored).toHaveLength(4)
    expect(stored.find(({ kind, timeSec }) => kind === 'click' && timeSec === 1.25)).toMatchObject({
      decision: 'accept',
      note: 'later',
    })
    const other = await audited(caller, 'a')
    await store.decisions.keep(caller, other, [about('a', { timeSec: null, endSec: null, confidence: 0.2 })])
    expect(await store.decisions.ofAudit(caller, id)).toHaveLength(4)
    expect(await store.decisions.ofAudit(caller, id)).toContainEqual(
      expect.objectContaining({ timeSec: null, confidence: 0.2, auditId: other }),
    )
  })

  test('are of their caller alone', async () => {
    const [mine, other] = [someone(), someone()]
    const id = await audited(mine, 'a')
    const otherId = await audited(other, 'a')
    await store.decisions.keep(mine, id, [about('a')])
    expect(await store.decisions.ofAudit(other, id)).toEqual([])
    expect(await store.decisions.ofAudit(other, otherId)).toEqual([])
    expect(await store.decisions.contentsOf(other, id)).toEqual(new Map())
    expect(await store.decisions.keep(other, id, [about('a')])).toBe(false)
    expect([await kept(mine), await kept(other)]).toEqual([1, 0])
    await store.decisions.keep(other, otherId, [about('a', { decision: 'retake' })])
    expect(await store.decisions.ofAudit(mine, id)).toMatchObject([{ decision: 'falseAlarm' }])
  })

  test('about a content that the audit does not have are not kept, none of them', async () => {
    const caller = someone()
    const id = await audited(caller, 'a')
    expect(await store.decisions.keep(caller, id, [about('a'), about('b')])).toBe(false)
    expect(await kept(caller)).toBe(0)
  })

  test('go with the last audit of their content; until then they are told by the name that is left', async () => {
    const caller = someone()
    const [first, second] = [await audited(caller, 'a', 'b'), await audited(caller, 'c', 'a')]
    await store.decisions.keep(caller, first, [about('a'), about('b', { position: 1 })])
    expect(await store.deleteAudit(caller, first)).toBe(true)
    expect(await store.decisions.page(caller, { limit: 100 })).toMatchObject([
      { contentSha256: sha256('a'), file: '1 a.wav', auditId: null },
    ])
    expect(await store.decisions.ofAudit(caller, second)).toMatchObject([{ auditId: null }])
    expect(await store.deleteAudit(caller, second)).toBe(true)
    const { rows } = await opened.db.execute(sql`SELECT 1 FROM decisions WHERE caller = ${caller}`)
    expect(rows).toEqual([])
  })

  test('made while the last audit of the content goes are gone with it', async () => {
    const caller = someone()
    for (let round = 0; round < 5; round++) {
      const id = await audited(caller, 'a')
      const [isDeleted, isKept] = await Promise.all([
        store.deleteAudit(caller, id),
        store.decisions.keep(caller, id, [about('a')]),
      ])
      expect([isDeleted, typeof isKept]).toEqual([true, 'boolean'])
      expect(await kept(caller)).toBe(0)
    }
  })

  test('are listed a page at a time, all of them once', async () => {
    const caller = someone()
    const contents = ['a', 'b', 'c']
    const id = await audited(caller, ...contents)
    const all = contents.flatMap((content, position) =>
      [null, 0, 0.5, 10, 9.999].map((timeSec) => about(content, { position, timeSec })),
    )
    await store.decisions.keep(caller, id, all)
    const seen: string[] = []
    let after: Awaited<ReturnType<typeof store.decisions.page>>[number] | undefined
    for (;;) {
      const page = await store.decisions.page(caller, { limit: 4, after })
      for (const { file, timeSec } of page) seen.push(`${file} ${timeSec}`)
      after = page.at(-1)
      if (!after) break
    }
    const expected = contents.flatMap((content, at) =>
      [null, 0, 0.5, 10, 9.999].map((timeSec) => `${at} ${content}.wav ${timeSec}`),
    )
    expect(seen.toSorted()).toEqual(expected.toSorted())
  })

  test('can be made about audits of an earlier version while their files are there', async () => {
    const before = migrations.findIndex(({ name }) => name === '0007-decisions')
    await dropTables(opened)
    await migrate(opened.db, migrations.slice(0, before))
    const caller = someone()
    await opened.db.execute(sql`INSERT INTO audits
      (id, caller, source, selected_analyses, accuracy, file_names, file_count, lease_until)
      VALUES ('old', ${caller}, 'api', '[]', 'standard', '["x","y","z"]', 3, now())`)
    for (const [position, content] of ['a', 'b', 'a'].entries()) {
      await opened.db.execute(sql`INSERT INTO audit_files
        (audit_id, position, caller, name, sha256, byte_count, media_type)
        VALUES ('old', ${position}, ${caller}, '"x"', ${sha256(content)}, 1, 'audio/wav')`)
    }
    for (const content of ['a', 'b', 'gone']) {
      await opened.db.execute(
        sql`INSERT INTO audit_contents (audit_id, caller, sha256) VALUES ('old', ${caller}, ${sha256(content)})`,
      )
    }
    await migrate(opened.db)
    const { rows } = await opened.db.execute<{ positions: string | null }>(
      sql`SELECT positions FROM audit_contents ORDER BY positions`,
    )
    expect(rows.map(({ positions }) => positions)).toEqual(['[0,2]', '[1]', null])
    const contents = new Map(['a', 'b', 'a'].map((content, at) => [at, sha256(content)]))
    expect(await store.decisions.contentsOf(caller, 'old')).toEqual(contents)
    await opened.db.execute(sql`UPDATE audit_contents SET positions = NULL`)
    expect(await store.decisions.contentsOf(caller, 'old')).toEqual(contents)
  })
})
