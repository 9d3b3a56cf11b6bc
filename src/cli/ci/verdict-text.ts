// Why a run passes or fails, for the log of a pipeline.
import { counted } from '../../report/counted.js'
import { exitStatus } from '../exit.js'
import { printable } from '../printable.js'
import { type AlarmVerdict, alarmText } from './alarms.js'
import { reasonLines } from './reason-lines.js'
import type { CaseVerdict, Outcome, Verdict } from './verdict.js'

/** One sentence. */
export function verdictSentence({ cases, failedFiles, alarms, status, request }: Verdict): string {
  const files = counted(new Set(cases.map(({ track }) => track.file)).size, 'file')
  if (status === exitStatus.failed) {
    return `Nothing could be judged: ${request.failOn.join(' and ')} found too little to go by in all of ${files}.`
  }
  const worse = request.baseline === undefined ? 'should be regenerated' : 'got worse'
  const failed = `${failedFiles.length} of ${files} ${worse}`
  const allowed = request.mostFlagged > 0 ? `; ${request.mostFlagged} may` : ''
  const batch = alarms.some(({ outcome }) => outcome === 'failed')
    ? ', and something is wrong with the batch as a whole'
    : ''
  return `${status === exitStatus.found ? 'Failed' : 'Passed'}: ${failed}${allowed}${batch}.`
}

const settled: [Outcome, string][] = [
  ['asBefore', 'Flagged as before:'],
  ['accepted', 'Accepted:'],
  ['notCounted', 'Flagged by checks that are not counted:'],
]

const settledAlarms: [AlarmVerdict['outcome'], string][] = [
  ['failed', 'The batch as a whole:'],
  ['asBefore', 'The batch as a whole, as before:'],
  ['notCounted', 'The batch as a whole, not counted:'],
]

/** The sentence, then what got worse, then what was let pass and why. */
export function verdictText(verdict: Verdict): string {
  const lines = [verdictSentence(verdict)]
  for (const [outcome, title] of settledAlarms) {
    const those = verdict.alarms.filter((each) => each.outcome === outcome)
    if (those.length > 0) lines.push(title, ...those.map(({ alarm }) => `  ${printable(alarmText(alarm))}`))
  }
  const failed = verdict.cases.filter(({ outcome }) => outcome === 'failed')
  for (const { check, track, worsening } of failed) {
    if (worsening !== null) lines.push(`  ${printable(track.file)}: ${check}: ${printable(worsening)}`)
  }
  for (const [outcome, title] of settled) {
    const those = verdict.cases.filter((each) => each.outcome === outcome)
    if (those.length > 0) lines.push(title, ...those.map(caseLine))
  }
  return `${lines.join('\n')}\n`
}

function caseLine(verdict: CaseVerdict): string {
  const [first = 'flagged'] = reasonLines(verdict)
  return `  ${printable(verdict.track.file)}: ${verdict.check}: ${printable(first)}`
}
