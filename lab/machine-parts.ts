// Programs that some tests need and npm does not install, and where they lie.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

interface Part {
  /** What to install, by its Debian name. */
  debian: string
  /** Where it lies; undefined when it is not there. */
  find: () => string | undefined
}

/** Where Debian keeps the programs of PostgreSQL, off the path and by version. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql'
const DEBIAN_PYTHON = '/usr/bin/python3'
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome']
const FIREFOXES = ['firefox-esr', 'firefox']

const parts = {
  Chromium: {
    debian: 'chromium',
    find: () =>
      [process.env.CHROMIUM ?? [], BROWSERS.flatMap((name) => onPath(name) ?? [])].flat().find(existsSync),
  },
  Firefox: {
    debian: 'firefox-esr',
    find: () =>
      [process.env.FIREFOX ?? [], FIREFOXES.flatMap((name) => onPath(name) ?? [])].flat().find(existsSync),
  },
  Redis: { debian: 'redis-server', find: () => onPath('redis-server') },
  PostgreSQL: {
    debian: 'postgresql',
    find: () => {
      const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : []
      const folders = versions.map((version) => path.join(DEBIAN_POSTGRES, version, 'bin'))
      return onPath('initdb') ?? folders.map((folder) => path.join(folder, 'initdb')).find(existsSync)
    },
  },
  curl: { debian: 'curl', find: () => onPath('curl') },
  Python: { debian: 'python3', find: () => onPath('python3') },
  /** A Python that has what our package is built and tested with; Debian's before another that somebody has installed. */
  'Python tools': {
    debian: 'python3-pytest python3-setuptools python3-wheel',
    find: () =>
      [DEBIAN_PYTHON, onPath('python3') ?? []]
        .flat()
        .filter(existsSync)
        .find(
          (python) => spawnSync(python, ['-c', 'import pytest, setuptools.build_meta, wheel']).status === 0,
        ),
  },
} satisfies Record<string, Part>

export type PartName = keyof typeof parts

function onPath(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, program))
    .find(existsSync)
}

/** Where the program of a part lies; an error that says what to install when it is not there. */
export function programOf(name: PartName): string {
  const found = parts[name].find()
  if (!found) throw new Error(`this ${missingLine([name])}`)
  return found
}

/** What to say of those that are not there; null when all are. */
export function missingLine(needed: PartName[]): string | null {
  const missing = needed.filter((name) => !parts[name].find())
  if (missing.length === 0) return null
  const packages = missing.map((name) => parts[name].debian).join(' ')
  return `needs ${missing.join(' and ')}, not found on this machine: apt-get install ${packages}`
}
