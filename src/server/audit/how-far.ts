import type { AuditStatus } from '../../store/audits.js'
import type { AuditStatusBody } from '../schemas/audit-status.js'
import type { RunningAudit } from './running-audit.js'

type HowFar = Pick<AuditStatusBody, 'status' | 'filesDone' | 'timeLeftSec'>

/** By the process that runs the audit, or else by what that has last written down. */
export function howFar(
  stored: Pick<AuditStatus, 'state' | 'fileCount' | 'beganAt' | 'filesDone' | 'timeLeftSec'>,
  local: RunningAudit | undefined,
): HowFar {
  if (stored.state === 'done') return { status: 'done', filesDone: stored.fileCount }
  if (stored.state === 'failed') return { status: 'failed', filesDone: stored.filesDone }
  if (local) {
    const { timeLeftSec } = local
    return {
      status: local.state,
      filesDone: local.filesDone,
      ...(timeLeftSec !== undefined && { timeLeftSec }),
    }
  }
  return {
    status: stored.beganAt ? 'running' : 'queued',
    filesDone: stored.filesDone,
    ...(stored.timeLeftSec !== null && { timeLeftSec: stored.timeLeftSec }),
  }
}
