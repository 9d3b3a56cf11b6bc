// From the result of an audit to what the tools answer.
import { type JudgedAudit, measuresOf } from '../report/judgements.js'
import type { AuditPage, AuditResult, KeptAudit } from './backend.js'
import type { AuditDetails, AuditListing, AuditOutline } from './outputs.js'

/** More issues of one file are no help to a model; the result as JSON has all of them. */
const MOST_ISSUES = 50

export function outlineOf({ result, createdAt, fileNames }: KeptAudit): AuditOutline {
  const positions = positionsOf(fileNames)
  const { auditId, score, summary, fileCount, tracksToRegenerate, batchAlarms = [] } = result
  return {
    auditId,
    createdAt: createdAt.toISOString(),
    score,
    summary,
    fileCount,
    filesToRegenerate: tracksToRegenerate.map(({ file, reasons }) => ({
      file,
      position: positions.get(file) ?? -1,
      reasons: reasons.map(({ check, message }) => ({ check, message })),
    })),
    checks: Object.fromEntries(
      reportsOf(result).map(([name, report]) => [name, { score: report.score, summary: report.summary }]),
    ),
    batchAlarms: batchAlarms.map(({ message, advice }) => (advice ? `${message} ${advice}` : message)),
  }
}

export interface DetailRequest {
  offset: number
  limit: number
  onlyToRegenerate: boolean
  includeTranscripts: boolean
}

export function detailsOf(kept: KeptAudit, asked: DetailRequest): AuditDetails {
  const { result, fileNames } = kept
  const reasons = new Map(result.tracksToRegenerate.map(({ file, reasons }) => [file, reasons]))
  const measures = measuresOf(result as JudgedAudit)
  const reports = reportsOf(result)
  const chosen = fileNames
    .map((file, position) => ({ file, position }))
    .filter(({ file }) => !asked.onlyToRegenerate || reasons.has(file))
  const page = chosen.slice(asked.offset, asked.offset + asked.limit)
  const next = asked.offset + page.length
  return {
    ...outlineOf(kept),
    files: page.map(({ file, position }) => {
      const issues = reports.flatMap(([check, { tracks }]) => issuesOf(check, tracks[position]))
      const transcript = reports.find(([check]) => check === 'scriptAccuracy')?.[1].tracks[position]
        ?.transcript
      return {
        file,
        position,
        regenerate: reasons.has(file),
        reasons: (reasons.get(file) ?? []).map(({ check, message }) => `${check}: ${message}`),
        judgements: measures.map(({ name, limitText, files }) => ({
          name,
          verdict: files[position].verdict,
          text: files[position].text,
          limit: limitText,
        })),
        issues: issues.slice(0, MOST_ISSUES),
        issuesLeftOut: Math.max(0, issues.length - MOST_ISSUES),
        ...(asked.includeTranscripts && typeof transcript === 'string' ? { transcript } : {}),
      }
    }),
    ...(next < chosen.length ? { nextOffset: next } : {}),
  }
}

export function listingOf({ audits, nextCursor }: AuditPage): AuditListing {
  return {
    audits: audits.map((each) => ({ ...each, createdAt: each.createdAt.toISOString() })),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  }
}

type Fields = Record<string, unknown>
type Issue = AuditDetails['files'][number]['issues'][number]

function reportsOf({
  checks,
}: AuditResult): [string, { score: number; summary: string; tracks: Fields[] }][] {
  return Object.entries(checks).filter(([, report]) => report !== undefined)
}

function positionsOf(fileNames: string[]): Map<string, number> {
  return new Map(fileNames.map((file, position) => [file, position]))
}

function issuesOf(check: string, track: Fields = {}): Issue[] {
  const { spoken } = (track.tags ?? {}) as { spoken?: unknown }
  const issues = [
    ...placed(track.issues).map((each) =>
      issue(check, String(each.type), each, `${each.type}, ${each.audibilityLabel}`),
    ),
    ...placed(track.differences).map((each) => issue(check, String(each.kind), each, differenceWords(each))),
    ...placed(track.repetitions).map((each) =>
      issue(check, 'repetition', each, `said again: "${each.text}"`),
    ),
    ...placed(spoken).map((each) => issue(check, 'spokenTag', each, `direction spoken aloud: ${each.tag}`)),
    ...trendsOf(track).map(({ kind, startSec, endSec, message }) =>
      issue(check, `${kind}Trend`, { timeSec: startSec, endSec }, message),
    ),
  ]
  return issues.sort((one, other) => one.timeSec - other.timeSec)
}

function trendsOf({ trends }: Fields): { kind: string; startSec: number; endSec: number; message: string }[] {
  return Array.isArray(trends) ? trends : []
}

function placed(list: unknown): (Fields & { timeSec: number; endSec: number })[] {
  return Array.isArray(list) ? list : []
}

function issue(
  check: string,
  kind: string,
  { timeSec, endSec, confidence }: { timeSec: number; endSec: number; confidence?: unknown },
  message: string,
): Issue {
  return {
    check,
    kind,
    timeSec,
    endSec,
    message,
    confidence: typeof confidence === 'number' ? confidence : null,
  }
}

function differenceWords({ kind, written, heard }: Fields): string {
  if (kind === 'missing') return `missing: "${written}"`
  return kind === 'added' ? `added: "${heard}"` : `"${heard}" instead of "${written}"`
}
