// A lock file for a folder that the archives are installed in: the versions that the clone was tested with. With it npm needs
// nothing but its cache, since `npm ci` has put all of them there.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Packed } from './pack.js'

interface Locked {
  version?: string
  resolved?: string
  dev?: boolean
  devOptional?: boolean
  link?: boolean
}

const lockFile = fileURLToPath(new URL('../../package-lock.json', import.meta.url))

export function lockFor(packed: readonly Packed[]): object {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, Locked> }
  const ours = packed.map(({ name, file }) => {
    const {
      devDependencies: _,
      workspaces: __,
      ...about
    } = packages[folderOf(name)] as Record<string, unknown>
    return [`node_modules/${name}`, { ...about, resolved: `file:${file}` }] as const
  })
  const others = Object.entries(packages).filter(
    ([at, { dev, devOptional, link }]) => at.startsWith('node_modules/') && !dev && !devOptional && !link,
  )
  return {
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { dependencies: dependenciesOn(packed) },
      ...Object.fromEntries(ours),
      ...Object.fromEntries(others.map(([at, about]) => [at, { ...about, resolved: archiveOf(at, about) }])),
    },
  }
}

export function dependenciesOn(packed: readonly Packed[]): Record<string, string> {
  return Object.fromEntries(packed.map(({ name, file }) => [name, `file:${file}`]))
}

function folderOf(name: string): string {
  return name === 'audio-audit' ? '' : `packages/${name.replace('audio-audit-', '')}`
}

/** npm puts the registry that it is set to in the place of this one. */
function archiveOf(at: string, { version }: Locked): string {
  const name = at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
}
