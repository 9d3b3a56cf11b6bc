// What is wrong with a batch as a whole, and whether a run fails for it.
import type { BatchAlarmKind } from '../../audit/checks.js'
import type { Audit } from '../../audit/engine.js'

/** As --fail-on names them, beside the checks. */
export const ALARM = 'alarm'

type BatchAlarm = Audit['batchAlarms'][number]

export interface AlarmVerdict {
  alarm: BatchAlarm
  outcome: 'failed' | 'asBefore' | 'notCounted'
}

/** What most files share is the way of the engine, which making them anew does not change: it is told, and fails nothing. */
const isToFailFor: Record<BatchAlarmKind, boolean> = {
  nobodySpeaks: true,
  severalVoices: true,
  sharedVoice: true,
  identicalFiles: true,
  sharedFault: false,
}

/** Of a recorded audit. */
interface Recorded {
  alarmedFiles: (kind: BatchAlarmKind) => number
}

export function alarmVerdicts(
  alarms: readonly BatchAlarm[],
  isCounted: boolean,
  baseline: Recorded | undefined,
): AlarmVerdict[] {
  return alarms.map((alarm) => {
    if (!isCounted || !isToFailFor[alarm.kind]) return { alarm, outcome: 'notCounted' }
    const files = filesOf(alarms, alarm.kind)
    return { alarm, outcome: baseline && files <= baseline.alarmedFiles(alarm.kind) ? 'asBefore' : 'failed' }
  })
}

/** How many files alarms of a kind are about, all of them together. */
export function filesOf(
  alarms: readonly { kind: string; files: readonly string[] }[],
  kind: BatchAlarmKind,
): number {
  return alarms.filter((alarm) => alarm.kind === kind).reduce((sum, { files }) => sum + files.length, 0)
}

/** With what to do about it, where that can be said. */
export function alarmText({ message, advice }: BatchAlarm): string {
  return advice ? `${message} ${advice}` : message
}
