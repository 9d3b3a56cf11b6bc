// The end of a run: whether it fails, told in every way that the pipeline asked for.
import type { AuditError } from '../../audit/audit-error.js'
import type { Audit } from '../../audit/engine.js'
import type { AuditFile } from '../../audit/request.js'
import type { Door } from '../command.js'
import { exitStatus, UsageError } from '../exit.js'
import { writeWhole } from '../whole-file.js'
import type { CiRequest } from './ci-request.js'
import { withoutCommands } from './github-commands.js'
import { failureAnnotations, verdictAnnotations, writeStepSummary } from './github-report.js'
import { auditAsJunit, failureAsJunit, type JunitContext } from './junit.js'
import { verdictOf, type Yardsticks } from './verdict.js'
import { verdictText } from './verdict-text.js'

export interface Concluding extends JunitContext {
  audit: Audit
  files: readonly AuditFile[]
  yardsticks: Yardsticks
  /** Standard output is for a program. */
  isForProgram: boolean
  quiet: boolean
}

/** Gives the exit status. */
export async function conclude(request: CiRequest, context: Concluding, door: Door): Promise<number> {
  const { audit, files, yardsticks, isForProgram, quiet } = context
  const verdict = verdictOf(audit, request, yardsticks)
  // What everybody expects needs no explanation: a flagged file fails.
  const isExpected = verdict.status === exitStatus.done || verdict.failedFiles.length > request.mostFlagged
  if (request.isGated || !isExpected) {
    const text = verdictText(verdict)
    const shown = request.github ? withoutCommands(text) : text
    if (!isForProgram) door.stdout.write(`\n${shown}`)
    else if (!quiet) door.stderr.write(shown)
  }
  if (request.junit !== undefined) {
    await writeReport(request.junit, auditAsJunit(audit, verdict, context), door.signal)
  }
  if (request.github) {
    door.stderr.write(verdictAnnotations(audit, verdict, files, process.env))
    await writeStepSummary(audit, verdict, process.env)
  }
  return verdict.status
}

/** The same for an audit that could not be made. */
export async function concludeFailure(
  request: CiRequest,
  error: AuditError,
  startedAt: Date,
  door: Door,
): Promise<void> {
  if (request.junit !== undefined) {
    await writeReport(request.junit, failureAsJunit(error.details, error.message, startedAt), door.signal)
  }
  if (request.github) door.stderr.write(failureAnnotations(error.details, error.message))
}

async function writeReport(file: string, text: string, signal: AbortSignal): Promise<void> {
  await writeWhole(file, [text], signal).catch((cause) => {
    signal.throwIfAborted()
    throw new UsageError(`${file} cannot be written (${cause.code})`)
  })
}
