// The service as it is started on a machine: the compiled program in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

export interface RunningServer {
  address: string
  /** What it printed until it was up. */
  welcome: string
  process: ChildProcess
  /** Ends it by a signal; resolves with the exit status once it is gone. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** With a umask it is started as by a careless machine: what the service does not close to others is open to them. */
export async function runServer(
  dataFolder: string,
  env: Record<string, string> = {},
  { umask }: { umask?: string } = {},
): Promise<RunningServer> {
  const serve = [process.execPath, '--single-threaded-gc', program, 'serve']
  const [command, ...args] = umask ? ['sh', '-c', `umask ${umask} && exec "$0" "$@"`, ...serve] : serve
  const child = spawn(command, args, {
    env: {
      ...process.env,
      AUDIO_AUDIT_DATA: dataFolder,
      PORT: '0',
      HOST: '127.0.0.1',
      AUDIO_AUDIT_WORKERS: '1',
      LOG_LEVEL: 'warn',
      // The test runner has one of its own.
      BASE_URL: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let welcome = ''
  let complaints = ''
  const gone = once(child, 'exit')
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      welcome += text
      // It says which port it found only where it was free to choose.
      const given = env.PORT && /listens at [\s\S]*\n$/.test(welcome) ? env.PORT : undefined
      const found = given ?? /\(port (\d+)\)[\s\S]*\n$/.exec(welcome)?.[1]
      if (found) resolve(found)
    })
    gone.then(() => reject(new Error(`the server ended: ${complaints}`)))
  })
  return {
    address: `http://127.0.0.1:${port}`,
    welcome,
    process: child,
    async end(signal) {
      child.kill(signal)
      const [status] = await gone
      return status
    },
  }
}
