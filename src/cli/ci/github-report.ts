// A verdict as GitHub Actions shows it: annotations on the files, and a summary of the step.

import { appendFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { AuditErrorDetail } from '../../audit/audit-error.js'
import type { Audit } from '../../audit/engine.js'
import type { AuditFile } from '../../audit/request.js'
import { batchTraits } from '../../report/batch-traits.js'
import { counted } from '../../report/counted.js'
import { UsageError } from '../exit.js'
import { printable } from '../printable.js'
import { alarmText } from './alarms.js'
import { type Annotation, annotationLine, withinLimits } from './github-commands.js'
import { reasonLines } from './reason-lines.js'
import { fittingSummary, stepSummary } from './step-summary.js'
import { type CaseVerdict, casesByFile, type Verdict } from './verdict.js'

type Environment = Readonly<Record<string, string | undefined>>

export function verdictAnnotations(
  audit: Audit,
  verdict: Verdict,
  files: readonly AuditFile[],
  environment: Environment,
): string {
  const paths = new Map(files.map(({ name, path: file }) => [name, inRepository(file, environment)]))
  const byFile = casesByFile(verdict)
  const failed = verdict.failedFiles.map((file) => about(file, 'error', byFile.get(file)!, ['failed']))
  const rest = [...byFile]
    .filter(([, cases]) => cases.some(isToWarnAbout))
    .map(([file, cases]) => about(file, 'warning', cases, ['asBefore', 'notCounted']))
  const alarms = verdict.alarms.map(({ alarm }) => alarmText(alarm))
  const remarks = [
    ...batchTraits(audit).map(({ summary, advice }) => `${summary} ${advice}`),
    ...(audit.checks.scriptAccuracy?.batchFindings ?? []).map(({ message }) => message),
  ].filter((remark) => !alarms.includes(remark))
  return lines([
    ...failed.map((each) => ({ ...each, file: paths.get(each.of) })),
    ...verdict.alarms.map(({ alarm, outcome }) =>
      ofTheBatch(outcome === 'failed' ? 'error' : 'warning', alarmText(alarm)),
    ),
    ...rest.map((each) => ({ ...each, file: paths.get(each.of) })),
    ...remarks.map((remark) => ofTheBatch('notice', remark)),
  ])
}

function ofTheBatch(level: Annotation['level'], message: string): Annotation {
  return { level, title: 'audio-audit', message: printable(message) }
}

export function failureAnnotations(details: readonly AuditErrorDetail[], message: string): string {
  const named = details.filter(({ file }) => file !== undefined)
  return lines(
    named.length === 0
      ? [{ level: 'error', title: 'audio-audit', message: printable(message) }]
      : named.map((detail) => ({
          level: 'error',
          title: `${detail.file}`,
          message: printable(detail.message),
        })),
  )
}

function lines(annotations: Annotation[]): string {
  return withinLimits(annotations)
    .map((each) => ({ ...each, title: printable(each.title) }))
    .map(annotationLine)
    .join('')
}

function isToWarnAbout({ outcome }: CaseVerdict): boolean {
  return outcome === 'asBefore' || outcome === 'notCounted'
}

function about(
  of: string,
  level: Annotation['level'],
  cases: readonly CaseVerdict[],
  outcomes: CaseVerdict['outcome'][],
): Annotation & { of: string } {
  const own = cases.filter(({ outcome }) => outcomes.includes(outcome))
  const message = own
    .flatMap((each) => reasonLines(each).map((line) => `${each.check}: ${printable(line)}`))
    .join('\n')
  return { of, level, title: `${of}: ${counted(own.length, 'check')} flagged`, message }
}

/** Undefined for a file that is not in the checkout: GitHub can show nothing of it. */
function inRepository(file: string, { GITHUB_WORKSPACE }: Environment): string | undefined {
  const relative = path.relative(GITHUB_WORKSPACE || process.cwd(), path.resolve(file))
  if (relative.startsWith('..') || path.isAbsolute(relative)) return undefined
  return relative.split(path.sep).join('/')
}

/** Adds to the summary of the step, if there is one to add to. */
export async function writeStepSummary(
  audit: Audit,
  verdict: Verdict,
  { GITHUB_STEP_SUMMARY }: Environment,
): Promise<void> {
  if (!GITHUB_STEP_SUMMARY) return
  try {
    const taken = await stat(GITHUB_STEP_SUMMARY).then(
      ({ size }) => size,
      () => 0,
    )
    await appendFile(
      GITHUB_STEP_SUMMARY,
      fittingSummary((rows) => stepSummary(audit, verdict, rows), audit.fileCount, taken),
    )
  } catch (error) {
    throw new UsageError(
      `the step summary ${GITHUB_STEP_SUMMARY} cannot be written (${(error as NodeJS.ErrnoException).code})`,
    )
  }
}
