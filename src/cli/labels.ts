import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { counted } from '../report/counted.js'
import type { ShownDecision } from '../server/admin/administration.js'
import type { Command, Door } from './command.js'
import { exitStatus, UsageError } from './exit.js'
import { printable, printableJson, printableJsonLine } from './printable.js'
import { ProgressBar } from './progress-bar.js'
import { writeWhole } from './whole-file.js'

/** So many cross the socket of a server at a time. */
const DECISIONS_AT_ONCE = 1000

/** Loaded when it is needed: it brings the database along. */
const administration = () => import('./administer.js')

const help = `Usage: audio-audit labels export [--account ACCOUNT] [--out FILE] [--audio FOLDER] [--json]

Exports what was decided about issues ("retake", "accept", "falseAlarm") as JSON Lines, a decision a line, so that it can be
played against the checks. It works on the data folder (AUDIO_AUDIT_DATA) or database (DATABASE_URL) of the service, whether
the service is running or not. Nothing is sent anywhere.

Options:
  --account ACCOUNT    id or name of an account; may be left out when there is only one
  --out FILE           write there rather than to standard output
  --audio FOLDER       also copy the audio that is still kept, each file under the hash of its content
  --json               say in JSON what was written, and nothing else
  -h, --help           print this
`

interface ExportRequest {
  account: string | undefined
  out: string | undefined
  audio: string | undefined
  json: boolean
}

/** Each content once. */
interface LabelledFile {
  sha256: string
  name: string
}

export const labelsCommand: Command = {
  help,
  run: async (args, door) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        account: { type: 'string' },
        out: { type: 'string' },
        audio: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    })
    if (positionals.length !== 1 || positionals[0] !== 'export') throw new UsageError('use "labels export"')
    if (values.json && values.out === undefined) {
      throw new UsageError('--json needs --out: without it the labels themselves are printed, as JSON Lines')
    }
    const { account, out, audio, json } = values
    await exportLabels({ account, out, audio, json }, door)
    return exitStatus.done
  },
}

async function exportLabels({ out, audio, json, ...which }: ExportRequest, door: Door): Promise<void> {
  const { account, decisions } = await allDecisions(which.account, door.signal)
  if (decisions.length === 0) {
    throw new UsageError(
      `account ${account} has nothing to export: nobody has decided about an issue yet (docs/feedback.md)`,
    )
  }
  const files = filesOf(decisions)
  // The labels last: when they are there, all of it is.
  const copied = audio === undefined ? undefined : await copyAudio({ account, files, folder: audio }, door)
  const lines = decisions.map((decision) => `${printableJsonLine(decision)}\n`)
  if (out === undefined) {
    for (const line of lines) door.stdout.write(line)
  } else {
    await writeWhole(out, lines, door.signal).catch(unwritable(out))
  }
  const told = { account, decisions: decisions.length, files: files.length, out, audio, copied }
  if (json) door.stdout.write(`${printableJson(told)}\n`)
  else (out === undefined ? door.stderr : door.stdout).write(`${printable(wordsOf(told))}\n`)
}

async function allDecisions(account: string | undefined, signal: AbortSignal) {
  const { administer } = await administration()
  return administer(async (admin) => {
    const all: ShownDecision[] = []
    for (;;) {
      signal.throwIfAborted()
      const page = await admin.decisions({ account, limit: DECISIONS_AT_ONCE, after: all.at(-1) })
      all.push(...page.decisions)
      if (page.decisions.length < DECISIONS_AT_ONCE) return { account: page.account, decisions: all }
    }
  })
}

function filesOf(decisions: readonly ShownDecision[]): LabelledFile[] {
  const names = new Map(decisions.map(({ sha256, file }) => [sha256, file ?? '']))
  return [...names].map(([sha256, name]) => ({ sha256, name }))
}

interface Copying {
  account: string
  files: LabelledFile[]
  folder: string
}

/** Gives the number of files that lie in the folder then. */
async function copyAudio({ account, files, folder }: Copying, { stderr, signal }: Door): Promise<number> {
  const { readAudio } = await administration()
  const bar = stderr.isTTY
    ? new ProgressBar(
        stderr,
        files.map(({ name }) => name),
      )
    : undefined
  await mkdir(folder, { recursive: true }).catch(unwritable(folder))
  try {
    return await readAudio(account, async (open) => {
      let copied = 0
      for (const [index, { sha256, name }] of files.entries()) {
        signal.throwIfAborted()
        const target = path.join(folder, `${sha256}.${extensionOf(name)}`)
        const isThere = await stat(target).then(
          () => true,
          () => false,
        )
        const content = isThere ? undefined : await open(sha256)
        if (content) await writeWhole(target, content, signal).catch(unwritable(target))
        if (isThere || content) copied++
        bar?.finished(index)
      }
      return copied
    })
  } finally {
    bar?.end()
  }
}

/** Names are data: whatever is no plain ending does not become part of a path. */
function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(name)?.[1].toLowerCase() ?? 'audio'
}

interface Told {
  decisions: number
  files: number
  out: string | undefined
  audio: string | undefined
  copied: number | undefined
}

function wordsOf({ decisions, files, out, audio, copied }: Told): string {
  const labels = `${counted(decisions, 'decision')} about ${counted(files, 'file')}`
  const written = out === undefined ? `${labels}.` : `${labels} written to ${out}.`
  if (copied === undefined) return written
  const rest = copied < files ? ' That of the others is kept no more.' : ''
  return `${written} The audio of ${counted(copied, 'file')} is in ${audio}.${rest}`
}

function unwritable(place: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === undefined) throw error
    throw new UsageError(`${place} cannot be written (${error.code})`)
  }
}
