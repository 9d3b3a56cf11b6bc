// What a user gets: the archives installed in an empty folder.
import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { dependenciesOn, lockFor } from './lock.js'
import { npm, userEnvironment } from './npm.js'
import type { Packed } from './pack.js'

export interface Installed {
  folder: string
  packages: number
  byteCount: number
  warnings: string[]
  /** Packages that would like to run something when they are installed. */
  withScripts: string[]
}

/** With npm's defaults, as it would be from the registry. */
export function installAsUser(folder: string, packed: readonly Packed[], args: string[] = []): Installed {
  mkdirSync(folder, { recursive: true })
  return installed(folder, ['install', ...args, ...packed.map(({ file }) => file)])
}

/** Out of npm's cache, in the versions of the clone's lock file. */
export function installFromCache(folder: string, packed: readonly Packed[], args: string[]): Installed {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, content: object) =>
    writeFileSync(path.join(folder, name), JSON.stringify(content))
  write('package.json', { private: true, dependencies: dependenciesOn(packed) })
  write('package-lock.json', lockFor(packed))
  return installed(folder, ['install', ...args])
}

function installed(folder: string, args: string[]): Installed {
  const { status, stderr, warnings } = npm(folder, args)
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${stderr}`)
  const lock = path.join(folder, 'node_modules/.package-lock.json')
  const packages: Record<string, { hasInstallScript?: boolean }> = JSON.parse(
    readFileSync(lock, 'utf8'),
  ).packages
  return {
    folder,
    packages: Object.keys(packages).length,
    byteCount: bytesIn(path.join(folder, 'node_modules')),
    warnings,
    withScripts: Object.keys(packages).filter((name) => packages[name].hasInstallScript),
  }
}

/** As the disk counts: whole blocks. */
function bytesIn(place: string): number {
  const { blocks, size } = lstatSync(place)
  const own = blocks === undefined ? size : blocks * 512
  if (!lstatSync(place).isDirectory()) return own
  return readdirSync(place).reduce((sum, name) => sum + bytesIn(path.join(place, name)), own)
}

export interface CommandRun {
  status: number | null
  stdout: string
  stderr: string
  isOffline: boolean
}

/** `npx audio-audit` in the folder; without any network where the system can do that (Linux). */
export function runInstalled(folder: string, args: string[], env: Record<string, string> = {}): CommandRun {
  const isOffline = spawnSync('unshare', ['-rn', 'true']).status === 0
  const [command, ...first] = [
    ...(isOffline ? ['unshare', '-rn'] : []),
    'npx',
    '--offline',
    '--no',
    'audio-audit',
  ]
  const { status, stdout, stderr } = spawnSync(command, [...first, ...args], {
    cwd: folder,
    env: { ...userEnvironment(), ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  return { status, stdout, stderr, isOffline }
}
