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
> & { firstFiles: string[] }

export interface AuditPage {
  audits: AuditBrief[]
  nextCursor?: string
}

const PER_PAGE = 20

export function auditPage(cursor?: string): Promise<AuditPage> {
  const query = new URLSearchParams({ limit: String(PER_PAGE), ...(cursor && { cursor }) })
  return json(`v1/audits/overview?${query}`)
}

export async function deleteAudit(auditId: string): Promise<void> {
  await request(`v1/audits/${auditId}`, { method: 'DELETE' })
}
