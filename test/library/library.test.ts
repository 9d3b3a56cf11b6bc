import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { libraryReference, referenceFile } from '../../scripts/derive/library-reference.js'
import * as library from '../../src/library/index.js'

const { audit, AuditError, createPool, DecodeError, FileError, transcribe } = library
const sample = (name: string) => fileURLToPath(new URL(`../../samples/${name}`, import.meta.url))
const [lamp, morning] = ['02-lamp.mp3', '06-morning.mp3'].map(sample)
let folder: string
let pool: library.Pool

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'library-'))
  pool = createPool({ workers: 1, model: 'tiny' })
})
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the library', () => {
  test('gives these names and no others', () => {
    expect(Object.keys(library).toSorted()).toEqual([
      'AuditError',
      'DecodeError',
      'FileError',
      'ModelError',
      'audit',
      'auditAsCsv',
      'checkNames',
      'createPool',
      'qualityCheckNames',
      'transcribe',
    ])
  })

  test('has a reference that is made of the code (else: npm run derive)', () => {
    const reference = libraryReference()
    for (const name of Object.keys(library)) expect(reference).toContain(`\`${name}`)
    expect(readFileSync(referenceFile, 'utf8')).toBe(reference)
  })

  test('is what the package exports, with its types', () => {
    const { exports } = JSON.parse(readFileSync(sample('../package.json'), 'utf8'))
    expect(exports['.']).toEqual({
      types: './dist/library/index.d.ts',
      default: './dist/library/index.js',
    })
  })
})

describe('an audit in the same process', () => {
  test('takes paths and content, tells its progress and finds what is wrong', async () => {
    const steps: string[] = []
    vi.stubEnv('TMPDIR', mkdtempSync(path.join(folder, 'temporary-')))
    const found = await audit([lamp, { name: 'in memory', content: readFileSync(morning) }], {
      pool,
      checks: ['quality'],
      cache: path.join(folder, 'cache'),
      onProgress: ({ file, step }) => steps.push(`${file} ${step}`),
    })
    expect(found.tracksToRegenerate).toMatchObject([
      { file: 'in memory', reasons: [{ check: 'quality', message: expect.stringContaining('static') }] },
    ])
    expect(steps).toEqual(expect.arrayContaining(['02-lamp.mp3 heard', 'in memory heard']))
    expect(readdirSync(path.join(folder, 'cache')).length).toBeGreaterThan(0)
    // What was in memory is not left on the disk.
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('audio-audit-'))).toEqual([])
    vi.unstubAllEnvs()
  })

  test('says what is wrong with files and options before it opens a model', async () => {
    const refused = audit(['nowhere.mp3'], { pool, checks: ['quality'], cache: false })
    await expect(refused).rejects.toThrow(AuditError)
    await expect(refused).rejects.toMatchObject({ details: [{ file: 'nowhere.mp3', fault: 'not_found' }] })
    await expect(audit([lamp], { pool, checks: ['comparison'], cache: false })).rejects.toThrow(
      'at least 2 files',
    )
  })

  test('ends when its signal says so', async () => {
    const stop = new AbortController()
    const running = audit([lamp], {
      pool,
      checks: ['quality'],
      cache: false,
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    })
    await expect(running).rejects.toThrow('enough')
    await expect(audit([lamp], { signal: stop.signal })).rejects.toThrow('enough')
  })
})

describe('one file', () => {
  test('is transcribed', async () => {
    const { transcript } = await transcribe(lamp, { pool })
    expect(transcript.text).toContain('climbed the hundred')
  })

  test('that is no audio is refused', async () => {
    const noise = { name: 'a.wav', content: new Uint8Array(1000).fill(7) }
    await expect(transcribe(noise, { pool })).rejects.toThrow(DecodeError)
    await expect(transcribe('nowhere.mp3', { pool })).rejects.toThrow(FileError)
  })
})
