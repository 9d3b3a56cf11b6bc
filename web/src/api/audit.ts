// The shapes of what the service answers, as its own schemas have them.

import type { AuditListItem } from '../../../src/server/schemas/audit-list.js'
import { json, request } from './request.js'

export type Audit = AuditListItem
export type CheckName = keyof Audit['checks']
type Report<Name extends CheckName> = NonNullable<Audit['checks'][Name]>
export type ComparisonReport = Report<'comparison'>
export type QualityReport = Report<'quality'>
export type PaceReport = Report<'pace'>
export type ScriptReport = Report<'scriptAccuracy'>
export type ComparisonTrack = ComparisonReport['tracks'][number]
export type QualityTrack = QualityReport['tracks'][number]
export type Issue = QualityTrack['issues'][number]
export type PaceTrack = PaceReport['tracks'][number]
export type ScriptTrack = ScriptReport['tracks'][number]
export type Difference = ScriptTrack['differences'][number]
export type Reason = Audit['tracksToRegenerate'][number]['reasons'][number]

export function sharedAudit(auditId: string, token: string): Promise<Audit> {
  return json(`v1/audits/${auditId}/report`, { headers: { 'x-report-token': token } })
}

export function ownAudit(auditId: string): Promise<Audit> {
  return json(`v1/audits/${auditId}`)
}

export async function revokeReport(auditId: string): Promise<void> {
  await request(`v1/audits/${auditId}/report`, { method: 'DELETE' })
}
