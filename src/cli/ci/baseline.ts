// A recorded audit of a batch, and what is worse now.
import { readFile } from 'node:fs/promises'
import type { BatchAlarmKind, CheckName } from '../../audit/checks.js'
import { UsageError } from '../exit.js'
import { filesOf } from './alarms.js'
import { type Fault, faultsOf, type JudgedTrack, type Reports, reportsOf, type Track } from './faults.js'

export class Baseline {
  /** By check, then by name. */
  private readonly tracks: ReadonlyMap<CheckName, ReadonlyMap<string, Track>>

  private constructor(
    private readonly reports: Reports,
    private readonly alarms: readonly RecordedAlarm[],
  ) {
    this.tracks = new Map(
      reportsOf(reports).map(([check, { tracks }]) => [
        check,
        new Map(tracks.map((track) => [track.file, track])),
      ]),
    )
  }

  /** Reads what --json printed, or what the service answered. */
  static async read(from: string): Promise<Baseline> {
    const text = await readFile(from, 'utf8').catch((cause) => {
      throw new UsageError(`the baseline ${from} cannot be read (${cause.code})`)
    })
    const recorded = recordedIn(text)
    if (!recorded) throw new UsageError(`the baseline ${from} is not an audit: record one with --json`)
    return new Baseline(recorded.checks, recorded.alarms)
  }

  /**
   * In what way a flagged file is worse than it was, in a few words; null when it is not. `standing` are its faults that nobody
   * has accepted. A number counts when it has moved by more than the threshold: by so much as flags a file that was right.
   */
  worsening({ check, track }: JudgedTrack, standing: readonly Fault[], threshold: number): string | null {
    const recorded = this.tracks.get(check)
    if (!recorded) return `${check} was not recorded`
    const before = recorded.get(track.file)
    if (!before) return 'the file is new'
    if (!before.flagged) return 'it was not flagged before'
    return moreFaults(standing, faultsOf(check, before)) ?? grown(check, before, track, threshold)
  }

  /** How many files alarms of a kind were about. */
  alarmedFiles(kind: BatchAlarmKind): number {
    return filesOf(this.alarms, kind)
  }

  /** Of comparison, beside the tracks: a file that is too loud now, or by much more than it was. */
  louder(file: string, now: Reports, threshold: number): string | null {
    const after = outlier(now, file)
    if (!after || !this.reports.comparison) return null
    const before = outlier(this.reports, file)
    if (!before) return 'its volume did not stand out before'
    return Math.abs(after.deviation ?? 0) > Math.abs(before.deviation ?? 0) + threshold
      ? `its volume is off by ${decibels(after)} dB, before by ${decibels(before)} dB`
      : null
  }
}

/** As it is read from JSON, also from that of another version. */
interface RecordedAlarm {
  kind: string
  files: string[]
}

interface Outlier {
  file: string
  deviationDb: number
  deviation?: number
}

function outlier({ comparison }: Reports, file: string): Outlier | undefined {
  const { outliers } = (comparison?.volumeConsistency ?? {}) as { outliers?: Outlier[] }
  return outliers?.find((each) => each.file === file)
}

function decibels({ deviationDb }: Outlier): string {
  return deviationDb.toFixed(1)
}

/** Counted by kind, not by place: a file that was made anew has its faults elsewhere. */
function moreFaults(now: readonly Fault[], before: readonly Fault[]): string | null {
  const count = (faults: readonly Fault[], kind: string) => faults.filter((each) => each.kind === kind).length
  for (const kind of new Set(now.map((each) => each.kind))) {
    const [is, was] = [count(now, kind), count(before, kind)]
    if (is > was) return was === 0 ? `${kind} is new` : `${kind}: ${is}, before ${was}`
  }
  return null
}

/** The number that each check flags by: upwards is worse, in units of the threshold. */
const badness: Record<JudgedTrack['check'], (track: Track) => number> = {
  comparison: ({ deviation }) => number(deviation),
  pace: ({ deviation }) => Math.abs(number(deviation)),
  quality: ({ score }) => 1 - number(score) / 100,
  // Audits of older versions have no score for a file.
  scriptAccuracy: ({ score, accuracy }) => 1 - number(score ?? accuracy) / 100,
}

function grown(check: JudgedTrack['check'], before: Track, now: Track, threshold: number): string | null {
  const [was, is] = [badness[check](before), badness[check](now)]
  // A file may have been flagged for its volume alone, and have another voice now.
  const isBeyondNow = was <= threshold && is > threshold
  return isBeyondNow || is > was + threshold ? `off by ${is.toFixed(2)}, before by ${was.toFixed(2)}` : null
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function recordedIn(text: string): { checks: Reports; alarms: RecordedAlarm[] } | undefined {
  let audit: unknown
  try {
    audit = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
  if (typeof audit !== 'object' || audit === null || !('checks' in audit)) return undefined
  const { checks } = audit
  if (typeof checks !== 'object' || checks === null || Object.keys(checks).length === 0) return undefined
  const isWhole = reportsOf(checks).every(
    ([, report]) => Array.isArray(report?.tracks) && report.tracks.every(isTrack),
  )
  if (!isWhole) return undefined
  const alarms: unknown = 'batchAlarms' in audit ? audit.batchAlarms : []
  return { checks, alarms: Array.isArray(alarms) ? alarms.filter(isAlarm) : [] }
}

function isAlarm(alarm: unknown): alarm is RecordedAlarm {
  return (
    typeof alarm === 'object' &&
    alarm !== null &&
    'kind' in alarm &&
    'files' in alarm &&
    Array.isArray(alarm.files)
  )
}

function isTrack(track: unknown): track is Track {
  return (
    typeof track === 'object' &&
    track !== null &&
    'file' in track &&
    typeof track.file === 'string' &&
    'flagged' in track &&
    typeof track.flagged === 'boolean'
  )
}
