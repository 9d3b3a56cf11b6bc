import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3 } from '../../lab/service/engines.js'
import { sha256 } from '../../lab/service/sample-audit.js'
import { type Blobs, type ByteRange, placeOf } from '../../src/store/blobs.js'
import { FolderBlobs } from '../../src/store/folder-blobs.js'
import { S3Blobs } from '../../src/store/s3-blobs.js'
import { spool, TooManyBytesError } from '../../src/store/spool.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'blobs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const places: [string, () => Promise<{ blobs: Blobs; stop: () => Promise<void> }>][] = [
  ['a folder', async () => ({ blobs: new FolderBlobs(path.join(folder, 'audio')), stop: async () => {} })],
  [
    'a bucket',
    async () => {
      const server = await startS3()
      const blobs = new S3Blobs(server.settings)
      return {
        blobs,
        stop() {
          blobs.close()
          return server.stop()
        },
      }
    },
  ],
]

describe.each(places)('audio in %s', (_, open) => {
  let blobs: Blobs
  let stop: () => Promise<void>
  beforeAll(async () => {
    ;({ blobs, stop } = await open())
  })
  afterAll(() => stop?.())

  const content = randomBytes(300_000)
  const stored = async (caller: string, bytes: Uint8Array = content) => {
    const file = path.join(folder, randomBytes(8).toString('hex'))
    await writeFile(file, bytes)
    const key = { caller, sha256: sha256(bytes) }
    await blobs.put(key, file)
    return key
  }

  test('comes back to the byte', async () => {
    const key = await stored('me')
    expect(await blobs.has(key)).toBe(true)
    const { stream, totalBytes } = (await blobs.get(key))!
    expect(totalBytes).toBe(content.length)
    expect((await buffer(stream)).equals(content)).toBe(true)
  })

  // Not { from: 0, to: 0 }: the server of the tests takes a last byte 0 for none given.
  test.each([
    [{ from: 0, to: 1 }],
    [{ from: 7, to: 7 }],
    [{ from: 100, to: 199 }],
    [{ from: 299_999 }],
    [{ from: 65_536 }],
    [{ from: 299_000, to: 999_999_999 }],
  ])('is read in part: %o', async (range: ByteRange) => {
    const { stream, totalBytes } = (await blobs.get(await stored('me'), range))!
    expect(totalBytes).toBe(content.length)
    expect((await buffer(stream)).equals(content.subarray(range.from, (range.to ?? 1e9) + 1))).toBe(true)
  })

  test.each([
    [{ from: 300_000 }],
    [{ from: -1 }],
    [{ from: 5, to: 4 }],
    [{ from: 0.5 }],
    [{ from: Number.NaN }],
  ])('has no part %o', async (range) => {
    await expect(blobs.get(await stored('me'), range)).rejects.toThrow(RangeError)
  })

  test('is found by its owner alone', async () => {
    const key = await stored('owner')
    for (const caller of ['other', '', 'owner/', '../owner', 'OWNER']) {
      expect(await blobs.has({ ...key, caller })).toBe(false)
      expect(await blobs.get({ ...key, caller })).toBeUndefined()
    }
  })

  test('is gone when deleted, for its owner alone, and may be deleted again', async () => {
    const [mine, other] = [await stored('mine'), await stored('other')]
    await blobs.delete(placeOf(mine))
    await blobs.delete(placeOf(mine))
    expect(await blobs.get(mine)).toBeUndefined()
    expect(await blobs.has(other)).toBe(true)
  })

  test('put again is the same', async () => {
    await stored('again')
    const key = await stored('again')
    expect((await buffer((await blobs.get(key))!.stream)).equals(content)).toBe(true)
  })

  test.each(['', '..', '../../../etc/passwd', `${'a'.repeat(63)}/`, 'A'.repeat(64), `${'a'.repeat(64)}\n`])(
    'is never asked for as "%s"',
    async (hash) => {
      const key = { caller: 'me', sha256: hash }
      const source = path.join(folder, 'source')
      await writeFile(source, 'x')
      await expect(blobs.put(key, source)).rejects.toThrow(TypeError)
      await expect(blobs.get(key)).rejects.toThrow(TypeError)
      await expect(blobs.delete(hash)).rejects.toThrow(TypeError)
    },
  )
})

describe('a folder of audio', () => {
  test('keeps all to itself and inside, whatever a caller is called', async () => {
    const inner = path.join(folder, 'deep', 'audio')
    const blobs = new FolderBlobs(inner)
    const source = path.join(folder, 'one')
    await writeFile(source, 'one')
    for (const caller of ['../../..', '/etc', 'a\0b', '.', '', 'x'.repeat(5000), '😀']) {
      await blobs.put({ caller, sha256: sha256('one') }, source)
    }
    expect(await readdir(path.join(folder, 'deep'))).toEqual(['audio'])
    const files = await readdir(inner, { recursive: true, withFileTypes: true })
    const kept = files.filter((entry) => entry.isFile())
    expect(kept).toHaveLength(7)
    expect(kept.every(({ name }) => name === sha256('one'))).toBe(true)
    expect((await stat(inner)).mode & 0o077).toBe(0)
  })

  test('is rid of copies that were cut off, and of nothing else', async () => {
    const blobs = new FolderBlobs(path.join(folder, 'cut'))
    const source = path.join(folder, 'two')
    await writeFile(source, 'two')
    await blobs.put({ caller: 'me', sha256: sha256('two') }, source)
    await writeFile(path.join(folder, 'cut', 'unfinished', 'half'), 'tw')
    await blobs.sweepUnfinished(3_600_000)
    expect(await readdir(path.join(folder, 'cut', 'unfinished'))).toEqual(['half'])
    await blobs.sweepUnfinished(0)
    expect(await readdir(path.join(folder, 'cut', 'unfinished'))).toEqual([])
    expect(await blobs.has({ caller: 'me', sha256: sha256('two') })).toBe(true)
  })
})

describe('a stream', () => {
  const pieces = [Buffer.from('a'), Buffer.alloc(70_000, 7), Buffer.from('z')]
  const whole = Buffer.concat(pieces)

  test('is written and hashed on the way', async () => {
    const file = path.join(folder, 'spooled')
    expect(await spool(Readable.from(pieces), file)).toEqual({
      sha256: sha256(whole),
      byteCount: whole.length,
    })
    expect((await readFile(file)).equals(whole)).toBe(true)
  })

  test('is cut off at the limit, and leaves nothing', async () => {
    const file = path.join(folder, 'too-long')
    await spool(Readable.from(pieces), file, { mostBytes: whole.length })
    await rm(file)
    const longer = spool(Readable.from(pieces), file, { mostBytes: whole.length - 1 })
    await expect(longer).rejects.toThrow(TooManyBytesError)
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  test('that breaks off leaves nothing, and one never overwrites another', async () => {
    const file = path.join(folder, 'broken')
    const breaking = async function* () {
      yield Buffer.from('half')
      throw new Error('hung up')
    }
    await expect(spool(breaking(), file)).rejects.toThrow('hung up')
    await expect(stat(file)).rejects.toThrow('ENOENT')
    await writeFile(file, 'first')
    await expect(spool(Readable.from(pieces), file)).rejects.toThrow('EEXIST')
    expect(await readFile(file, 'utf8')).toBe('first')
  })
})
