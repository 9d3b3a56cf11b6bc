// What counts against a file in one check, one by one, so that two audits of a batch can be held against each other.
import { type CheckName, declarations } from '../../audit/checks.js'
import type { Audit, Reason } from '../../audit/engine.js'

export interface Fault {
  /** As in a decision: the type of an issue, the kind of a difference. */
  kind: string
  /** As the result tells it; null for the file as a whole. */
  timeSec: number | null
  endSec: number | null
  /** In a few words, for people. */
  words: string
}

/** The reports as they are read from JSON, also from that of another version. */
export type Reports = Partial<Record<CheckName, { tracks: Track[]; [field: string]: unknown }>>
export interface Track {
  file: string
  flagged: boolean
  [field: string]: unknown
}

/** One file in one check. */
export interface JudgedTrack {
  check: CheckName
  track: Track
  reasons: Reason[]
  faults: Fault[]
}

/** In the order of reports, then of files. */
export function judgedTracks({ checks, tracksToRegenerate }: Audit): JudgedTrack[] {
  const reasons = new Map(tracksToRegenerate.map((track) => [track.file, track.reasons]))
  return reportsOf(checks).flatMap(([check, { tracks }]) =>
    tracks.map((track) => ({
      check,
      track,
      reasons: (reasons.get(track.file) ?? []).filter((reason) => reason.check === check),
      faults: faultsOf(check, track),
    })),
  )
}

export function reportsOf(checks: object): [CheckName, NonNullable<Reports[CheckName]>][] {
  return Object.entries(checks) as [CheckName, NonNullable<Reports[CheckName]>][]
}

type Placed = Record<string, unknown> & { timeSec: number; endSec: number }

/** Those that are a reason to regenerate the file, if it is flagged: not what nobody notices, nor what is a trait of the batch. */
export function faultsOf(check: CheckName, track: Track): Fault[] {
  if (check === 'quality') {
    return placed(track.issues)
      .filter(({ audibilityLabel, trait }) => audibilityLabel !== 'subtle' && (trait ?? null) === null)
      .map((issue) => fault(String(issue.type), issue, `${issue.type} (${issue.audibilityLabel})`))
  }
  if (check === 'scriptAccuracy') {
    const { spoken } = (track.tags ?? {}) as { spoken?: unknown }
    return [
      ...placed(track.differences)
        .filter(({ cause, verdict }) => cause === 'voice' && verdict !== 'doubtful')
        .map((each) => fault(String(each.kind), each, differenceWords(each))),
      ...placed(track.repetitions).map((each) => fault('repetition', each, `said again: "${each.text}"`)),
      ...placed(spoken).map((each) => fault('spokenTag', each, `spoken aloud: ${each.tag}`)),
    ]
  }
  if (check === 'comparison') {
    const changesSec = (track.voiceChangesSec ?? []) as number[]
    return [
      ...changesSec.map((timeSec) => fault('voiceChange', { timeSec, endSec: timeSec }, 'change of voice')),
      ...trendFaults(track),
    ]
  }
  return trendFaults(track)
}

interface SlowChange {
  kind: string
  flagged: boolean
  startSec: number
  endSec: number
  message: string
}

/** Those that the file is flagged for. */
function trendFaults({ trends }: Track): Fault[] {
  return (Array.isArray(trends) ? (trends as SlowChange[]) : [])
    .filter(({ flagged }) => flagged)
    .map(({ kind, startSec, endSec, message }) =>
      fault(`${kind}Trend`, { timeSec: startSec, endSec }, message),
    )
}

function placed(list: unknown): Placed[] {
  return Array.isArray(list) ? (list as Placed[]) : []
}

function fault(kind: string, { timeSec, endSec }: { timeSec: number; endSec: number }, words: string): Fault {
  return { kind, timeSec, endSec, words }
}

function differenceWords({ kind, written, heard }: Placed): string {
  if (kind === 'missing') return `missing: "${written}"`
  return kind === 'added' ? `added: "${heard}"` : `"${heard}" for "${written}"`
}

/** Types of issues of which each has a reason of its own; of the others there is one for all of a type. */
const toldOneByOne = new Set(
  declarations.flatMap(({ issue }) => (issue && 'byPlace' in issue.words ? [issue.type as string] : [])),
)

/** Whether the reasons of a flagged file are all about its faults, and none about how it sounds as a whole. */
export function isExplainedByFaults({ check, faults, reasons }: JudgedTrack): boolean {
  if (faults.length === 0 || check === 'comparison' || check === 'pace') return false
  if (check !== 'quality') return true
  const kinds = new Set(faults.map(({ kind }) => kind))
  const told = faults.filter(({ kind }) => toldOneByOne.has(kind)).length
  const shared = [...kinds].filter((kind) => !toldOneByOne.has(kind)).length
  return reasons.length <= told + shared
}

/** Whether the check could say anything about the file. */
export function isJudged({ flagged, judged }: Track): boolean {
  return flagged || judged !== false
}
