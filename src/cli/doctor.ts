import { parseArgs } from 'node:util'
import type { Command } from './command.js'
import { exitStatus } from './exit.js'
import { printable } from './printable.js'

const help = `Usage: audio-audit doctor [--json]

Looks at everything that audio-audit needs here, and says of each in one line whether it is sound, and else how to mend it:
the version of Node, the model runtime, every model file, the second recogniser where it is installed, the settings in the
environment, room on the disk, the port, and, where they are set, PostgreSQL (DATABASE_URL), Redis (REDIS_URL) and the bucket
(S3_BUCKET). Nothing is changed.

Options:
  --json         print a JSON array, one object for each thing that was looked at
  -h, --help     print this

Exit status: 0 when everything is sound, 1 when something is not, 2 when the call was wrong.
`

export const doctorCommand: Command = {
  help,
  run: async (args, { stdout, signal }) => {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
    // Loaded when it is asked for: it knows the service with all that belongs to it.
    const { examine } = await import('../server/examination.js')
    const all: object[] = []
    let isSound = true
    for await (const each of examine()) {
      signal.throwIfAborted()
      isSound &&= each.isSound
      all.push(each)
      if (!values.json) stdout.write(lineOf(each))
    }
    if (values.json) stdout.write(`${JSON.stringify(all, null, 2)}\n`)
    return isSound ? exitStatus.done : exitStatus.found
  },
}

interface Shown {
  what: string
  isSound: boolean
  finding: string
  mend?: string
}

function lineOf({ what, isSound, finding, mend }: Shown): string {
  const text = `${isSound ? 'ok ' : 'BAD'}  ${what.padEnd(10)}  ${finding}`
  return `${printable(mend === undefined ? text : `${text}. To mend: ${mend}`)}\n`
}
