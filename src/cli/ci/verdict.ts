// Whether a run fails, and for which files.
import type { CheckName } from '../../audit/checks.js'
import type { Audit } from '../../audit/engine.js'
import type { AuditFile } from '../../audit/request.js'
import { exitStatus } from '../exit.js'
import { type AlarmVerdict, alarmVerdicts } from './alarms.js'
import { Baseline } from './baseline.js'
import type { CiRequest } from './ci-request.js'
import { Decided } from './decided.js'
import { isJudged, type JudgedTrack, judgedTracks, type Reports } from './faults.js'

/** What becomes of one file in one check. */
export type Outcome =
  /** Nothing is wrong. */
  | 'passed'
  /** There was nothing to judge by. */
  | 'notJudged'
  | 'failed'
  /** Flagged, but no worse than it was. */
  | 'asBefore'
  /** Flagged, but somebody decided that it may stay. */
  | 'accepted'
  /** Flagged by a check that does not count here. */
  | 'notCounted'

export interface CaseVerdict extends JudgedTrack {
  outcome: Outcome
  /** With a baseline: in what way it is worse. */
  worsening: string | null
}

export interface Verdict {
  cases: CaseVerdict[]
  /** By name, each once, in the order of the batch. */
  failedFiles: string[]
  /** Of the batch as a whole. */
  alarms: AlarmVerdict[]
  status: number
  request: CiRequest
}

/** The cases of each file, in the order of the batch. */
export function casesByFile({ cases }: Verdict): Map<string, CaseVerdict[]> {
  const byFile = new Map<string, CaseVerdict[]>()
  for (const each of cases) {
    const own = byFile.get(each.track.file)
    if (own) own.push(each)
    else byFile.set(each.track.file, [each])
  }
  return byFile
}

export interface Yardsticks {
  baseline: Baseline | undefined
  decided: Decided
}

/** To be called before the work: nobody wants to learn after an hour that the baseline is none. */
export async function readYardsticks(
  { baseline, decisions }: CiRequest,
  files: readonly AuditFile[],
): Promise<Yardsticks> {
  return {
    baseline: baseline === undefined ? undefined : await Baseline.read(baseline),
    decided: decisions === undefined ? Decided.nothing : await Decided.read(decisions, files),
  }
}

export function verdictOf(audit: Audit, request: CiRequest, { baseline, decided }: Yardsticks): Verdict {
  const threshold = audit.deviationThreshold
  const cases = judgedTracks(audit).map((judged): CaseVerdict => {
    const settled = (outcome: Outcome, worsening: string | null = null) => ({ ...judged, outcome, worsening })
    if (!judged.track.flagged) return settled(isJudged(judged.track) ? 'passed' : 'notJudged')
    if (!request.failOn.includes(judged.check)) return settled('notCounted')
    const { faults, isForgiven } = decided.standing(judged)
    if (isForgiven) return settled('accepted')
    if (!baseline) return settled('failed')
    const worsening =
      baseline.worsening(judged, faults, threshold) ??
      (judged.check === 'comparison'
        ? baseline.louder(judged.track.file, audit.checks as unknown as Reports, threshold)
        : null)
    return worsening === null ? settled('asBefore') : settled('failed', worsening)
  })
  const failed = new Set(cases.filter(({ outcome }) => outcome === 'failed').map(({ track }) => track.file))
  const files = cases.map(({ track }) => track.file)
  const alarms = alarmVerdicts(audit.batchAlarms, request.failOnAlarm, baseline)
  const isOver = failed.size > request.mostFlagged || alarms.some(({ outcome }) => outcome === 'failed')
  return {
    cases,
    failedFiles: [...new Set(files)].filter((file) => failed.has(file)),
    alarms,
    status: statusOf(cases, request.failOn, isOver),
    request,
  }
}

/** A gate that could say nothing about any file has not let them through. */
function statusOf(cases: CaseVerdict[], failOn: readonly CheckName[], isOver: boolean): number {
  if (isOver) return exitStatus.found
  const counted = cases.filter(({ check }) => failOn.includes(check))
  const isMute = failOn.length > 0 && counted.every(({ outcome }) => outcome === 'notJudged')
  return isMute ? exitStatus.failed : exitStatus.done
}
