import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DiskCache, defaultCache } from '../../src/audit/disk-cache.js'
import {
  canonicalJson,
  contentSha256,
  type FindingsOrigin,
  findingsKey,
} from '../../src/audit/findings-cache.js'
import { packFindings, unpackFindings } from '../../src/audit/packed-findings.js'

let folder: string
const keyOf = (digit: string) => digit.repeat(64)
const fileOf = (key: string) => path.join(folder, key.slice(0, 2), key)

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cache-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('findings on disk', () => {
  test('come back as they were, to the last bit', async () => {
    const print = Float32Array.of(0.1, -0, Number.NaN, 1e-45, 3.4e38, 1 / 3)
    const findings = { print, nested: [{ sec: 0.1 + 0.2, none: null, wide: -0 }], text: 'café\u0000' }
    await new DiskCache(folder).set(keyOf('a'), packFindings(findings))
    const kept = unpackFindings((await new DiskCache(folder).get(keyOf('a')))!) as typeof findings
    expect(kept).toEqual(findings)
    expect(kept.print).toBeInstanceOf(Float32Array)
    expect(new Uint8Array(kept.print.buffer, kept.print.byteOffset, kept.print.byteLength)).toEqual(
      new Uint8Array(print.buffer),
    )
  })

  test('are for the owner alone, and leave nothing unfinished behind', async () => {
    await new DiskCache(folder).set(keyOf('a'), packFindings({ any: 1 }))
    expect((await stat(fileOf(keyOf('a')))).mode & 0o777).toBe(0o600)
    expect(await readdir(path.join(folder, 'aa'))).toEqual([keyOf('a')])
  })

  test('that are not there are undefined', async () => {
    expect(await new DiskCache(path.join(folder, 'nowhere')).get(keyOf('a'))).toBeUndefined()
  })

  test.each([
    ['emptied', () => Buffer.alloc(0)],
    ['cut short', (bytes: Buffer) => bytes.subarray(0, -1)],
    [
      'a bit turned',
      (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === bytes.length - 3 ? byte ^ 1 : byte))),
    ],
    ['of another program', () => Buffer.from('{"findings": 1}')],
  ])('that are damaged (%s) are as good as none, and are replaced', async (_, damage) => {
    const cache = new DiskCache(folder)
    await cache.set(keyOf('a'), packFindings({ any: [1, 2, 3] }))
    await writeFile(fileOf(keyOf('a')), damage(await readFile(fileOf(keyOf('a')))))
    expect(await cache.get(keyOf('a'))).toBeUndefined()
    await cache.set(keyOf('a'), packFindings({ any: 4 }))
    expect(unpackFindings((await cache.get(keyOf('a')))!)).toEqual({ any: 4 })
  })

  test('beyond the limit push out those not used for longest', async () => {
    const room = new Uint8Array(1000)
    const cache = new DiskCache(folder, { mostBytes: 4000 })
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    for (const [digit, days] of [
      ['a', 3],
      ['b', 2],
      ['c', 1],
    ] as const) {
      await cache.set(keyOf(digit), packFindings(room))
      await utimes(fileOf(keyOf(digit)), daysAgo(days), daysAgo(days))
    }
    // Used just now, though it is the oldest.
    expect(unpackFindings((await cache.get(keyOf('a')))!)).toEqual(room)
    await cache.set(keyOf('d'), packFindings(room))
    const kept = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (digit) => (await cache.get(keyOf(digit))) !== undefined),
    )
    expect(kept).toEqual([true, false, true, true])
  })

  test('never take along what is not theirs, but clear what a killed program left unfinished', async () => {
    await new DiskCache(folder).set(keyOf('a'), packFindings(1))
    const letter = path.join(folder, 'letter.txt')
    await writeFile(letter, 'x'.repeat(10_000))
    const abandoned = `${fileOf(keyOf('a'))}.0123456789ab`
    await writeFile(abandoned, 'half')
    await utimes(abandoned, 0, 0)
    const young = `${fileOf(keyOf('a'))}.ba9876543210`
    await writeFile(young, 'half')
    await new DiskCache(folder, { mostBytes: 1 }).set(keyOf('b'), packFindings(2))
    expect(await readFile(letter, 'utf8')).toHaveLength(10_000)
    expect(await readdir(path.join(folder, 'aa'))).toEqual([path.basename(young)])
  })

  test('that cannot be kept are no failure', async () => {
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    await expect(
      new DiskCache(path.join(file, 'inside')).set(keyOf('a'), packFindings(1)),
    ).resolves.toBeUndefined()
  })
})

describe('the key', () => {
  const origin: FindingsOrigin = {
    contentSha256: keyOf('0'),
    check: { name: 'pace', version: 1, asks: ['transcript'], models: ['fault1'], parameters: { least: 1 } },
    listenOptions: { a: 1, b: [true, null] },
    model: 'base',
  }

  test('does not depend on the order of the options', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 'x' }], a: null })).toBe('{"a":null,"b":[{"c":"x","d":1}]}')
    expect(findingsKey({ ...origin, listenOptions: { b: [true, null], a: 1 } })).toBe(findingsKey(origin))
  })

  test('depends on content, check, version, what is asked of the track, models, numbers, options, and on the model where words matter', () => {
    const others: FindingsOrigin[] = [
      { ...origin, contentSha256: keyOf('1') },
      { ...origin, check: { ...origin.check, name: 'quality' } },
      { ...origin, check: { ...origin.check, version: 2 } },
      { ...origin, check: { ...origin.check, asks: ['transcript', 'voicePrint'] } },
      { ...origin, check: { ...origin.check, models: ['voicePrint'] } },
      { ...origin, check: { ...origin.check, parameters: { least: 2 } } },
      { ...origin, listenOptions: { a: 2, b: [true, null] } },
      { ...origin, model: 'tiny' },
      { ...origin, model: 'base+whisper' },
    ]
    expect(new Set([origin, ...others].map(findingsKey)).size).toBe(10)
    const wordless: FindingsOrigin = { ...origin, check: { ...origin.check, asks: ['voicePrint'] } }
    expect(findingsKey({ ...wordless, model: 'tiny' })).toBe(findingsKey(wordless))
    expect(findingsKey({ ...wordless, model: 'base+whisper' })).toBe(findingsKey(wordless))
  })
})

test('content is hashed as sha256sum does it', async () => {
  const file = path.join(folder, 'abc')
  await writeFile(file, 'abc')
  // FIPS 180-2, appendix B.1.
  expect(await contentSha256(file)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

describe('where findings are kept', () => {
  test.each([
    [{ AUDIO_AUDIT_CACHE: '/some/where', XDG_CACHE_HOME: '/xdg' }, '/some/where'],
    [{ XDG_CACHE_HOME: '/xdg' }, '/xdg/audio-audit'],
    [{ XDG_CACHE_HOME: 'relative' }, /^\/.*\/\.cache\/audio-audit$/],
    [{}, /^\/.*\/\.cache\/audio-audit$/],
  ])('%o', (env, expected) => {
    const { folder: place } = defaultCache(env) as DiskCache
    if (typeof expected === 'string') expect(place).toBe(expected)
    else expect(place).toMatch(expected)
  })

  test('nowhere when it is off', () => {
    expect(defaultCache({ AUDIO_AUDIT_CACHE: 'off' })).toBeUndefined()
  })
})
