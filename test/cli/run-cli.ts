import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The command as users get it: the compiled one. "npm test" builds before it tests. */
const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

export interface CliResult {
  status: number | null
  stdout: string
  stderr: string
}

interface CliOptions {
  env?: Record<string, string>
  cwd?: string
  /** Called once, when it has been started. */
  onStart?: (child: ChildProcess) => unknown
  /** Called with each part of the standard output as it comes. */
  onOutput?: (child: ChildProcess, text: string) => void
}

export async function runCli(
  args: string[],
  { env = {}, cwd, onStart, onOutput }: CliOptions = {},
): Promise<CliResult> {
  const child = spawn(process.execPath, [program, ...args], {
    // Each thread opens its own models, for two seconds: few files are heard sooner by one, and another test has the other core.
    env: { ...process.env, AUDIO_AUDIT_WORKERS: '1', ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onStart?.(child)
  const result: CliResult = { status: null, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    result.stdout += text
    onOutput?.(child, text)
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    result.stderr += text
  })
  const [status] = await once(child, 'close')
  result.status = status
  return result
}
