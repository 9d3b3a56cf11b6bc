// Addresses that the service hands out, and the secrets in them.
import { createHmac } from 'node:crypto'
import type { Store } from '../store/store.js'
import { isSameHash, sha256Of } from '../store/tokens.js'

const HOUR_SEC = 3600

export interface LinkSettings {
  baseUrl: string
  audioLinkHours: number
}

/** An audit as far as links to its audio depend on it. */
export interface LinkedAudit {
  id: string
  reportRevokedAt: Date | null
}

export class Links {
  private constructor(
    private readonly settings: LinkSettings,
    private readonly audioSecret: Buffer,
    private readonly reportSecret: Buffer,
  ) {}

  static async open(store: Store, settings: LinkSettings): Promise<Links> {
    return new Links(
      settings,
      await store.secrets.get('audio links'),
      await store.secrets.get('report links'),
    )
  }

  audit(auditId: string): string {
    return `${this.settings.baseUrl}/v1/audits/${auditId}`
  }

  status(auditId: string): string {
    return `${this.audit(auditId)}/status`
  }

  /** What the report page reads, with the token. */
  reportData(auditId: string): string {
    return `${this.audit(auditId)}/report`
  }

  isReportToken(auditId: string, token: string): boolean {
    return isSameHash(sha256Of(this.reportToken(auditId)), sha256Of(token))
  }

  /** Derived from the audit, so that it can be told again though only its hash is stored. */
  reportToken(auditId: string): string {
    return createHmac('sha256', this.reportSecret).update(auditId).digest('base64url')
  }

  /** The token stands behind #, which browsers keep to themselves. */
  report(auditId: string): string {
    return `${this.settings.baseUrl}/report/${auditId}#${this.reportToken(auditId)}`
  }

  /** One signature serves all files of an audit. The end is a full hour, so that players can keep what they have loaded. */
  audio({ id, reportRevokedAt }: LinkedAudit, fileCount: number, nowMs = Date.now()): string[] {
    const earliest = nowMs / 1000 + this.settings.audioLinkHours * HOUR_SEC
    const expires = Math.ceil(earliest / HOUR_SEC) * HOUR_SEC
    const signature = this.audioSignature({ id, reportRevokedAt }, expires)
    return Array.from(
      { length: fileCount },
      (_, position) => `${this.audit(id)}/audio/${position}?expires=${expires}&signature=${signature}`,
    )
  }

  allowsAudio(
    audit: LinkedAudit,
    { expires, signature }: { expires: number; signature: string },
    nowMs = Date.now(),
  ): boolean {
    // As it was written: what merely decodes to the same is another text.
    const isSigned = isSameHash(sha256Of(this.audioSignature(audit, expires)), sha256Of(signature))
    return isSigned && nowMs / 1000 < expires
  }

  /** Of the moment in which the report was revoked, too: what was handed out before ends with it. */
  private audioSignature({ id, reportRevokedAt }: LinkedAudit, expires: number): string {
    const signed = [id, expires, ...(reportRevokedAt ? [reportRevokedAt.getTime()] : [])].join('.')
    return createHmac('sha256', this.audioSecret).update(signed).digest('base64url')
  }
}
