import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { VerifiedFiles } from '../../src/speech/verified-files.js'

const folder = mkdtempSync(path.join(tmpdir(), 'audio-audit-verified-'))
const location = path.join(folder, 'model')
afterAll(() => rmSync(folder, { recursive: true }))

/** Long enough that a state of a file counts. */
const SETTLED_MS = 150

let tests = 0
const newName = () => `test ${tests++}`

const readings = ['read', 'expect'] as const

/** How often the file was verified over the given readings. */
function counting(files: VerifiedFiles, reading: (typeof readings)[number] = 'read') {
  let verified = 0
  return {
    read: (nowMs?: number) => files[reading](1, location, () => verified++, nowMs),
    verified: () => verified,
  }
}

describe('VerifiedFiles', () => {
  beforeEach(async () => {
    writeFileSync(location, 'the model')
    await sleep(SETTLED_MS)
  })

  it('verifies a file once and gives its bytes every time', () => {
    const files = new VerifiedFiles(newName(), 2)
    let verified = 0
    const read = () => Buffer.from(files.read(1, location, () => verified++)).toString()
    expect([read(), read()]).toEqual(['the model', 'the model'])
    expect(verified).toBe(1)
  })

  it('lets a file that is opened by its name be read once, from its beginning', () => {
    const files = new VerifiedFiles(newName(), 2)
    const seen: string[] = []
    const expected = () =>
      files.expect(1, location, (descriptor) => seen.push(readFileSync(descriptor, 'utf8')))
    expected()
    expected()
    expect(seen).toEqual(['the model'])
  })

  it('has read a file that is opened by its name, when its bytes are asked for', () => {
    const files = new VerifiedFiles(newName(), 2)
    counting(files, 'expect').read()
    const reader = counting(files)
    reader.read()
    expect(reader.verified()).toBe(0)
  })

  it.each(readings)(
    'verifies again (%s) what was written to, even when length and time look as before',
    async (reading) => {
      const longAgo = new Date(1e12)
      utimesSync(location, longAgo, longAgo)
      await sleep(SETTLED_MS)
      const reader = counting(new VerifiedFiles(newName(), 2), reading)
      reader.read()
      writeFileSync(location, 'the mode1')
      utimesSync(location, longAgo, longAgo)
      reader.read()
      expect(reader.verified()).toBe(2)
    },
  )

  it.each(readings)('verifies again (%s) what was put in its place', (reading) => {
    const reader = counting(new VerifiedFiles(newName(), 2), reading)
    reader.read()
    writeFileSync(`${location}.new`, 'the model')
    renameSync(`${location}.new`, location)
    reader.read()
    expect(reader.verified()).toBe(2)
  })

  it.each(readings)(
    'verifies again (%s) what has changed a moment ago: the next change might not show',
    (reading) => {
      const reader = counting(new VerifiedFiles(newName(), 2), reading)
      const changedMs = statSync(location).ctimeMs
      reader.read(Math.floor(changedMs) + 5)
      reader.read()
      expect(reader.verified()).toBe(2)
    },
  )

  it('does not cache a file that was refused', () => {
    const files = new VerifiedFiles(newName(), 2)
    const refuse = () => {
      throw new Error('not the pinned one')
    }
    for (const reading of [...readings, ...readings])
      expect(() => files[reading](1, location, refuse)).toThrow('not the pinned one')
  })

  it('keeps one file apart from another', () => {
    const files = new VerifiedFiles(newName(), 2)
    counting(files).read()
    let other = 0
    files.read(0, location, () => other++)
    expect(other).toBe(1)
  })

  it('shares what was found with threads that are started later', async () => {
    const name = newName()
    counting(new VerifiedFiles(name, 2)).read()
    const seen = await new Promise<bigint[]>((resolve, reject) => {
      const script = `const { getEnvironmentData, parentPort } = require('node:worker_threads')
        parentPort.postMessage([...new BigInt64Array(getEnvironmentData(${JSON.stringify(name)}))])`
      new Worker(script, { eval: true }).on('message', resolve).on('error', reject)
    })
    expect(seen.slice(0, 4)).toEqual([0n, 0n, 0n, 0n])
    expect(seen[5]).toBe(BigInt('the model'.length))
  })
})
