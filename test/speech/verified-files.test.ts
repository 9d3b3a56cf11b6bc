import { mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
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

/** How often the file was verified over the given readings. */
function counting(files: VerifiedFiles) {
  let verified = 0
  return {
    read: (nowMs?: number) => files.read(1, location, () => verified++, nowMs),
    verified: () => verified,
  }
}

describe('VerifiedFiles', () => {
  beforeEach(async () => {
    writeFileSync(location, 'the model')
    await sleep(SETTLED_MS)
  })

  it('verifies a file once and gives its bytes every time', () => {
    const reader = counting(new VerifiedFiles(newName(), 2))
    expect(Buffer.from(reader.read()).toString()).toBe('the model')
    expect(Buffer.from(reader.read()).toString()).toBe('the model')
    expect(reader.verified()).toBe(1)
  })

  it('verifies again what was written to, even when length and time look as before', async () => {
    const longAgo = new Date(1e12)
    utimesSync(location, longAgo, longAgo)
    await sleep(SETTLED_MS)
    const reader = counting(new VerifiedFiles(newName(), 2))
    reader.read()
    writeFileSync(location, 'the mode1')
    utimesSync(location, longAgo, longAgo)
    reader.read()
    expect(reader.verified()).toBe(2)
  })

  it('verifies again what was put in its place', () => {
    const reader = counting(new VerifiedFiles(newName(), 2))
    reader.read()
    writeFileSync(`${location}.new`, 'the model')
    renameSync(`${location}.new`, location)
    reader.read()
    expect(reader.verified()).toBe(2)
  })

  it('verifies again what has changed a moment ago: the next change might not show', () => {
    const reader = counting(new VerifiedFiles(newName(), 2))
    const changedMs = statSync(location).ctimeMs
    reader.read(Math.floor(changedMs) + 5)
    reader.read()
    expect(reader.verified()).toBe(2)
  })

  it('does not cache a file that was refused', () => {
    const files = new VerifiedFiles(newName(), 2)
    const refuse = () => {
      throw new Error('not the pinned one')
    }
    expect(() => files.read(1, location, refuse)).toThrow('not the pinned one')
    expect(() => files.read(1, location, refuse)).toThrow('not the pinned one')
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
