import { spawnSync } from 'node:child_process'

/** Where npm gets packages from and keeps them; all else that an npm above has set would change what is tried. */
const KEPT_SETTINGS =
  /^npm_config_(registry|cache|userconfig|globalconfig|cafile|proxy|https_proxy|noproxy)$/i
/** Settings of the machine that npm does not know; not a word about a package. */
const OF_THE_MACHINE = /^npm warn Unknown (user|env|global|builtin) config/

export interface NpmRun {
  status: number | null
  stdout: string
  /** Lines of "npm warn" that are about packages. */
  warnings: string[]
  stderr: string
}

/** Runs npm or npx as a user would, whatever npm script this process belongs to. */
export function npm(folder: string, args: string[], command: 'npm' | 'npx' = 'npm'): NpmRun {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    env: userEnvironment(),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const warnings = stderr.split('\n').filter((line) => /^npm warn/.test(line) && !OF_THE_MACHINE.test(line))
  return { status, stdout, stderr, warnings }
}

export function userEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_OPTIONS$|VITEST|INIT_CWD$)/i.test(name) || KEPT_SETTINGS.test(name),
  )
  return Object.fromEntries(kept) as Record<string, string>
}
