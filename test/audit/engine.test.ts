import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DecodeError } from '../../src/audio/decode/error.js'
import { AuditError } from '../../src/audit/audit-error.js'
import { type AuditContext, type AuditProgress, audit } from '../../src/audit/engine.js'
import type { FindingsCache } from '../../src/audit/findings-cache.js'
import { judgingHere } from '../../src/audit/judging-here.js'
import { packFindings, unpackFindings } from '../../src/audit/packed-findings.js'
import { type AuditRequest, completeRequest } from '../../src/audit/request.js'
import type { PaceFindings } from '../../src/checks/pace/findings.js'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'engine-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** 60 words; at speed 1 in 20 seconds, which are 180 words per minute. */
const saying = (speed: number): PaceFindings => ({
  presence: 'speech',
  wordCount: 60,
  speechSec: 20 / speed,
  runningSec: 20 / speed,
  longestPauseSec: 0.5,
  typicalSec: 20,
  parts: [],
})

type Behaviour = PaceFindings | Error | ((signal: AbortSignal) => Promise<PaceFindings>)

/** A batch of files and a pool that finds in them what it is told. Content and behaviour belong together. */
async function batchOf(behaviours: Record<string, Behaviour>, workers = 2) {
  const heard: { name: string; checks: string[] }[] = []
  const files = await Promise.all(
    Object.keys(behaviours).map(async (name) => {
      const file = { name, path: path.join(folder, name) }
      await writeFile(file.path, name)
      return file
    }),
  )
  const pool: AuditContext['pool'] = {
    workers,
    model: 'base',
    async listen(file, requests, { signal, onStage } = {}) {
      const name = path.basename(file)
      heard.push({ name, checks: requests.map(({ check }) => check) })
      onStage?.('decode')
      const behaviour = behaviours[name]
      if (behaviour instanceof Error) throw behaviour
      const findings = typeof behaviour === 'function' ? await behaviour(signal!) : behaviour
      return {
        findings: requests.map(() => packFindings(findings)),
        stageSec: { decode: 1 },
        totalSec: 4,
        durationSec: 9,
      }
    },
  }
  return { files, pool, heard }
}

function memoryCache(): FindingsCache & { entries: Map<string, Uint8Array> } {
  const entries = new Map<string, Uint8Array>()
  return {
    entries,
    get: async (key) => entries.get(key),
    set: async (key, findings) => void entries.set(key, findings),
  }
}

const request: AuditRequest = { checks: ['pace'] }
const reference = { name: 'mara.wav', path: 'mara.wav' }
const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it did not fail'),
    (error) => error,
  )

describe('an audit', () => {
  test('has every field, in the order of the batch, whichever file is done first', async () => {
    const { files, pool } = await batchOf({
      'slow.wav': async () => {
        await new Promise((resolve) => setTimeout(resolve, 30))
        return saying(0.7)
      },
      'b.wav': saying(1),
      'fast.wav': saying(1.5),
      'd.wav': saying(1),
      'e.wav': saying(1),
    })
    const result = await audit(files, request, { pool, judging: judgingHere })
    expect(Object.keys(result)).toEqual([
      'score',
      'summary',
      'fileCount',
      'auditId',
      'deviationThreshold',
      'batchAlarms',
      'tracksToRegenerate',
      'checks',
      'timing',
    ])
    expect(result.fileCount).toBe(5)
    expect(result.auditId).toMatch(/^[0-9a-f]{32}$/)
    expect(Object.keys(result.checks)).toEqual(['pace'])
    expect(result.checks.pace!.tracks.map(({ file }) => file)).toEqual(files.map(({ name }) => name))
    expect(result.tracksToRegenerate).toEqual([
      { file: 'slow.wav', reasons: [{ check: 'pace', message: 'spoken 30 % slower than the batch' }] },
      { file: 'fast.wav', reasons: [{ check: 'pace', message: 'spoken 50 % faster than the batch' }] },
    ])
    expect(result.summary).toBe(
      '2 of 5 files should be regenerated: slow.wav (spoken 30 % slower than the batch) and fast.wav (spoken 50 % faster than the batch).',
    )
    expect(result.score).toBe(result.checks.pace!.score)
  })

  test('says how the time was spent: a quarter of what the workers did was decoding', async () => {
    const { files, pool } = await batchOf({ 'a.wav': saying(1), 'b.wav': saying(1) })
    const { timing } = await audit(files, request, { pool, judging: judgingHere })
    expect(timing.decode + timing.checks).toBeCloseTo(timing.total, 2)
    expect(timing.decode).toBeLessThan(timing.total / 2 + 0.001)
  })

  test('tells how far each file has come', async () => {
    const { files, pool } = await batchOf({ 'a.wav': saying(1), 'b.wav': saying(1) }, 1)
    const seen: AuditProgress[] = []
    await audit(files, request, { pool, judging: judgingHere, onProgress: (progress) => seen.push(progress) })
    expect(seen.map(({ file, index, step, filesDone }) => [file, index, step, filesDone])).toEqual([
      ['a.wav', 0, 'decode', 0],
      ['a.wav', 0, 'heard', 1],
      ['b.wav', 1, 'decode', 1],
      ['b.wav', 1, 'heard', 2],
    ])
  })
})

describe('references', () => {
  const files = ['a.wav', 'b.wav', 'c.wav'].map((name) => ({ name, path: name }))

  test('one without a cast is of the voice that all files should have', () => {
    const { voices, references } = completeRequest(files, {
      checks: ['comparison'],
      referenceVoices: { ' Mara ': reference },
    })
    expect([...voices]).toEqual(files.map(({ name }) => [name, 'Mara']))
    expect(references).toEqual([{ voice: 'Mara', from: reference }])
  })

  test('several of one voice are each listened to', () => {
    const { references } = completeRequest(files, {
      checks: ['comparison'],
      referenceVoices: { Mara: [reference, { print: '{}' }] },
    })
    expect(references).toEqual([
      { voice: 'Mara', from: reference },
      { voice: 'Mara', from: { print: '{}' } },
    ])
  })

  test('with a cast they may be of voices that no file should have', () => {
    const { voices, references } = completeRequest(files, {
      checks: ['comparison'],
      voices: { 'a.wav': 'Mara' },
      referenceVoices: { Mara: reference, Narrator: { print: '{}' } },
    })
    expect([...voices]).toEqual([['a.wav', 'Mara']])
    expect(references.map(({ voice }) => voice)).toEqual(['Mara', 'Narrator'])
  })

  test('are not listened to where voices are not compared', () => {
    expect(
      completeRequest(files, { checks: ['pace'], referenceVoices: { Mara: reference } }).references,
    ).toEqual([])
  })
})

describe('a request that cannot be met is refused before any work', () => {
  const refusalOf = async (files: string[], wrong: Partial<AuditRequest>) => {
    const { pool, heard } = await batchOf({})
    const named = files.map((name) => ({ name, path: path.join(folder, name) }))
    const error = await failure(
      audit(named, { ...request, ...wrong } as AuditRequest, { pool, judging: judgingHere }),
    )
    expect(error).toBeInstanceOf(AuditError)
    expect(heard).toEqual([])
    expect(error.code).toBe('invalid_request')
    return error as AuditError
  }

  test.each<[string, string[], Record<string, unknown>, RegExp]>([
    ['one file', ['a.wav'], {}, /at least 2 files/],
    ['two files of one name', ['a.wav', 'a.wav'], {}, /Two files are called "a.wav"/],
    ['no check', ['a.wav', 'b.wav'], { checks: [] }, /at least one check: .*pace/],
    ['an unknown check', ['a.wav', 'b.wav'], { checks: ['taste'] }, /no check "taste"/],
    ['a threshold above 1', ['a.wav', 'b.wav'], { deviationThreshold: 1.5 }, /from 0 to 1, not 1.5/],
    ['no threshold at all', ['a.wav', 'b.wav'], { deviationThreshold: Number.NaN }, /from 0 to 1/],
    ['an unknown accuracy', ['a.wav', 'b.wav'], { accuracy: 'best' }, /standard, high, highest/],
    ['an unknown quality check', ['a.wav', 'b.wav'], { qualityChecks: { smell: true } }, /"smell".*garble/],
    [
      'a script for no file',
      ['a.wav', 'b.wav'],
      { scripts: { 'c.wav': 'Hello' } },
      /"c.wav" but no such file/,
    ],
    [
      'references of two voices, and nobody says which file has which',
      ['a.wav', 'b.wav'],
      { referenceVoices: { Mara: reference, Tom: reference } },
      /references of 2 voices: say in voices which file/,
    ],
    [
      'a reference whose name is misspelt',
      ['a.wav', 'b.wav'],
      { voices: { 'a.wav': 'Mara' }, referenceVoices: { Marra: reference } },
      /"Marra", which is the voice of no file. Did you mean "Mara"\?/,
    ],
    [
      'a voice with two references',
      ['a.wav', 'b.wav'],
      { voices: { 'a.wav': 'Mara' }, referenceVoices: { Mara: reference, ' Mara': reference } },
      /names "Mara" twice/,
    ],
    ['a list of no references', ['a.wav', 'b.wav'], { referenceVoices: { Mara: [] } }, /its list is empty/],
    [
      'too many references of one voice',
      ['a.wav', 'b.wav'],
      { referenceVoices: { Mara: Array(101).fill(reference) } },
      /101 references, more than the 100/,
    ],
    ['a reference of nobody', ['a.wav', 'b.wav'], { referenceVoices: { ' ': reference } }, /has no name/],
    [
      'a reference of a very long name',
      ['a.wav', 'b.wav'],
      { referenceVoices: { ['M'.repeat(101)]: reference } },
      /more than 100 characters/,
    ],
    [
      'more references than anybody needs',
      ['a.wav', 'b.wav'],
      { referenceVoices: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`v${at}`, reference])) },
      /101 references, more than the 100/,
    ],
  ])('%s', async (_, files, wrong, message) => {
    expect((await refusalOf(files, wrong as Partial<AuditRequest>)).message).toMatch(message)
  })

  test('everything that is wrong is named at once', async () => {
    const { details } = await refusalOf(['a.wav', 'a.wav'], { deviationThreshold: -1 })
    expect(details.map(({ field, file }) => field ?? file)).toEqual(['deviationThreshold', 'a.wav'])
  })
})

describe('files that cannot be read', () => {
  test('are all named, and the others are only opened from then on', async () => {
    const { files, pool, heard } = await batchOf(
      {
        'a.wav': saying(1),
        'cut.mp3': new DecodeError('truncated', 'The file is cut short.'),
        'c.wav': saying(1),
        'empty.wav': new DecodeError('empty', 'The file is empty.'),
      },
      1,
    )
    const missing = { name: 'missing.wav', path: path.join(folder, 'nowhere', 'missing.wav') }
    for (const cache of [undefined, memoryCache()]) {
      heard.length = 0
      const batch = cache ? [...files, missing] : files
      const error: AuditError = await failure(audit(batch, request, { pool, judging: judgingHere, cache }))
      expect(error).toBeInstanceOf(AuditError)
      expect(error.code).toBe('unreadable_audio')
      expect(error.details.map(({ file, fault }) => [file, fault])).toEqual([
        ['cut.mp3', 'truncated'],
        ['empty.wav', 'empty'],
        ...(cache ? [['missing.wav', 'not_found']] : []),
      ])
      expect(heard.find(({ name }) => name === 'c.wav')?.checks).toEqual([])
    }
  })
})

describe('what is cached', () => {
  test('is not listened to again, whatever the threshold, and gives the same audit', async () => {
    const { files, pool, heard } = await batchOf({
      'a.wav': saying(1),
      'b.wav': saying(1),
      'c.wav': saying(1.4),
    })
    const cache = memoryCache()
    const first = await audit(files, request, { pool, judging: judgingHere, cache })
    expect(heard).toHaveLength(3)
    const steps: string[] = []
    const second = await audit(files, request, {
      pool,
      judging: judgingHere,
      cache,
      onProgress: ({ step }) => steps.push(step),
    })
    expect(heard).toHaveLength(3)
    expect(steps).toEqual(['remembered', 'remembered', 'remembered'])
    const { auditId, timing, ...rest } = first
    expect(second).toMatchObject(rest)
    expect(second.auditId).not.toBe(auditId)
    const lax = await audit(
      files,
      { ...request, deviationThreshold: 0.9 },
      { pool, judging: judgingHere, cache },
    )
    expect(heard).toHaveLength(3)
    expect(lax.tracksToRegenerate).toEqual([])
  })

  test('goes by content, not by name; by model too', async () => {
    const { files, pool, heard } = await batchOf({ 'a.wav': saying(1), 'b.wav': saying(1) })
    const cache = memoryCache()
    await audit(files, request, { pool, judging: judgingHere, cache })
    const renamed = files.map(({ path: file }, index) => ({ name: `other-${index}.wav`, path: file }))
    const again = await audit(renamed, request, { pool, judging: judgingHere, cache })
    expect(heard).toHaveLength(2)
    expect(again.checks.pace!.tracks[0].file).toBe('other-0.wav')
    await audit(files, request, { pool: { ...pool, model: 'tiny' }, judging: judgingHere, cache })
    expect(heard).toHaveLength(4)
  })

  test('is listened to again when the caller wants it fresh, and cached anew', async () => {
    const { files, pool, heard } = await batchOf({ 'a.wav': saying(1), 'b.wav': saying(1) })
    const cache = memoryCache()
    await audit(files, request, { pool, judging: judgingHere, cache })
    for (const key of cache.entries.keys()) cache.entries.set(key, packFindings(saying(2)))
    await audit(files, request, { pool, judging: judgingHere, cache, forceFresh: true })
    expect(heard).toHaveLength(4)
    expect([...cache.entries.values()].map(unpackFindings)).toEqual([saying(1), saying(1)])
  })
})

describe('an end before its time', () => {
  test('a signal stops the files under way and begins no others', async () => {
    const begun: string[] = []
    const stopped: string[] = []
    const untilStopped = (name: string) => async (signal: AbortSignal) => {
      await new Promise((_, reject) => {
        begun.push(name)
        signal.addEventListener('abort', () => {
          stopped.push(name)
          reject(signal.reason)
        })
      })
      return saying(1)
    }
    const { files, pool, heard } = await batchOf({
      'a.wav': untilStopped('a.wav'),
      'b.wav': untilStopped('b.wav'),
      'c.wav': saying(1),
    })
    const controller = new AbortController()
    const running = audit(files, request, { pool, judging: judgingHere, signal: controller.signal })
    const failed = failure(running)
    await vi.waitFor(() => expect(begun).toHaveLength(2))
    controller.abort(new Error('enough'))
    expect((await failed).message).toBe('enough')
    expect(stopped).toEqual(['a.wav', 'b.wav'])
    expect(heard).toHaveLength(2)
  })

  test('a fault of ours stops the files under way before it is told', async () => {
    let stopped = false
    const { files, pool } = await batchOf({
      'a.wav': (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            stopped = true
            reject(signal.reason)
          })
        }),
      'b.wav': new TypeError('unforeseen'),
    })
    expect(await failure(audit(files, request, { pool, judging: judgingHere }))).toBeInstanceOf(TypeError)
    expect(stopped).toBe(true)
  })
})
