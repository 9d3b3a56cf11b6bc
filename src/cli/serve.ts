import { parseArgs } from 'node:util'
import type { Command } from './command.js'

const help = `Usage: audio-audit serve [--role all|api|worker]

Runs the service. It listens on port 8080 and keeps its database and audio under ./data unless told otherwise by
environment variables (PORT, BASE_URL, AUDIO_AUDIT_DATA, DATABASE_URL and more: see docs/hosting.md).
The first start makes an account with an API key and prints it. The log goes to the error stream.

Options:
  --role ROLE    all (default): everything in this process, or with REDIS_URL, DATABASE_URL and S3_BUCKET beside others
                 api: answers requests and leaves analysing to workers; needs REDIS_URL, DATABASE_URL and S3_BUCKET
                 worker: analyses files for others; needs REDIS_URL and S3_BUCKET, answers on its port to
                 /healthz, /readyz and /metrics only
  -h, --help     print this

Ctrl-C or SIGTERM stops it: running audits get some time to finish, and else their credits are given back; what a
worker has not finished by then is given back to the others.
`

export const serveCommand: Command = {
  help,
  run: async (args, door) => {
    const { values } = parseArgs({ args, options: { role: { type: 'string' } } })
    // Loaded when it is asked for: the other commands need neither a web server nor a database.
    const { serve } = await import('./serving.js')
    return serve(door, values.role)
  },
}
