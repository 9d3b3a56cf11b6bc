// "run --html FILE": the report of an audit as one file that opens anywhere, with the sound of its faults.
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import { checkNames } from '../../audit/checks.js'
import { decodeFile } from '../../audit/decoded-file.js'
import type { Audit } from '../../audit/engine.js'
import { ExcerptCutter, type Stretch } from '../../audit/excerpt-cutter.js'
import type { AuditFile, AuditRequest } from '../../audit/request.js'
import type { EmbeddedSound, ReportFileData } from '../../report/report-file.js'
import { verdictOf } from '../../report/verdict.js'
import { PeakMeter } from '../../server/web/peaks/peaks.js'
import { UsageError } from '../exit.js'
import { writeWhole } from '../whole-file.js'
import { planExcerpts } from './excerpt-plan.js'
import { builtParts, type PageParts, reportPage } from './report-page.js'

/** As wide as the waveform is on a screen; more would be a quarter of the file. */
const MOST_PEAKS = 800

export interface HtmlRequest {
  file: string
  parts: PageParts
}

/** To be asked for before the work: nobody wants to learn after an hour that the report cannot be made. */
export async function htmlRequest(file: string): Promise<HtmlRequest> {
  if (file === '') throw new UsageError('--html needs the file that the report shall be written to')
  await access(path.dirname(path.resolve(file)), constants.W_OK).catch((cause) => {
    throw new UsageError(`${file} cannot be written (${cause.code})`)
  })
  if ((await stat(file).catch(() => undefined))?.isDirectory())
    throw new UsageError(`${file} is a folder: name the file that the report shall be written to`)
  return { file, parts: await builtParts() }
}

export interface HtmlContext {
  audit: Audit
  files: readonly AuditFile[]
  accuracy: AuditRequest['accuracy']
  /** What was named on the command line. */
  paths: readonly string[]
  startedAt: Date
  signal: AbortSignal
}

/** Gives a remark where something was left out. */
export async function writeHtmlReport(
  { file, parts }: HtmlRequest,
  context: HtmlContext,
): Promise<string | undefined> {
  const { audit, files, signal } = context
  const { stretches, placesLeftOut } = planExcerpts(audit)
  const sounds: ReportFileData['sounds'] = {}
  let unread = 0
  for (const [index, wanted] of stretches) {
    const sound = await soundOf(files[index].path, wanted, signal).catch(() => {
      signal.throwIfAborted()
      return undefined
    })
    if (sound) sounds[index] = sound
    else unread++
  }
  const data: ReportFileData = { audit: listed(context), sounds, placesLeftOut }
  const title = `${titleOf(context)} · Audio Audit`
  await writeWhole(file, [reportPage(parts, title, data)], signal).catch((cause) => {
    signal.throwIfAborted()
    throw new UsageError(`${file} cannot be written (${cause.code})`)
  })
  const remarks = [
    ...(placesLeftOut > 0
      ? [`${placesLeftOut} faults are in it without their sound, which would have made it too large`]
      : []),
    // Deleted or changed while the audit was running.
    ...(unread > 0 ? [`the sound of ${unread} files could not be read again`] : []),
  ]
  return remarks.length === 0 ? undefined : `${file}: ${remarks.join('; ')}`
}

async function soundOf(file: string, stretches: Stretch[], signal: AbortSignal): Promise<EmbeddedSound> {
  const meter = new PeakMeter(MOST_PEAKS)
  const cutter = new ExcerptCutter(stretches)
  await decodeFile(
    file,
    (channels, rateHz) => {
      meter.add(channels, rateHz)
      cutter.add(channels, rateHz)
    },
    { signal },
  )
  const { peaks, ...times } = meter.peaks()
  return {
    pieces: cutter.excerpts().map(({ startSec, endSec, mediaType, bytes }) => ({
      startSec,
      endSec,
      url: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`,
    })),
    waveform: { ...times, peaks: Buffer.from(Int8Array.from(peaks).buffer).toString('base64') },
  }
}

/** As the service lists an audit; see src/server/schemas/audit-list.ts. */
function listed(context: HtmlContext): object {
  const { audit, files, accuracy = 'standard', startedAt } = context
  const name = nameOf(context)
  return {
    ...audit,
    ...(name !== undefined && { name }),
    fileNames: files.map(({ name }) => name),
    selectedAnalyses: checkNames.filter((check) => audit.checks[check] !== undefined),
    accuracy,
    regenCount: audit.tracksToRegenerate.length,
    audioUrls: [],
    source: 'cli',
    createdAt: startedAt.toISOString(),
  }
}

/** The folder, where one was audited. */
function nameOf({ paths, files }: HtmlContext): string | undefined {
  const [only, ...more] = paths
  if (more.length > 0 || files.some(({ path: file }) => file === only)) return undefined
  return path.basename(path.resolve(only)) || undefined
}

function titleOf(context: HtmlContext): string {
  const { fileCount, tracksToRegenerate, batchAlarms } = context.audit
  const verdict = verdictOf({
    fileCount,
    regenCount: tracksToRegenerate.length,
    alarmCount: batchAlarms.length,
  })
  return [nameOf(context), verdict].filter(Boolean).join(': ')
}
