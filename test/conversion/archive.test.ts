import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { filesInArchive } from '../../src/conversion/upstream/archive.js'

const folder = mkdtempSync(path.join(tmpdir(), 'archive-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the archive of a package', () => {
  const deep = `${'a-folder-with-a-long-name/'.repeat(5)}file.txt`
  const written: Record<string, Buffer> = {
    'package.json': Buffer.from('{"name":"made-up","version":"1.0.0"}'),
    'empty.txt': Buffer.alloc(0),
    // One byte short of a block, a whole one, one byte more.
    ...Object.fromEntries(
      [511, 512, 513].map((bytes) => [`b/${bytes}.bin`, Buffer.alloc(bytes, bytes % 251)]),
    ),
    [deep]: Buffer.from('deep down'),
  }
  for (const [name, bytes] of Object.entries(written)) {
    mkdirSync(path.dirname(path.join(folder, 'package', name)), { recursive: true })
    writeFileSync(path.join(folder, 'package', name), bytes)
  }
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: path.join(folder, 'package'),
  })
  const archive = readFileSync(path.join(folder, 'made-up-1.0.0.tgz'))

  test('gives back what npm packed, by its path in the package', () => {
    const files = filesInArchive(archive)
    expect([...files.keys()].toSorted()).toEqual(Object.keys(written).toSorted())
    for (const [name, bytes] of Object.entries(written)) expect(Buffer.from(files.get(name)!)).toEqual(bytes)
  })

  test('is refused when it breaks off inside a file', () => {
    const cut = gunzipSync(archive).subarray(0, 700)
    expect(() => filesInArchive(gzipSync(cut))).toThrow('the archive is damaged')
  })
})
