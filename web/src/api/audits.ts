import type { AuditStatusBody } from '../../../src/server/schemas/audit-status.js'
import type { Audit } from './audit.js'
import { json, request } from './request.js'

export type AuditBrief = Pick<
  Audit,
  | 'auditId'
  | 'score'
  | 'summary'
  | 'fileCount'
  | 'regenCount'
  | 'creditsUsed'
  | 'selectedAnalyses'
  | 'createdAt'
  | 'reportUrl'
  | 'name'
> & { firstFiles: string[] }

export interface UnfinishedAudit
  extends Pick<Audit, 'auditId' | 'name' | 'fileCount' | 'selectedAnalyses' | 'createdAt'>,
    Pick<AuditStatusBody, 'status' | 'filesDone' | 'timeLeftSec' | 'finishedAt' | 'error'> {
  firstFiles: string[]
}

export type Sort = 'newest' | 'oldest' | 'score' | 'regenerate'

export interface AuditPage {
  audits: AuditBrief[]
  /** With the first page alone. */
  unfinished?: UnfinishedAudit[]
  nextCursor?: string
}

const PER_PAGE = 20

export interface PageAsked {
  search: string
  sort: Sort
  cursor?: string | undefined
}

export function auditPage({ search, sort, cursor }: PageAsked): Promise<AuditPage> {
  const query = new URLSearchParams({
    limit: String(PER_PAGE),
    sort,
    ...(search && { search }),
    ...(cursor && { cursor }),
  })
  return json(`v1/audits/overview?${query}`)
}

export async function deleteAudit(auditId: string): Promise<void> {
  await request(`v1/audits/${auditId}`, { method: 'DELETE' })
}

export async function nameAudit(auditId: string, name: string): Promise<void> {
  await request(`v1/audits/${auditId}/name?${new URLSearchParams({ name })}`, { method: 'PUT' })
}
