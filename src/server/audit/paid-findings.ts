// What was heard for a caller before, and what is heard now. The latter is kept only with the payment.
import { deserialize, serialize } from 'node:v8'
import type { FindingsCache } from '../../audit/findings-cache.js'
import type { KeptFindings } from '../../store/findings.js'

export class PaidFindings implements FindingsCache {
  /** To be kept when the audit is settled. */
  readonly fresh: KeptFindings[] = []
  /** How often something was found. */
  hits = 0

  constructor(private readonly kept: ReadonlyMap<string, Uint8Array>) {}

  async get(key: string): Promise<unknown> {
    const bytes = this.kept.get(key)
    if (!bytes) return undefined
    try {
      const findings = deserialize(bytes)
      this.hits++
      return findings
    } catch {
      // Written by another version of the runtime: heard again.
      return undefined
    }
  }

  async set(key: string, findings: unknown): Promise<void> {
    this.fresh.push({ key, bytes: serialize(findings) })
  }
}
