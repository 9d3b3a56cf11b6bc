// What would be published, tried as a user gets it: packed, installed in an empty folder, run there.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Installed, installFromCache, runInstalled } from '../../scripts/release/install.js'
import { limits } from '../../scripts/release/limits.js'
import { type Packed, packAll } from '../../scripts/release/pack.js'
import { shownInReadme, wordsAndNumbers } from '../cli/readme-sample.js'
import { isCi } from '../machine/needing.js'

const samples = fileURLToPath(new URL('../../samples', import.meta.url))
const LAST_DIGIT = 1
let folder: string
let packed: Packed[]
let installed: Installed | undefined

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'archives-'))
  packed = packAll(path.join(folder, 'packed'))
  installed = fromCache(path.join(folder, 'empty'), packed)
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Whoever has cleaned npm's cache since "npm ci" and is offline cannot try it; under CI the network is asked then. */
function fromCache(empty: string, archives: Packed[]): Installed | undefined {
  try {
    return installFromCache(empty, archives, ['--offline'])
  } catch (error) {
    rmSync(empty, { recursive: true, force: true })
    if (isCi()) return installFromCache(empty, archives, ['--prefer-offline'])
    console.warn(
      `\n*** SKIPPED: the archives are not installed, since npm's cache lacks packages: run "npm ci" (${error}) ***\n`,
    )
    return undefined
  }
}

describe('the archives', () => {
  test('are those of the product, the weights, the runtime and the client, in one version', () => {
    const names = packed.map(({ name }) => name).toSorted()
    expect(names).toEqual(['audio-audit', 'audio-audit-client', 'audio-audit-models', 'audio-audit-runtime'])
    expect(new Set(packed.map(({ version }) => version)).size).toBe(1)
  })

  test('hold neither what only the build needs nor sources', () => {
    const files = packed.flatMap((each) => each.files.map((file) => `${each.name}/${file}`))
    expect(files.filter((file) => /conversion\/|tsbuildinfo|\/sources\/|\.ts$/.test(file))).toEqual(
      files.filter((file) => file.endsWith('.d.ts') && !file.includes('conversion/')),
    )
    // Else nothing was looked at.
    expect(files).toEqual(
      expect.arrayContaining(['audio-audit/dist/cli/main.js', 'audio-audit/dist/web/index.html']),
    )
  })

  test('have a small client', () => {
    const client = packed.find(({ name }) => name === 'audio-audit-client')!
    expect(client.unpackedByteCount).toBeLessThan(limits.clientBytes)
  })
})

describe('installed in an empty folder', () => {
  test('they bring few packages, run nothing and make npm warn of nothing', ({ skip }) => {
    if (!installed) return skip()
    expect(installed.packages).toBeLessThanOrEqual(limits.packages)
    expect(installed.byteCount).toBeLessThanOrEqual(limits.bytesOnDisk)
    expect(installed).toMatchObject({ warnings: [], withScripts: [] })
  })

  test('they find in the samples, without a network, what README.md shows of the clone', ({ skip }) => {
    if (!installed) return skip()
    const run = runInstalled(installed.folder, ['run', samples, '--quiet'], {
      AUDIO_AUDIT_CACHE: path.join(folder, 'cache'),
    })
    expect(run.status).toBe(1)
    const [shown, printed] = [shownInReadme(), run.stdout].map(wordsAndNumbers)
    expect(printed.words).toBe(shown.words)
    for (const [at, number] of shown.numbers.entries()) {
      expect(Math.abs(number - printed.numbers[at]), `${number} at ${at}`).toBeLessThanOrEqual(LAST_DIGIT)
    }
  }, 600_000)

  test.each([
    ['a module', 'm.mjs', "import * as library from 'audio-audit'"],
    ['CommonJS', 'c.cjs', "const library = require('audio-audit')"],
  ])('they are a library for %s', (_, name, load) => {
    if (!installed) return
    const file = path.join(installed.folder, name)
    writeFileSync(file, `${load}\nconsole.log(typeof library.audit, library.checkNames.length)`)
    const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
    expect({ stdout, stderr }).toEqual({
      stdout: 'function 4\n',
      stderr: expect.not.stringContaining('Error'),
    })
  })

  test('they bring a client that a module loads by itself', () => {
    if (!installed) return
    const file = path.join(installed.folder, 'client.mjs')
    writeFileSync(file, "import { createClient } from 'audio-audit-client'\nconsole.log(typeof createClient)")
    expect(spawnSync(process.execPath, [file], { encoding: 'utf8' }).stdout).toBe('function\n')
  })
})
