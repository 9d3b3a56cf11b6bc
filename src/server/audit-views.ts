// Stored audits as callers see them. Results are megabytes of JSON that is written once: here they are joined, not parsed.
import type { AuditListing, BriefAudit, StoredAudit } from '../store/audits.js'
import type { Links } from './links.js'
import type { AuditListItem } from './schemas/audit-list.js'

type Metadata = Pick<
  AuditListItem,
  | 'name'
  | 'fileNames'
  | 'selectedAnalyses'
  | 'accuracy'
  | 'regenCount'
  | 'audioUrls'
  | 'source'
  | 'createdAt'
  | 'reportUrl'
>

/** ISO 8601 with the offset spelled out. */
export function timeText(time: Date): string {
  return time.toISOString().replace('Z', '+00:00')
}

/** The answer to the request that made the audit. */
export function auditJson(resultJson: string, auditId: string, links: Links): string {
  return joined(resultJson, { reportUrl: links.report(auditId) })
}

export function listItemJson(audit: StoredAudit, links: Links): string {
  return joined(audit.resultJson, metadataOf(audit, links))
}

/** A page is megabytes: stored results go from the database to the caller as the bytes that they are, joined nowhere. */
export async function* listPieces(
  { audits, nextCursor }: AuditListing,
  links: Links,
): AsyncGenerator<Buffer> {
  let before = '{"audits":['
  for await (const audit of audits) {
    yield Buffer.from(before)
    yield audit.resultJson.subarray(0, -1)
    before = `${furtherMembers(metadataOf(audit, links))},`
  }
  const end = nextCursor === undefined ? ']}' : `],"nextCursor":${JSON.stringify(nextCursor)}}`
  // Behind the last one there is no comma.
  yield Buffer.from((before.endsWith(',') ? before.slice(0, -1) : before) + end)
}

function metadataOf(audit: BriefAudit, links: Links): Metadata {
  return {
    ...(audit.name !== null && { name: audit.name }),
    fileNames: audit.fileNames,
    selectedAnalyses: audit.selectedAnalyses as Metadata['selectedAnalyses'],
    accuracy: audit.accuracy as Metadata['accuracy'],
    regenCount: audit.regenCount,
    audioUrls: audit.audioDeletedAt === null ? links.audio(audit, audit.fileCount) : [],
    source: audit.source as Metadata['source'],
    createdAt: timeText(audit.createdAt),
    ...(audit.reportRevokedAt ? {} : { reportUrl: links.report(audit.id) }),
  }
}

function joined(objectJson: string, more: object): string {
  return objectJson.slice(0, -1) + furtherMembers(more)
}

/** What ends an object's JSON in place of its closing brace. */
function furtherMembers(more: object): string {
  return `,${JSON.stringify(more).slice(1)}`
}
