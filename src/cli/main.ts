#!/usr/bin/env -S node --single-threaded-gc
import { createRequire } from 'node:module'
import { SettingError } from '../audit/errors.js'
import type { ListedCommand } from './command.js'
import { exitStatus, Interrupted, UsageError } from './exit.js'
import { printable } from './printable.js'

const commands: Record<string, ListedCommand> = {
  run: {
    summary: 'audit a batch of files: which of them should be regenerated, and why',
    load: async () => (await import('./run.js')).runCommand,
  },
  hear: {
    summary: 'transcribe audio files: format, loudness, speech, words with times',
    load: async () => (await import('./hear.js')).transcribeCommand,
  },
  serve: {
    summary: 'run the service',
    load: async () => (await import('./serve.js')).serveCommand,
  },
  keys: {
    summary: 'make, list and revoke API keys',
    load: async () => (await import('./keys.js')).keysCommand,
  },
  credits: {
    summary: 'grant credits, show balance and history of an account',
    load: async () => (await import('./credits.js')).creditsCommand,
  },
  webhooks: {
    summary: 'register where an account is told of events, show and repeat what was sent',
    load: async () => (await import('./webhooks.js')).webhooksCommand,
  },
  labels: {
    summary: 'export what was decided about issues',
    load: async () => (await import('./labels.js')).labelsCommand,
  },
  mcp: {
    summary: 'serve the tools for agents (Model Context Protocol) on standard input and output',
    load: async () => (await import('./mcp-command.js')).mcpCommand,
  },
  doctor: {
    summary: 'look whether everything that is needed is there and works',
    load: async () => (await import('./doctor.js')).doctorCommand,
  },
  completion: {
    summary: 'print a script that completes commands and options in bash, zsh or fish',
    load: async () => (await import('./completion.js')).completionCommand(commands),
  },
}

const help = `Usage: audio-audit COMMAND [options]

Listens to batches of generated speech and says which files to regenerate, why, and at which second: another voice, another volume
or pace than the rest, clicks, static, dropouts, silence, cut-off or garbled words, a script that was not kept to. Everything runs on
this machine, without a graphics card. Nothing is sent or fetched, but by "serve" what its settings ask for: Redis, PostgreSQL, S3,
payments, webhooks. English is what was measured.

Commands:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`)
  .join('\n')}

Options:
  -h, --help     print this, or the help of a command
  --version      print the version

Environment:
  AUDIO_AUDIT_WORKERS    files analysed at the same time (default: one per core)
  AUDIO_AUDIT_MEMORY_MB  memory that they may take together (default: all that there is)
  AUDIO_AUDIT_CACHE      folder of what was found before (default: ~/.cache/audio-audit); "off" caches nothing
  The service has more, all listed in docs/hosting.md.

Exit status:
  0    done; of "run": nothing to regenerate
  1    of "run": something to regenerate; of "doctor": something is not sound
  2    wrong use, or files that cannot be read
  130  stopped by Ctrl-C

Examples:
  audio-audit run takes/                          audit a folder, against takes/NAME.txt where there are such texts
  audio-audit run takes/ --json > audit.json      the whole result, for programs
  audio-audit hear take.mp3 --vtt captions/       transcribe one file
  PORT=9000 audio-audit serve                     the service and its web app
  audio-audit doctor                              look what is missing here

"audio-audit COMMAND --help" tells more about a command.
`

async function run([name, ...args]: string[], signal: AbortSignal): Promise<number> {
  const { stdout, stderr } = process
  if (name === '--help' || name === '-h' || name === 'help') return print(help)
  if (name === '--version') return print(`${version()}\n`)
  if (name === undefined) throw new UsageError('name a command')
  if (!Object.hasOwn(commands, name)) throw new UsageError(`there is no command "${name}"`)
  const command = await commands[name].load()
  if (asksForHelp(args)) return print(command.help)
  return command.run(args, { stdout, stderr, signal })
}

function print(text: string): number {
  process.stdout.write(text)
  return exitStatus.done
}

/** After "--" everything is a file name. */
function asksForHelp(args: string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? args.length : end).some((arg) => arg === '--help' || arg === '-h')
}

function version(): string {
  return createRequire(import.meta.url)('../../package.json').version
}

function interruptible(): AbortSignal {
  const controller = new AbortController()
  // Only once each: a second Ctrl-C does what it does to any program.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => controller.abort(new Interrupted(name)))
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    controller.abort(error.code === 'EPIPE' ? new Interrupted('SIGPIPE') : error)
  })
  // Whoever closed the error stream does not want to know about it.
  process.stderr.on('error', () => {})
  return controller.signal
}

function statusAfter(error: unknown): number {
  if (error instanceof Interrupted) return exitStatus[error.by]
  if (error instanceof UsageError || error instanceof SettingError || isParseArgsError(error)) {
    process.stderr.write(`audio-audit: ${printable(error.message)}\nTry "audio-audit --help".\n`)
    return exitStatus.failed
  }
  process.stderr.write(`audio-audit: ${error instanceof Error ? error.stack : error}\n`)
  return exitStatus.crashed
}

function isParseArgsError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}

const signal = interruptible()
// No process.exit: output to a pipe may still be on its way, and a thread inside a model must not be cut off.
process.exitCode = await run(process.argv.slice(2), signal).catch(statusAfter)
if (signal.aborted) process.exitCode = statusAfter(signal.reason)
