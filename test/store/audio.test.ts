import { randomUUID } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileOf, newAudit, outcome, sha256 } from '../../lab/service/sample-audit.js'
import { placeOf } from '../../src/store/blobs.js'
import { accountCaller, type Caller } from '../../src/store/caller.js'
import type { OpenDatabase } from '../../src/store/database.js'
import { FolderBlobs } from '../../src/store/folder-blobs.js'
import { migrate } from '../../src/store/migrate.js'
import { type Store, storeOn } from '../../src/store/store.js'
import { describeOnEach } from './databases.js'

const DAY_MS = 86_400_000

describeOnEach('stored audio', (made) => {
  let opened: OpenDatabase
  let store: Store
  let folder: string

  beforeAll(async () => {
    opened = await made.database.open()
    await migrate(opened.db)
    folder = path.join(made.database.dataFolder, 'audio')
    store = storeOn(opened, new FolderBlobs(folder))
  })
  afterAll(() => store?.close())

  const someone = () => accountCaller(randomUUID())

  async function uploaded(content: string): Promise<string> {
    const file = path.join(made.database.dataFolder, `upload-${randomUUID()}`)
    await writeFile(file, content)
    return file
  }

  /** A finished audit of files with these contents. */
  async function audited(caller: Caller, contents: string[], createdAt = new Date()) {
    const files = contents.map((content) => fileOf(content))
    const id = await store.audits.start(caller, newAudit({ files, createdAt }))
    for (const content of contents) {
      await store.audio.put({ caller, sha256: sha256(content) }, await uploaded(content))
    }
    await store.audits.complete(id, outcome)
    return id
  }

  const heard = async (caller: Caller, content: string) => {
    const blob = await store.audio.get({ caller, sha256: sha256(content) })
    return blob && text(blob.stream)
  }
  const isOnDisk = async (caller: Caller, content: string) => {
    const place = placeOf({ caller, sha256: sha256(content) })
    return (await readdir(path.join(folder, path.dirname(place))).catch((): string[] => [])).includes(
      sha256(content),
    )
  }
  const retention = { audio: 30, findings: 30, idempotencyKeys: 1, webhookLog: 14 }

  test('is there for its caller, and for nobody else', async () => {
    const [mine, other] = [someone(), someone()]
    await audited(mine, ['private'])
    expect(await heard(mine, 'private')).toBe('private')
    expect(await heard(other, 'private')).toBeUndefined()
  })

  test('needs an audit that has it', async () => {
    const [mine, other] = [someone(), someone()]
    await audited(mine, ['a'])
    const put = store.audio.put({ caller: other, sha256: sha256('a') }, await uploaded('a'))
    await expect(put).rejects.toThrow(/no audit/)
    expect(await isOnDisk(other, 'a')).toBe(false)
  })

  test('goes with its audit, unless another audit of the caller has it too', async () => {
    const [caller, other] = [someone(), someone()]
    const first = await audited(caller, ['shared', 'single'])
    const second = await audited(caller, ['shared'])
    await audited(other, ['shared', 'single'])
    expect(await store.deleteAudit(caller, first)).toBe(true)
    expect(await store.audits.get(caller, first)).toBeUndefined()
    expect(await store.deleteAudit(caller, first)).toBe(false)
    expect(await heard(caller, 'shared')).toBe('shared')
    expect(await isOnDisk(caller, 'single')).toBe(false)
    await store.deleteAudit(caller, second)
    expect(await isOnDisk(caller, 'shared')).toBe(false)
    expect(await heard(other, 'shared')).toBe('shared')
    expect(await heard(other, 'single')).toBe('single')
  })

  test('is deleted after its time while the result stays', async () => {
    const caller = someone()
    const old = await audited(caller, ['old', 'both'], new Date(Date.now() - 31 * DAY_MS))
    const recent = await audited(caller, ['new', 'both'], new Date(Date.now() - 29 * DAY_MS))
    expect(await store.retain(retention)).toBe(1)
    expect(await isOnDisk(caller, 'old')).toBe(false)
    expect(await heard(caller, 'new')).toBe('new')
    expect(await heard(caller, 'both')).toBe('both')
    expect((await store.audits.get(caller, old))?.audioDeletedAt).toBeInstanceOf(Date)
    expect((await store.audits.get(caller, old))?.fileNames).toEqual(['old.wav', 'both.wav'])
    expect(await store.audits.file(old, 0)).toBeUndefined()
    expect((await store.audits.get(caller, recent))?.audioDeletedAt).toBeNull()
    expect(await store.retain(retention)).toBe(0)
  })

  test('of a failed audit goes, of a running one stays', async () => {
    const caller = someone()
    const file = fileOf('take')
    const failing = await store.audits.start(caller, newAudit({ files: [file] }))
    const running = await store.audits.start(caller, newAudit({ files: [file, fileOf('other')] }))
    await store.audio.put({ caller, sha256: file.sha256 }, await uploaded('take'))
    await store.audits.fail(failing, { code: 'internal', message: '' })
    await store.audio.dropUnreferenced()
    expect(await heard(caller, 'take')).toBe('take')
    await store.audits.fail(running, { code: 'internal', message: '' })
    expect(await store.audio.dropUnreferenced(caller)).toBe(1)
    expect(await isOnDisk(caller, 'take')).toBe(false)
  })

  test('is there whenever an audit says so, though others delete the same content all the time', async () => {
    const caller = someone()
    const round = async () => {
      for (let at = 0; at < 8; at++) {
        const id = await audited(caller, ['contended'])
        expect(await heard(caller, 'contended')).toBe('contended')
        await store.deleteAudit(caller, id)
      }
    }
    await Promise.all([round(), round(), round()])
    expect(await isOnDisk(caller, 'contended')).toBe(false)
  })

  test('that a killed process left without a row is removed, and nothing else', async () => {
    const caller = someone()
    await audited(caller, ['kept'])
    const stray = placeOf({ caller, sha256: sha256('stray') })
    await mkdir(path.join(folder, path.dirname(stray)), { recursive: true })
    await writeFile(path.join(folder, stray), 'stray')
    await writeFile(path.join(folder, 'unfinished', 'half'), 'ha')
    await writeFile(path.join(folder, 'README'), 'not ours')
    await store.audio.dropLeftovers(false)
    expect(await isOnDisk(caller, 'stray')).toBe(true)
    await store.audio.dropLeftovers(true)
    expect(await isOnDisk(caller, 'stray')).toBe(false)
    expect(await heard(caller, 'kept')).toBe('kept')
    expect(await readdir(path.join(folder, 'unfinished'))).toEqual([])
    expect(await readdir(folder)).toContain('README')
  })

  describe('what is kept beside it', () => {
    const found = (content: string) => ({
      key: sha256(`found in ${content}`),
      contentSha256: sha256(content),
      bytes: Uint8Array.of(1),
    })
    const isKnown = async (caller: Caller, content: string) =>
      (await store.findings.known(caller, [found(content).key])).size === 1

    test('findings go with the last audit of their content, also when all go at once', async () => {
      const caller = someone()
      const ids = await Promise.all([1, 2, 3].map(() => audited(caller, ['same', 'same again'])))
      const other = await audited(caller, ['other'])
      await store.findings.keep(caller, ['same', 'same again', 'other'].map(found))
      await store.deleteAudit(caller, ids.pop()!)
      expect(await isKnown(caller, 'same')).toBe(true)
      await Promise.all(ids.map((id) => store.deleteAudit(caller, id)))
      expect(await isKnown(caller, 'same')).toBe(false)
      expect(await isKnown(caller, 'same again')).toBe(false)
      expect(await isKnown(caller, 'other')).toBe(true)
      await store.deleteAudit(caller, other)
      expect(await isKnown(caller, 'other')).toBe(false)
    })

    test('findings of a deleted audit that a running one was about go when that fails', async () => {
      const caller = someone()
      const done = await audited(caller, ['both'])
      await store.findings.keep(caller, [found('both')])
      const running = await store.audits.start(caller, newAudit({ files: [fileOf('both')] }))
      await store.deleteAudit(caller, done)
      expect(await isKnown(caller, 'both')).toBe(true)
      await store.audits.fail(running, { code: 'internal', message: 'out of order' })
      expect(await isKnown(caller, 'both')).toBe(false)
    })

    test('waveforms go with their audio, and none is kept of what is gone', async () => {
      const caller = someone()
      const id = await audited(caller, ['drawn'])
      const key = { caller, sha256: sha256('drawn') }
      await store.audio.keepWaveform(key, 1, '{"peaks":[1]}')
      await store.audio.keepWaveform(key, 1, '{"peaks":[2]}')
      expect(await store.audio.waveform(key, 1)).toBe('{"peaks":[2]}')
      expect(await store.audio.waveform(key, 2)).toBeUndefined()
      expect(await store.audio.waveform({ ...key, caller: someone() }, 1)).toBeUndefined()
      await store.deleteAudit(caller, id)
      expect(await store.audio.waveform(key, 1)).toBeUndefined()
      await store.audio.keepWaveform(key, 1, '{"peaks":[3]}')
      expect(await store.audio.waveform(key, 1)).toBeUndefined()
    })

    test('audits that failed go after the time of audio', async () => {
      const caller = someone()
      const failed = await store.audits.start(
        caller,
        newAudit({ createdAt: new Date(Date.now() - 31 * DAY_MS) }),
      )
      await store.audits.fail(failed, { code: 'internal', message: 'out of order' })
      const old = await audited(caller, ['old result'], new Date(Date.now() - 31 * DAY_MS))
      await store.retain(retention)
      expect(await store.audits.status(caller, failed)).toBeUndefined()
      expect(await store.audits.status(caller, old)).toMatchObject({ state: 'done' })
    })

    test('findings go when nobody has asked for them, not when somebody has', async () => {
      const caller = someone()
      const [used, unused] = ['used', 'unused'].map((name) => ({
        key: sha256(name),
        contentSha256: sha256('heard'),
        bytes: Uint8Array.of(1),
      }))
      await store.findings.keep(caller, [used, unused])
      await opened.db.execute(
        sql`UPDATE findings SET used_at = now() - interval '31 days' WHERE caller = ${caller}`,
      )
      await store.findings.take(caller, [used.key])
      await store.retain(retention)
      expect(await store.findings.known(caller, [used.key, unused.key])).toEqual(new Set([used.key]))
    })

    test('keys of requests go after their time', async () => {
      const caller = someone()
      const id = await audited(caller, ['x'])
      await store.idempotency.claim(caller, 'key', 'request', id)
      await store.retain(retention)
      expect(await store.idempotency.find(caller, 'key', 'request')).toEqual({
        auditId: id,
        isSameRequest: true,
      })
      await opened.db.execute(sql`UPDATE idempotency_keys SET created_at = now() - interval '2 days'`)
      await store.retain(retention)
      expect(await store.idempotency.find(caller, 'key', 'request')).toBeUndefined()
    })
  })
})
