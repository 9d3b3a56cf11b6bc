import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What the built program of the clone prints. */
export function runHere(args: string[], cache: string): string {
  const { stdout } = spawnSync(process.execPath, ['dist/cli/main.js', ...args, '--quiet'], {
    cwd: root,
    env: { ...process.env, AUDIO_AUDIT_CACHE: cache },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  return stdout
}
