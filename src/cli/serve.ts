import { parseArgs } from 'node:util'
import type { Command } from './command.js'

const help = `Usage: audio-audit serve

Runs the service. It listens on port 8080 and keeps its database and audio under ./data unless told otherwise by
environment variables (PORT, BASE_URL, AUDIO_AUDIT_DATA, DATABASE_URL and more: see docs/hosting.md).
The first start makes an account with an API key and prints it. The log goes to the error stream.

Options:
  -h, --help     print this

Ctrl-C or SIGTERM stops it: running audits get some time to finish, and else their credits are given back.
`

export const serveCommand: Command = {
  summary: 'run the service',
  help,
  run: async (args, door) => {
    parseArgs({ args, options: {} })
    // Loaded when it is asked for: the other commands need neither a web server nor a database.
    const { serve } = await import('./serving.js')
    return serve(door)
  },
}
